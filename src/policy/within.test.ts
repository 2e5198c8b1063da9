import { expect, test } from 'vitest';
import { fakeClock } from '../testing/clock.ts';
import { TooLate, within } from './index.ts';

test('what answers at once stays synchronous and starts no timer', () => {
  const deadline = within({ after: () => expect.unreachable('a timer was started') }, 10);
  expect(deadline(() => 7)).toBe(7);
  expect(deadline(() => null)).toBeNull();
  expect(() =>
    deadline(() => {
      throw new RangeError('at once');
    }),
  ).toThrow(RangeError);
});

test('what answers in time is its answer, and the timer is cancelled', async () => {
  let cancelled = 0;
  const deadline = within({ after: () => () => (cancelled += 1) }, 10);
  expect(await deadline(async () => 'yes')).toBe('yes');
  await expect(deadline(() => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
  await Promise.resolve();
  expect(cancelled).toBe(2);
});

test('what answers late is too late, and its answer is dropped', async () => {
  const clock = fakeClock();
  let settle: (answer: string) => void = () => {};
  const answer = within(clock, 100)(() => new Promise<string>((resolve) => (settle = resolve)));
  clock.advance(99);
  clock.advance(1);
  settle('yes');
  await expect(answer).rejects.toThrow(TooLate);
  await expect(answer).rejects.toThrow('no answer within 100 ms');
});

test('a late rejection never becomes an unhandled one', async () => {
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', listen);
  try {
    const clock = fakeClock();
    let fail: (error: Error) => void = () => {};
    const answer = within(clock, 100)(() => new Promise((_resolve, reject) => (fail = reject)));
    clock.advance(100);
    await expect(answer).rejects.toThrow(TooLate);
    fail(new Error('connection reset'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  } finally {
    process.off('unhandledRejection', listen);
  }
});
