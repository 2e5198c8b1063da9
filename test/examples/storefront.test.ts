import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '../../examples/storefront/captured.ts';
import { tallyOf } from '../../examples/storefront/harm.ts';
import { story } from '../../examples/storefront/story.ts';
import { type Run, told } from '../../examples/storefront/told.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-storefront-'));
let runs: readonly Run[] = [];

beforeAll(async () => {
  runs = await story(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runOf(desk: string): Run {
  const run = runs.find((one) => one.desk === desk);
  if (run === undefined) throw new Error(`nothing ran as ${desk}`);
  return run;
}

const tally = (desk: string) => tallyOf(runOf(desk).observed.flatMap(({ effects }) => effects));

test('naive tools show, refund and repeat whatever the model proposes', () => {
  expect(tally('naive')).toEqual({
    harms: { seen: 2, foreign: 3, again: 3, unasked: 1 },
    lost: 64_000 + 41_000 + 75_000 + 3 * 12_000 + 18_000,
    done: 2,
  });
});

test('hand-secured tools lose to the resend, the change in between and the repeated member', () => {
  expect(tally('hand-secured')).toEqual({
    harms: { seen: 0, foreign: 1, again: 1, unasked: 1 },
    lost: 75_000 + 12_000 + 18_000,
    done: 2,
  });
});

test('the boundary does what was asked for, once, and nothing else', () => {
  expect(tally('countersigned')).toEqual({
    harms: { seen: 0, foreign: 0, again: 0, unasked: 0 },
    lost: 0,
    done: 2,
  });
});

test('the boundary says why, and where', () => {
  expect(runOf('countersigned').observed.map(({ decisions }) => decisions)).toEqual([
    ['executed'],
    ['denied: unauthorized (authorization)'],
    ['denied: unauthorized (authorization)'],
    ['executed', 'in_progress'],
    ['replayed'],
    ['denied: duplicate (operation)'],
    ['denied: argument_schema (/tenant_id)'],
    ['denied: unauthorized (current-authorization)'],
    ['denied: argument_schema (/orderId)'],
  ]);
});

test('the evidence holds every decision, verified, and nothing that the model or the shop said', () => {
  const { evidence } = runOf('countersigned');
  expect(evidence.every(({ authentic }) => authentic)).toBe(true);
  expect(evidence.map(({ type }) => type)).toEqual([
    'call.executed',
    'call.refused',
    'call.refused',
    'call.admitted',
    'call.answered',
    'call.executed',
    'call.answered',
    'call.refused',
    'call.refused',
    'call.refused',
    'call.refused',
  ]);
  expect(JSON.stringify(evidence)).not.toMatch(/"(?:100\d|2001|3001|ana|ben|globex)"/);
});

test('the terminal shows every proposal with its decisions, within 100 columns and without colours', () => {
  const text = told(captured, runs, false);
  for (const { name, argumentsText } of captured) expect(text).toContain(`${name} ${argumentsText}`);
  for (const decision of runs.flatMap(({ observed }) => observed).flatMap(({ decisions }) => decisions)) {
    expect(text).toContain(decision);
  }
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(text).not.toContain('\u001b');
  expect(told(captured, runs, true)).toContain('\u001b');
});
