import { expect, test } from 'vitest';
import { DecisionTime } from './decision-time.ts';
import { fakeClock } from './testing/clock.ts';

test('time follows the clock and never goes back', () => {
  const clock = fakeClock(1_000);
  const time = new DecisionTime(clock);
  expect(time.now()).toBe(1_000);
  clock.set(400);
  expect(time.now()).toBe(1_000);
  clock.set(1_001);
  expect(time.now()).toBe(1_001);
});

test('a later time that the store was shown counts, an earlier one does not', () => {
  const clock = fakeClock(1_000);
  const time = new DecisionTime(clock);
  time.see(5_000);
  expect(time.now()).toBe(5_000);
  time.see(4_000);
  expect(time.now()).toBe(5_000);
  clock.set(6_000);
  expect(time.now()).toBe(6_000);
});

test('time is whole milliseconds, whatever the clock counts in', () => {
  const clock = fakeClock(1_000.9);
  const time = new DecisionTime(clock);
  expect(time.now()).toBe(1_000);
  time.see(2_000.5);
  expect(time.now()).toBe(2_000);
});

test('a clock or a store that gives no number is as if time stood still', () => {
  const clock = fakeClock(1_000);
  const time = new DecisionTime(clock);
  time.now();
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    clock.set(none);
    expect(time.now()).toBe(1_000);
    time.see(none);
    expect(time.now()).toBe(1_000);
  }
});
