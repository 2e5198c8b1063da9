/*
 * The machine's clock jumps in the middle of a call. Whatever is decided is decided for the time that it is then, a
 * clock that goes back opens nothing again, and time on record never goes back.
 */
import { expect, test } from 'vitest';
import type { BoundaryOptions } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { fakeClock, type PausePoint, withPausePoints } from '../src/testing/index.ts';
import { evidenceOf, held, openDesk, turns } from './desk.ts';

const hour = 3_600_000;
/** A whole hour, so that windows of an hour begin with the tests. */
const start = Date.UTC(2030, 0, 1);

/** A desk whose clock can be made to jump when a call comes to a pause point. */
async function jumpy(options: Partial<BoundaryOptions> = {}) {
  const clock = fakeClock(start);
  let jump: { readonly at: PausePoint; readonly by: number; times: number } | null = null;
  const store = withPausePoints(sqlite(':memory:'), (point) => {
    if (jump === null || jump.at !== point || jump.times === 0) return;
    jump.times -= 1;
    clock.set(clock.now() + jump.by);
  });
  const opened = await openDesk({ store, clock, ...options });
  return {
    ...opened,
    clock,
    cancel: (callId = 'call-1') => opened.session.call('orders.cancel', order, { callId }),
    note: (callId: string) => opened.session.call('orders.note', { ...order, note: callId }, { callId }),
    jumps: (at: PausePoint, far: number, times = 1) => void (jump = { at, by: far, times }),
  };
}

const order = { orderId: 'o-1' };

const jumps = [
  { at: 'before loadForDecision', by: hour, told: 'executed' },
  { at: 'before loadForDecision', by: -hour, told: 'executed' },
  // Nothing is left of its deadline, which began when it was ready: it is not begun.
  { at: 'before admit', by: hour, told: 'failed' },
  { at: 'before admit', by: -hour, told: 'executed' },
  { at: 'after admit', by: hour, told: 'failed' },
  { at: 'after admit', by: -hour, told: 'executed' },
  { at: 'before settle', by: hour, told: 'executed' },
  { at: 'before settle', by: -hour, told: 'executed' },
] as const;

for (const { at, by: far, told } of jumps) {
  test(`a clock that jumps ${far / hour} h ${at}: a write is ${told}, known as that, and its evidence is in order [D-016, B-124]`, async () => {
    const { cancel, desk, boundary, jumps: jump } = await jumpy();
    jump(at, far);
    expect((await cancel()).kind).toBe(told);
    expect((await cancel()).kind).toBe(told === 'executed' ? 'replayed' : told);
    expect(desk.effects).toHaveLength(told === 'executed' ? 1 : 0);
    const times = (await evidenceOf(boundary)).map(({ at: time }) => time);
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
}

for (const far of [hour, -hour]) {
  test(`a clock that jumps ${far / hour} h between the check and the admission: the deadline is counted from then [D-016]`, async () => {
    const { cancel, desk, clock } = await jumpy();
    const end = held();
    desk.onLoad = (count) => {
      if (count === 2) clock.set(clock.now() + far);
    };
    desk.cancel = () => end.promise;
    const running = cancel();
    await turns();
    clock.advance(59_999);
    expect((await cancel()).kind).toBe('in_progress');
    clock.advance(1);
    expect((await running).kind).toBe('indeterminate');
  });
}

const shapes = {
  fixed_window: { kind: 'fixed_window', max: 1, every: hour },
  sliding_window: { kind: 'sliding_window', max: 1, every: hour },
} as const;
const atMostOne = (shape: keyof typeof shapes): Partial<BoundaryOptions> => ({
  limits: [{ name: 'hourly', key: 'tenant', shape: shapes[shape] }],
});

test('a window that begins between the check and the admission is the one that is taken from [V-081, D-029]', async () => {
  const { note, clock, jumps: jump } = await jumpy(atMostOne('fixed_window'));
  clock.set(start + hour - 1);
  jump('before admit', 1);
  expect((await note('over the edge')).kind).toBe('executed');
  expect((await note('in the same window')).kind).toBe('throttled');
  clock.set(start + 2 * hour);
  expect((await note('in the next')).kind).toBe('executed');
});

for (const far of [2_001, 10 * 60_000]) {
  test(`a clock that is ${far} ms further at admission is a reason to check again, and then to go on [D-029]`, async () => {
    const { note, jumps: jump, desk } = await jumpy(atMostOne('sliding_window'));
    jump('before admit', far);
    expect((await note('n-1')).kind).toBe('executed');
    expect(desk.effects).toHaveLength(1);
    expect((await note('n-2')).kind).toBe('throttled');
  });
}

test('a clock that jumps at every admission leaves a call contended, with nothing run and nothing taken [D-029, D-003]', async () => {
  const { note, jumps: jump, desk } = await jumpy(atMostOne('fixed_window'));
  jump('before admit', 2_001, 21);
  expect(await note('n-1')).toMatchObject({ kind: 'denied', reason: 'contended' });
  expect(desk.effects).toEqual([]);
  expect((await note('n-1')).kind).toBe('executed');
});

for (const shape of ['fixed_window', 'sliding_window'] as const) {
  test(`a clock that goes back opens no ${shape} again [V-081]`, async () => {
    const { note, clock, desk } = await jumpy(atMostOne(shape));
    clock.set(start + hour);
    expect((await note('n-1')).kind).toBe('executed');
    for (const back of [1, hour, 24 * hour]) {
      clock.set(start + hour - back);
      expect(await note(`back ${back}`)).toMatchObject({ kind: 'throttled', retryAfter: hour });
    }
    expect(desk.effects).toHaveLength(1);
  });
}
