import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tracked } from '../../examples/storefront/tracked.ts';
import { type TrackingRun, trackingStory } from '../../examples/storefront/tracking-story.ts';
import { paidAgain, toldTracking } from '../../examples/storefront/tracking-told.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-tracking-'));
let runs: readonly TrackingRun[] = [];

beforeAll(async () => {
  runs = await trackingStory(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runOf(desk: string): TrackingRun {
  const run = runs.find((one) => one.desk === desk);
  if (run === undefined) throw new Error(`nothing ran as ${desk}`);
  return run;
}

const books = (desk: string) => runOf(desk).observed.flatMap(({ fees }) => fees);

test('a call id for an idempotency key pays again whenever the model asks under a new one', () => {
  expect(books('hand-secured')).toHaveLength(18);
  expect(paidAgain(books('hand-secured'))).toBe(13);
});

test('behind the boundary the carrier is paid once a leg, also for the one whose answer was lost [V-091, V-097]', () => {
  const fees = books('countersigned');
  expect(fees.map(({ parcel, leg }) => [parcel, leg])).toEqual([
    ['acme-1001', 1],
    ['acme-1002', 1],
    ['acme-1003', 1],
    ['acme-1001', 2],
  ]);
  expect(paidAgain(fees)).toBe(0);
});

test('each moment has its answer: once a leg, three an hour, and what is unknown blocks until somebody looks', () => {
  const throttled = Array.from({ length: 12 }, () => 'throttled: lookups, for 55 min');
  expect(runOf('countersigned').observed.map(({ answers }) => answers)).toEqual([
    ['executed'],
    ['denied: duplicate (operation)'],
    ['indeterminate'],
    ['denied: duplicate (indeterminate)'],
    ['executed'],
    throttled,
    ['resolved: retryable'],
    ['executed'],
    ['executed'],
  ]);
});

test('the carrier knows the lost lookup by the execution id under which all of it is on record', () => {
  const { evidence } = runOf('countersigned');
  const resolved = evidence.find(({ type }) => type === 'claim.resolved');
  const execution = resolved?.body['execution'];
  expect(books('countersigned')[1]?.reference).toBe(execution);
  const records = evidence.filter(({ body }) => body['execution'] === execution);
  expect(records.every(({ authentic }) => authentic)).toBe(true);
  expect(records.map(({ type }) => type)).toEqual([
    'call.admitted',
    'call.indeterminate',
    'claim.resolved',
    'call.admitted',
    'call.executed',
  ]);
  expect(JSON.stringify(evidence)).not.toMatch(/"(?:100\d|acme-100\d|ana|olga|Lyon)"/);
});

test('the terminal shows every moment within 100 columns and without colours', () => {
  const text = toldTracking(tracked, runs, false);
  for (const { because } of tracked) expect(text).toContain(because);
  for (const answer of runs.flatMap(({ observed }) => observed).flatMap(({ answers }) => answers)) {
    expect(text).toContain(answer);
  }
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(text).not.toContain('\u001b');
  expect(toldTracking(tracked, runs, true)).toContain('\u001b');
});
