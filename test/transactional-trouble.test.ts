/* What goes wrong around an effect in the boundary's own database: it is there with everything else, or nothing is. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SettlementFailed } from '../src/index.ts';
import { contradictions } from './race/contradictions.ts';
import { effectsIn, inDatabase, newTill, reopened } from './race/left-behind.ts';
import { turns } from './desk.ts';

/** The table of evidence refuses records of these types; answers what undoes it. */
function refuse(folder: string, ...types: readonly string[]): () => void {
  inDatabase(folder, (database) => {
    const some = types.map((type) => `'${type}'`).join(', ');
    database.exec(`CREATE TRIGGER broken BEFORE INSERT ON countersign_evidence WHEN NEW.type IN (${some})
      BEGIN SELECT RAISE(ABORT, 'the table is broken'); END`);
  });
  return () => inDatabase(folder, (database) => database.exec('DROP TRIGGER broken'));
}

/** A till whose keys are there. */
async function till() {
  const folder = newTill();
  const opened = await reopened(folder);
  await opened.send('till.look', 'call-0');
  const booked = () => effectsIn(folder).filter(({ capability }) => capability === 'till.book').length;
  return { ...opened, folder, booked };
}

const records = [
  { refused: ['call.admitted'], told: 'store_failed', then: 'executed' },
  // Its end is on record, so the same call stays failed; a new one may book.
  { refused: ['call.executed'], told: 'failed', then: 'failed' },
  { refused: ['call.executed', 'call.failed'], told: 'settlement_failed none', then: 'executed' },
];

for (const { refused, told, then } of records) {
  test(`a booking whose records of ${refused.join(' and ')} are refused is not made, and says so [D-043, V-110, D-017]`, async () => {
    const { send, boundary, folder, booked } = await till();
    const repair = refuse(folder, ...refused);
    const end: unknown = await send('till.book', 'call-1').catch((error: unknown) => error);
    const effect = end instanceof SettlementFailed ? [end.effect] : [];
    const { code, kind } = end as { readonly code?: string; readonly kind?: string };
    expect([code ?? kind, ...effect].join(' ')).toBe(told);
    expect(booked()).toBe(0);

    repair();
    expect((await send('till.book', 'call-1')).kind).toBe(then);
    const other = await send('till.book', 'call-2');
    expect(other).toMatchObject(then === 'executed' ? { reason: 'duplicate' } : { kind: 'executed' });
    expect(booked()).toBe(1);
    expect(await contradictions(folder, boundary)).toEqual([]);
    await boundary.close();
  });
}

test('a booking waits for whoever has the write lock, and is made once [B-130, D-043]', async () => {
  const { send, boundary, folder, booked } = await till();
  const other = new Database(join(folder, 'till.db'));
  other.exec('BEGIN IMMEDIATE');
  const booking = send('till.book', 'call-1');
  await turns();
  expect(booked()).toBe(0);
  other.exec('COMMIT');
  expect((await booking).kind).toBe('executed');
  expect(booked()).toBe(1);
  other.close();
  await boundary.close();
});
