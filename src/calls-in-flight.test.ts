import { expect, test } from 'vitest';
import { CallsInFlight } from './calls-in-flight.ts';

/** Whether a promise settled by now, without waiting for it. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a call is answered with what its work answers, thrown or returned', async () => {
  const calls = new CallsInFlight();
  expect(await calls.during(async () => 7)).toBe(7);
  await expect(calls.during(() => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
  await expect(
    calls.during(() => {
      throw new RangeError('at once');
    }),
  ).rejects.toThrow(RangeError);
});

test('once closing began no call starts, and its work is not even tried [D-030]', async () => {
  const calls = new CallsInFlight();
  calls.refuseIfClosed();
  const closing = calls.close();
  expect(() => calls.refuseIfClosed()).toThrow(expect.objectContaining({ code: 'boundary_closed' }));
  await expect(calls.during(() => expect.unreachable('work was started'))).rejects.toMatchObject({
    code: 'boundary_closed',
  });
  await closing;
});

test('closing waits for every call under way, however each ends [D-030]', async () => {
  const calls = new CallsInFlight();
  let finish = (_: unknown) => {};
  let fail = (_: unknown) => {};
  const one = calls.during(() => new Promise((resolve) => (finish = resolve)));
  const two = calls.during(() => new Promise((_resolve, reject) => (fail = reject)));
  const closing = calls.close();
  expect(await isSettled(closing)).toBe(false);
  finish('done');
  expect(await one).toBe('done');
  expect(await isSettled(closing)).toBe(false);
  fail(new RangeError('no'));
  await expect(two).rejects.toThrow(RangeError);
  expect(await isSettled(closing)).toBe(true);
});

test('with nothing under way closing is over at once, failures before it included', async () => {
  const calls = new CallsInFlight();
  await calls.during(async () => 1);
  await calls.during(() => Promise.reject(new RangeError('no'))).catch(() => {});
  expect(await isSettled(calls.close())).toBe(true);
});
