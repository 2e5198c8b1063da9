import { expect, test } from 'vitest';
import { Turns, TurnsByKey } from './turns.ts';

/** Something that is done when a test says so. */
function work(log: string[], name: string) {
  let done = () => {};
  let fail = (_: Error) => {};
  const end = new Promise<string>((resolve, reject) => {
    done = () => resolve(name);
    fail = reject;
  });
  const begin = async () => {
    log.push(name);
    return end;
  };
  return { begin, done: () => done(), fail: (error: Error) => fail(error) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('what has the same key is done one after the other, in the order in which it was asked for', async () => {
  const log: string[] = [];
  const turns = new TurnsByKey();
  const [a, b, c] = [work(log, 'a'), work(log, 'b'), work(log, 'c')];
  const all = [a, b, c].map(({ begin }) => turns.take('key', begin));
  await soon();
  expect(log).toEqual(['a']);
  c.done();
  a.done();
  await soon();
  expect(log).toEqual(['a', 'b']);
  b.done();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  expect(log).toEqual(['a', 'b', 'c']);
});

test('what has another key does not wait', async () => {
  const log: string[] = [];
  const turns = new TurnsByKey();
  const [a, b] = [work(log, 'a'), work(log, 'b')];
  const first = turns.take('one', a.begin);
  const second = turns.take('another', b.begin);
  b.done();
  expect(await second).toBe('b');
  expect(log).toEqual(['a', 'b']);
  a.done();
  await first;
});

test('what fails is told to whoever asked for it, and holds nobody up', async () => {
  const log: string[] = [];
  const turns = new TurnsByKey();
  const [a, b] = [work(log, 'a'), work(log, 'b')];
  const first = turns.take('key', a.begin);
  const second = turns.take('key', b.begin);
  a.fail(new Error('no'));
  await expect(first).rejects.toThrow('no');
  b.done();
  expect(await second).toBe('b');
  const thrower = turns.take('key', () => {
    throw new Error('at once');
  });
  await expect(thrower).rejects.toThrow('at once');
  expect(await turns.take('key', async () => 'next')).toBe('next');
});

test('a key that was let go of begins anew', async () => {
  const turns = new TurnsByKey();
  for (let round = 0; round < 3; round += 1) expect(await turns.take('key', async () => round)).toBe(round);
});

test('whoever had to wait is told that things may have changed', async () => {
  const turns = new Turns();
  const waits = await Promise.all([1, 2, 3].map(() => turns.take(async (waited) => waited)));
  expect(waits).toEqual([false, true, true]);
  expect(await turns.take(async (waited) => waited)).toBe(false);
});
