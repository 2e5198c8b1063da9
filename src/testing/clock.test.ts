import { expect, test } from 'vitest';
import { fakeClock } from './clock.ts';

test('a fake clock stands still until it is moved', () => {
  const clock = fakeClock(1_000);
  expect([clock.now(), clock.now(), clock.elapsed()]).toEqual([1_000, 1_000, 0]);
  clock.advance(250);
  expect([clock.now(), clock.elapsed()]).toEqual([1_250, 250]);
});

test('what is due runs in order, each at its own time, also what was set meanwhile', () => {
  const clock = fakeClock(0);
  const ran: (readonly [string, number])[] = [];
  const at = (name: string) => () => ran.push([name, clock.now()]);
  clock.after(30, at('third'));
  clock.after(10, () => {
    at('first')();
    clock.after(10, at('second'));
  });
  clock.after(100, at('never'));
  clock.advance(50);
  expect(ran).toEqual([
    ['first', 10],
    ['second', 20],
    ['third', 30],
  ]);
  expect(clock.now()).toBe(50);
});

test('what is cancelled does not run', () => {
  const clock = fakeClock();
  let ran = false;
  const cancel = clock.after(5, () => {
    ran = true;
  });
  cancel();
  clock.advance(10);
  expect(ran).toBe(false);
});

test('the time of day may jump; durations and timers do not notice', () => {
  const clock = fakeClock(1_000);
  let ran = false;
  clock.after(10, () => {
    ran = true;
  });
  clock.set(0);
  expect([clock.now(), clock.elapsed(), ran]).toEqual([0, 0, false]);
  clock.advance(10);
  expect([clock.now(), clock.elapsed(), ran]).toEqual([10, 10, true]);
});
