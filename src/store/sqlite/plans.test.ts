import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import type { Driver } from './driver.ts';
import { availableDrivers, driverOf, openHandle } from './find-driver.ts';
import { conversations } from './conversation.ts';
import { histories } from './history.ts';
import { holder } from './holder.ts';
import { loadForDecision } from './load-for-decision.ts';
import { meters } from './meters.ts';
import { runs } from './run.ts';
import { sqlite } from './sqlite.ts';
import { unresolved } from './unresolved.ts';

/** How SQLite goes about each statement that something prepares. */
async function plansOf(prepare: (driver: Driver) => unknown): Promise<readonly string[]> {
  const handle = await openHandle(availableDrivers()[0], ':memory:');
  await sqlite(handle).open(fakeClock());
  const driver = driverOf(handle);
  const plans: string[] = [];
  prepare({
    ...driver,
    prepare(sql) {
      const values = Array.from(sql.matchAll(/\?/g), () => null);
      const steps = driver.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
      plans.push(steps.map((step) => String(step[3])).join('; '));
      return driver.prepare(sql);
    },
  });
  return plans;
}

test('unresolved calls are found in an index of them alone, in order', async () => {
  expect(await plansOf(unresolved)).toEqual([
    'SEARCH countersign_call USING INDEX countersign_call_unresolved (tenant=? AND execution>?)',
  ]);
});

test('the holder of an operation is found in its index', async () => {
  expect(await plansOf(holder)).toEqual([
    'SEARCH countersign_call USING INDEX countersign_call_holds (tenant=? AND holds=?)',
  ]);
});

test('meters are found and paged by their key, and those that are over in an index of what ends', async () => {
  const [find, put, page, prune] = await plansOf(meters);
  expect(find).toBe('SEARCH countersign_meter USING PRIMARY KEY (tenant=? AND key=?)');
  expect(put).toBe('');
  expect(page).toBe('SEARCH countersign_meter USING PRIMARY KEY (tenant=? AND key>?)');
  expect(prune).toContain('INDEX countersign_meter_until (tenant=? AND until<?)');
});

test('a page of entries, the last one of a history, runs and their calls are found in what they are kept in order by', async () => {
  const [, , , page] = await plansOf((driver) => histories(driver, conversations(driver)));
  expect(page).toBe(
    'SEARCH countersign_entry USING PRIMARY KEY (tenant=? AND owner=? AND conversation=? AND n>?)',
  );
  const plans = await plansOf((driver) => loadForDecision(driver, runs(driver)));
  expect(plans.at(-1)).toContain(
    'SEARCH countersign_entry USING PRIMARY KEY (tenant=? AND owner=? AND conversation=?)',
  );
  const scans = plans.flatMap((plan) => plan.split('; ')).filter((step) => step.startsWith('SCAN'));
  // The clock has one row; a constant row is no table.
  expect(scans.filter((step) => !/clock|CONSTANT/.test(step))).toEqual([]);
  expect(plans.filter((plan) => plan.includes('B-TREE'))).toEqual([]);
});
