import { expect, test } from 'vitest';
import { fakeClock } from '../testing/clock.ts';
import { Coalescer } from './coalesce.ts';

/** Lets everything that can go on without time passing go on. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A coalescer on a clock that stands still, over writes that a test can hold open or let fail. */
function counted() {
  const clock = fakeClock();
  const written: string[] = [];
  const failures: unknown[] = [];
  const coalescer = new Coalescer(clock, (error) => failures.push(error));
  const report = (kind: string, write: (what: string) => void | Promise<void> = () => {}) =>
    coalescer.report(
      kind,
      async () => {
        await write(`${kind} first`);
        written.push(`${kind} first`);
      },
      async (count) => {
        await write(`${kind} ${count}`);
        written.push(`${kind} ${count}`);
      },
    );
  return { clock, written, failures, coalescer, report };
}

test('the first of a kind is written before it is answered [D-008]', async () => {
  const { written, report } = counted();
  let durable = () => {};
  let answered = false;
  const first = Promise.resolve(report('a', () => new Promise((resolve) => (durable = resolve)))).then(() => {
    answered = true;
  });
  await turn();
  expect(answered).toBe(false);
  durable();
  await first;
  expect(written).toEqual(['a first']);
});

test('those that follow within a second are counted in one record after it [D-008]', async () => {
  const { clock, written, report } = counted();
  for (let n = 0; n < 5; n += 1) await report('a');
  clock.advance(999);
  await turn();
  expect(written).toEqual(['a first']);
  clock.advance(1);
  await turn();
  expect(written).toEqual(['a first', 'a 4']);
});

test('what comes after the second is a first again, and one that nothing followed leaves no count [D-008]', async () => {
  const { clock, written, report } = counted();
  await report('a');
  clock.advance(1_000);
  await turn();
  await report('a');
  await report('a');
  clock.advance(1_000);
  await turn();
  expect(written).toEqual(['a first', 'a first', 'a 1']);
});

test('kinds are counted apart', async () => {
  const { clock, written, report } = counted();
  for (const kind of ['a', 'b', 'a', 'a', 'b']) await report(kind);
  clock.advance(1_000);
  await turn();
  expect(written.toSorted()).toEqual(['a 2', 'a first', 'b 1', 'b first']);
});

test('what comes while the first is being written waits for it, and is counted [D-008]', async () => {
  const { clock, written, report } = counted();
  let durable = () => {};
  const first = report('a', (what) =>
    what === 'a first' ? new Promise((resolve) => (durable = resolve)) : undefined,
  );
  let answered = 0;
  const others = [1, 2].map(() => Promise.resolve(report('a')).then(() => (answered += 1)));
  await turn();
  expect(answered).toBe(0);
  durable();
  await Promise.all([first, ...others]);
  clock.advance(1_000);
  await turn();
  expect(written).toEqual(['a first', 'a 2']);
});

test('a first that cannot be written fails its caller and those who waited, and the next is a first again [V-110]', async () => {
  const { written, failures, report } = counted();
  const full = new Error('the disk is full');
  let fail = (_: Error) => {};
  const first = report('a', () => new Promise((_resolve, reject) => (fail = reject)));
  const waiting = report('a');
  fail(full);
  await expect(first).rejects.toBe(full);
  await expect(waiting).rejects.toBe(full);
  await report('a');
  expect(written).toEqual(['a first']);
  expect(failures).toEqual([]);
});

test('a count that cannot be written is reported to whoever listens, and fails no caller', async () => {
  const { clock, written, failures, report } = counted();
  const full = new Error('the disk is full');
  const write = (what: string) => (what === 'a first' ? Promise.resolve() : Promise.reject(full));
  await report('a', write);
  await report('a', write);
  clock.advance(1_000);
  await turn();
  expect(failures).toEqual([full]);
  await report('a');
  expect(written).toEqual(['a first', 'a first']);
});

test('flushing writes every count now, once, and none of them again later [D-008]', async () => {
  const { clock, written, coalescer, report } = counted();
  for (const kind of ['a', 'a', 'b', 'b', 'b', 'c']) await report(kind);
  await coalescer.flush();
  expect(written).toEqual(['a first', 'b first', 'c first', 'a 1', 'b 2']);
  await coalescer.flush();
  clock.advance(2_000);
  await turn();
  expect(written).toHaveLength(5);
});

test('flushing never rejects: a count that fails is reported, and the others are written', async () => {
  const { written, failures, coalescer, report } = counted();
  const full = new Error('the disk is full');
  await report('a');
  await report('a');
  await report('b', (what) => (what === 'b first' ? Promise.resolve() : Promise.reject(full)));
  await report('b');
  await report('c');
  await report('c');
  await coalescer.flush();
  expect(failures).toEqual([full]);
  expect(written).toEqual(['a first', 'b first', 'c first', 'a 1', 'c 1']);
});

test('beyond its capacity each is recorded by itself, and nothing is lost [D-008]', async () => {
  const { clock, written, report } = counted();
  for (let n = 0; n < 10_000; n += 1) await report(`kind ${n}`);
  written.length = 0;
  for (let n = 0; n < 3; n += 1) await report('one more');
  await report('kind 0');
  expect(written).toEqual(['one more first', 'one more first', 'one more first']);
  clock.advance(1_000);
  await turn();
  await report('one more');
  await report('one more');
  expect(written.slice(3)).toEqual(['kind 0 1', 'one more first']);
});
