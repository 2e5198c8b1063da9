import { expect, test } from 'vitest';
import type { Limit } from '../src/index.ts';
import { evidenceOf } from './desk.ts';
import { openDepot } from './limits/depot.ts';

const day = 86_400_000;
const limit: Limit = { name: 'sends', key: 'tenant', shape: { kind: 'fixed_window', max: 1, every: day } };

test('recorded time that ran ahead is set back with a reason, and limits count at the real time again [D-042]', async () => {
  const { boundary, clock, told } = await openDepot({ send: [limit] });
  const start = clock.now();
  clock.set(start + 400 * day);
  expect(await told('parcels.send', 'p-1')).toBe('executed');
  clock.set(start);
  expect(await told('parcels.send', 'p-2')).toContain('throttled');
  for (const reason of ['', '  ', undefined, 7])
    await expect(boundary.resetClock(reason as string)).rejects.toMatchObject({ code: 'options_invalid' });
  const reset = await boundary.resetClock('the battery of node 3 was dead');
  expect(reset).toEqual({ from: start + 400 * day, to: start, counters: 1 });
  expect(await told('parcels.send', 'p-2')).toBe('executed');
  expect(await told('parcels.send', 'p-3')).toContain('throttled');
  const records = await evidenceOf(boundary, '');
  expect(records.at(-1)).toMatchObject({
    type: 'clock.reset',
    at: start,
    authentic: true,
    body: { reason: 'the battery of node 3 was dead', counters: 1, to: start },
  });
});
