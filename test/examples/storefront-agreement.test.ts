import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreed } from '../../examples/storefront/agreed.ts';
import { type AgreementRun, agreementStory } from '../../examples/storefront/agreement-story.ts';
import { toldAgreement } from '../../examples/storefront/agreement-told.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-agreement-'));
let run: AgreementRun = { observed: [], evidence: [] };

beforeAll(async () => {
  run = await agreementStory(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The answers of the moments about these calls, in order. */
const answersOf = (...callIds: readonly string[]) =>
  agreed.flatMap(({ callId }, index) => (callIds.includes(callId) ? [run.observed[index]?.answer] : []));

test('what ana confirmed runs once; other arguments ask anew, and nothing else runs [B-044, V-009]', () => {
  expect(answersOf('call_1', 'call_2', 'call_3')).toEqual([
    'pending: confirm',
    'approved: 1 of 1',
    'pending: confirm',
    'executed',
    'replayed',
    'denied: duplicate',
  ]);
});

test('a refund takes two persons of the staff, of whom ana is none [B-047, B-049]', () => {
  expect(answersOf('call_4', 'call_5')).toEqual([
    'pending: review',
    'refused: own_action',
    'pending: 1 of 2',
    'refused: already_voted',
    'pending: review',
    'approved: 2 of 2',
    'pending: review',
    'executed',
    'replayed',
  ]);
});

test('the shop paid exactly what people agreed to', () => {
  const paid = run.observed
    .flatMap(({ effects }) => effects)
    .map(({ order, to, cents }) => [order, to, cents]);
  expect(paid).toEqual([
    ['1002', 'ana', 12_000],
    ['1003', 'ana', 5_000],
  ]);
});

test('who agreed is on record without a name', () => {
  expect(run.evidence.every(({ authentic }) => authentic)).toBe(true);
  expect(run.evidence.filter(({ type }) => /voted|approved/.test(type)).map(({ type }) => type)).toEqual([
    'approval.approved',
    'approval.voted',
    'approval.approved',
  ]);
  expect(JSON.stringify(run.evidence)).not.toMatch(/"(?:100\d|ana(?:-staff)?|rita(?:-admin)?|ron)"/);
});

test('the terminal shows every moment within 100 columns and without colours', () => {
  const text = toldAgreement(agreed, run, false);
  for (const { because } of agreed) expect(text).toContain(because);
  for (const { answer } of run.observed) expect(text).toContain(answer);
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  expect(text).not.toContain('\u001b');
  expect(toldAgreement(agreed, run, true)).toContain('\u001b');
});
