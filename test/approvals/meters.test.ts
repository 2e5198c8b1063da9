import { expect, test } from 'vitest';
import type { Limit } from '../../src/index.ts';
import { openCounter, pendingOf } from './counter.ts';

const budget = (max: number) => ({ kind: 'budget', max }) as const;

test('what filled up while a person was asked stops the call that they agreed to', async () => {
  const limit: Limit = { name: 'tokens', meter: 'tokens', key: 'conversation', shape: budget(100) };
  const { cancel, as, session, counter } = await openCounter({ limits: [limit] });
  const { id, seen } = pendingOf(await cancel());
  expect(await as('ann').approve(id, seen)).toMatchObject({ status: 'approved' });
  await session.spent({ tokens: 100 });
  expect(await cancel()).toMatchObject({ kind: 'throttled', limit: 'tokens' });
  expect(counter.effects).toEqual([]);
});

test('a call that waits for a person was proposed once, however often it is sent', async () => {
  const limit: Limit = { name: 'asks', meter: 'proposals', key: 'conversation', shape: budget(1) };
  const { cancel, as, counter } = await openCounter({ limits: [limit] });
  const { id, seen } = pendingOf(await cancel());
  for (let n = 0; n < 3; n += 1) expect((await cancel()).kind).toBe('pending');
  await as('ann').approve(id, seen);
  expect((await cancel()).kind).toBe('executed');
  expect((await cancel('o-2')).kind).toBe('throttled');
  expect(counter.effects).toHaveLength(1);
});
