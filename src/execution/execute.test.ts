import { expect, test } from 'vitest';
import type { Clock } from '../clock.ts';
import { EffectNotPerformed } from '../errors.ts';
import { fakeClock } from '../testing/clock.ts';
import { type Ended, execute } from './execute.ts';

/** A clock that takes `took` milliseconds over whatever runs, and on which no timer may be started. */
function steps(took: number): Clock {
  let elapsed = 0;
  return {
    now: () => 0,
    elapsed: () => (elapsed += took) - took,
    after: () => expect.unreachable('a timer was started'),
  };
}

test('an executor that answers at once returned, with no timer and no signal made [V-111]', async () => {
  expect(await execute(steps(7.6), 100, () => 'done')).toEqual({
    kind: 'returned',
    value: 'done',
    duration: 8,
  });
  expect(await execute(steps(0), 100, () => undefined)).toEqual({
    kind: 'returned',
    value: undefined,
    duration: 0,
  });
});

test('an executor that throws at once threw what it threw [D-015]', async () => {
  for (const error of [new Error('declined'), 'declined', null, undefined]) {
    const ended = execute(steps(3), 100, () => {
      throw error as Error;
    });
    expect(await ended).toEqual({ kind: 'threw', error, duration: 3 });
  }
});

test('an executor that promises is waited for, and its timer is cancelled', async () => {
  const clock = fakeClock();
  let cancelled = 0;
  const counting: Clock = {
    ...clock,
    after: (ms, then) => {
      expect(ms).toBe(100);
      const cancel = clock.after(ms, then);
      return () => {
        cancelled += 1;
        cancel();
      };
    },
  };
  expect(await execute(counting, 100, async () => 'done')).toEqual({
    kind: 'returned',
    value: 'done',
    duration: 0,
  });
  const error = new Error('declined');
  expect(await execute(counting, 100, () => Promise.reject(error))).toEqual({
    kind: 'threw',
    error,
    duration: 0,
  });
  expect(cancelled).toBe(2);
});

test('an executor that is certain that nothing happened says so, at once or promised [D-015]', async () => {
  const clock = fakeClock();
  const nothing = () => new EffectNotPerformed();
  const ends: Ended[] = [
    await execute(clock, 100, () => {
      throw nothing();
    }),
    await execute(clock, 100, () => Promise.reject(nothing())),
  ];
  expect(ends).toEqual(ends.map(() => ({ kind: 'not_performed', duration: 0 })));
});

test('an error that only looks like that certainty is an error like any other [D-015]', async () => {
  for (const error of [
    Object.assign(new Error('x'), { name: 'EffectNotPerformed' }),
    { name: 'EffectNotPerformed' },
    EffectNotPerformed,
    new Error('wrapped', { cause: new EffectNotPerformed() }),
  ])
    expect((await execute(fakeClock(), 100, () => Promise.reject(error))).kind).toBe('threw');
});

test('an EffectNotPerformed that is returned and not thrown is a result [D-015]', async () => {
  expect((await execute(fakeClock(), 100, async () => new EffectNotPerformed())).kind).toBe('returned');
});

test('what was thrown may be a proxy whose traps throw: it threw, and nothing else breaks', async () => {
  const trap = () => {
    throw new Error('do not look');
  };
  const error = new Proxy({}, { has: trap, get: trap, getPrototypeOf: trap });
  const ends = [
    await execute(fakeClock(), 100, () => {
      throw error as Error;
    }),
    await execute(fakeClock(), 100, () => Promise.reject(error)),
  ];
  expect(ends.map(({ kind }) => kind)).toEqual(['threw', 'threw']);
  expect(ends.map((ended) => ended.kind === 'threw' && ended.error === error)).toEqual([true, true]);
});

test('past its deadline an execution has an unknown end, its signal is aborted, and a late end is reported [D-016]', async () => {
  const clock = fakeClock();
  let finish = (_: unknown) => {};
  let signal: AbortSignal | undefined;
  const ended = execute(clock, 100, (signalOf) => {
    signal = signalOf();
    return new Promise((resolve) => (finish = resolve));
  });
  clock.advance(99);
  expect(signal?.aborted).toBe(false);
  clock.advance(1);
  const end = await ended;
  expect(end).toMatchObject({ kind: 'deadline', duration: 100 });
  expect(signal).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } });
  clock.advance(50);
  finish('late');
  expect(end.kind === 'deadline' && (await end.late)).toEqual({
    kind: 'returned',
    value: 'late',
    duration: 150,
  });
});

test('what ends late by throwing is reported too, and never as an unhandled rejection [D-016]', async () => {
  for (const [error, kind] of [
    [new Error('declined'), 'threw'],
    [new EffectNotPerformed(), 'not_performed'],
  ] as const) {
    const clock = fakeClock();
    let fail = (_: unknown) => {};
    const ended = execute(clock, 100, () => new Promise((_resolve, reject) => (fail = reject)));
    clock.advance(100);
    const end = await ended;
    fail(error);
    expect(end.kind === 'deadline' && (await end.late).kind).toBe(kind);
  }
});

test('a signal is one and the same however often it is asked for, and one asked for late is aborted already', async () => {
  const clock = fakeClock();
  const asked: AbortSignal[] = [];
  let signalOf: () => AbortSignal = () => expect.unreachable('not running yet');
  const ended = execute(clock, 100, (given) => {
    signalOf = given;
    return new Promise(() => {});
  });
  clock.advance(100);
  await ended;
  asked.push(signalOf(), signalOf());
  expect(asked[0]).toBe(asked[1]);
  expect(asked[0]!.aborted).toBe(true);
});

test('a promise of another library is waited for', async () => {
  const ended = execute(fakeClock(), 100, () => ({
    then: (next: (value: string) => void) => next('foreign'),
  }));
  expect(await ended).toMatchObject({ kind: 'returned', value: 'foreign' });
});

test('an execution never lasted less than nothing, whatever its clock says', async () => {
  expect(await execute(steps(-5), 100, () => 'done')).toMatchObject({ duration: 0 });
});
