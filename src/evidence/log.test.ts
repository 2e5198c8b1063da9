import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import type { EvidenceRow } from '../store/rows.ts';
import { evidenceRow, evidenceVerifies } from './log.ts';
import { readEvidence } from './read.ts';

const keys = deriveKeys('ab'.repeat(32));
const record = { type: 'catalogue.registered', versions: ['one'], reason: null } as const;
const row = evidenceRow(keys, { tenant: 'acme', id: 'e-1', at: 1_000, record });

test('a record becomes a row of canonical text under a MAC of its own', () => {
  expect(row).toMatchObject({
    tenant: 'acme',
    id: 'e-1',
    type: 'catalogue.registered',
    at: 1_000,
    previous: null,
  });
  expect(row.body).toBe('{"reason":null,"versions":["one"]}');
  expect(evidenceVerifies(keys, row)).toBe(true);
  expect(evidenceVerifies(deriveKeys('cd'.repeat(32)), row)).toBe(false);
});

const changed: { readonly [C in keyof EvidenceRow]: EvidenceRow[C] } = {
  tenant: 'other',
  id: 'e-2',
  type: 'catalogue.superseded',
  at: 1_001,
  body: '{"reason":null,"versions":["two"]}',
  previous: 'mac',
  mac: evidenceRow(keys, { tenant: 'acme', id: 'e-2', at: 1_000, record }).mac,
};

for (const column of Object.keys(changed) as (keyof EvidenceRow)[]) {
  test(`a record whose ${column} is another is not authentic [D-009]`, () => {
    expect(evidenceVerifies(keys, { ...row, [column]: changed[column] })).toBe(false);
  });
}

/** A log that answers in pages, as a store does. */
function logOf(rows: readonly EvidenceRow[]) {
  const asked: number[] = [];
  const evidence = ({ tenant, after, limit }: { tenant: string; after: number; limit: number }) => {
    asked.push(after);
    return rows
      .map((one, place) => ({ ...one, order: place + 1 }))
      .filter((one) => one.tenant === tenant && one.order > after)
      .slice(0, limit);
  };
  return { asked, evidence };
}

test('a log is read to its end in order, a page at a time, and no further than it is asked for', async () => {
  const ids = Array.from({ length: 1_200 }, (_, place) => `e-${place}`);
  const log = logOf(ids.map((id) => evidenceRow(keys, { tenant: 'acme', id, at: 1, record })));
  const read: string[] = [];
  for await (const { id } of readEvidence({ store: log, keys }, 'acme')) read.push(id);
  expect(read).toEqual(ids);
  expect(log.asked).toEqual([0, 500, 1_000]);
  for await (const { id } of readEvidence({ store: log, keys }, 'acme')) {
    if (id === 'e-3') break;
  }
  expect(log.asked).toEqual([0, 500, 1_000, 0]);
});

test('a log that ends with a full page has an end', async () => {
  const log = logOf(Array.from({ length: 500 }, () => row));
  let read = 0;
  for await (const { authentic } of readEvidence({ store: log, keys }, 'acme')) read += authentic ? 1 : 0;
  expect(read).toBe(500);
});

test('a record that was edited is shown for what it is, whatever it says [D-009]', async () => {
  const bodies = ['{"reason":"edited","versions":[]}', 'no JSON', '[]', '', '{"a":1,"a":2}'];
  const log = logOf(bodies.map((body) => ({ ...row, body })));
  const read = [];
  for await (const { body, authentic } of readEvidence({ store: log, keys }, 'acme'))
    read.push([body, authentic]);
  expect(read).toEqual([
    [{ reason: 'edited', versions: [] }, false],
    ...Array.from({ length: 4 }, () => [{}, false]),
  ]);
});
