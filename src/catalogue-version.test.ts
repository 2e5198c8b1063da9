import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { catalogueVerifies, putInForce, supersedeOthers } from './catalogue-version.ts';
import { DecisionTime } from './decision-time.ts';
import { readEvidence } from './evidence/index.ts';
import { deriveKeys } from './json/index.ts';
import { sqlite } from './store/sqlite/index.ts';
import type { Store } from './store/store.ts';
import { countingIds, fakeClock } from './testing/index.ts';

const keys = deriveKeys('ab'.repeat(32));

/** An open store in memory, and what registers versions in it. */
async function installation() {
  const database = new Database(':memory:');
  const store = sqlite(database);
  const clock = fakeClock();
  await store.open(clock);
  const registrar = { store, keys, ids: countingIds(), time: new DecisionTime(clock) };
  const states = async () => (await store.catalogues()).map(({ version, state }) => `${version} ${state}`);
  const log = async () => {
    const records = [];
    for await (const { type, body, authentic } of readEvidence({ store, keys }, ''))
      records.push({ type, authentic, ...body });
    return records;
  };
  return { database, store, clock, registrar, states, log };
}

test('a version is put in force once, with one record, and found as it was left [V-150]', async () => {
  const { clock, registrar, states, log } = await installation();
  const first = await putInForce(registrar, 'one');
  expect(catalogueVerifies(keys, first)).toBe(true);
  clock.advance(1_000);
  expect(await putInForce(registrar, 'one')).toEqual(first);
  expect(await states()).toEqual(['one in_force']);
  expect(await log()).toEqual([
    { type: 'catalogue.registered', authentic: true, versions: ['one'], reason: null },
  ]);
});

test('several versions are in force together until one supersedes the others [S-150]', async () => {
  const { clock, registrar, states, log } = await installation();
  for (const version of ['one', 'two', 'three']) {
    await putInForce(registrar, version);
    clock.advance(1);
  }
  expect(await states()).toEqual(['one in_force', 'two in_force', 'three in_force']);
  await supersedeOthers({ ...registrar, inForce: await putInForce(registrar, 'two') }, 'deployed');
  expect((await states()).toSorted()).toEqual(['one superseded', 'three superseded', 'two in_force']);
  expect((await log()).at(-1)).toEqual({
    type: 'catalogue.superseded',
    authentic: true,
    versions: ['one', 'three'],
    reason: 'deployed',
  });
});

test('superseding when nothing else is in force writes nothing', async () => {
  const { registrar, log } = await installation();
  const own = { ...registrar, inForce: await putInForce(registrar, 'one') };
  await supersedeOthers(own, 'deployed');
  expect(await log()).toHaveLength(1);
});

test('a version that was superseded stays so when its boundary starts again, and supersedes nobody [S-150]', async () => {
  const { registrar, states, log } = await installation();
  const old = { ...registrar, inForce: await putInForce(registrar, 'old') };
  await supersedeOthers({ ...registrar, inForce: await putInForce(registrar, 'new') }, 'deployed');
  const before = await log();
  expect((await putInForce(registrar, 'old')).state).toBe('superseded');
  for (const registrant of [old, { ...registrar, inForce: await putInForce(registrar, 'old') }]) {
    await expect(supersedeOthers(registrant, 'rolled back')).rejects.toMatchObject({
      code: 'options_invalid',
    });
  }
  expect((await states()).toSorted()).toEqual(['new in_force', 'old superseded']);
  expect(await log()).toEqual(before);
});

for (const [title, sql] of [
  ['put back in force', "UPDATE countersign_catalogue SET state = 'in_force' WHERE version = 'old'"],
  ['given another time', "UPDATE countersign_catalogue SET since = since + 1 WHERE version = 'old'"],
  ['given another MAC', "UPDATE countersign_catalogue SET mac = 'forged' WHERE version = 'old'"],
] as const) {
  test(`a version whose row was ${title} does not start [D-009, S-077]`, async () => {
    const { database, registrar } = await installation();
    await putInForce(registrar, 'old');
    await supersedeOthers({ ...registrar, inForce: await putInForce(registrar, 'new') }, 'deployed');
    expect(database.prepare(sql).run().changes).toBe(1);
    await expect(putInForce(registrar, 'old')).rejects.toMatchObject({ code: 'state_tampered' });
  });
}

test('nothing is superseded over a row that was edited [D-009]', async () => {
  const { database, registrar, log } = await installation();
  await putInForce(registrar, 'old');
  const own = { ...registrar, inForce: await putInForce(registrar, 'new') };
  database.exec("UPDATE countersign_catalogue SET since = since + 1 WHERE version = 'old'");
  await expect(supersedeOthers(own, 'deployed')).rejects.toMatchObject({ code: 'state_tampered' });
  expect(await log()).toHaveLength(2);
});

test('a version that was put back in force by hand supersedes nobody [D-009]', async () => {
  const { database, registrar, states } = await installation();
  const old = { ...registrar, inForce: await putInForce(registrar, 'old') };
  await supersedeOthers({ ...registrar, inForce: await putInForce(registrar, 'new') }, 'deployed');
  database.exec("UPDATE countersign_catalogue SET state = 'in_force' WHERE version = 'old'");
  await expect(supersedeOthers(old, 'rolled back')).rejects.toMatchObject({ code: 'state_tampered' });
  expect(await states()).toContain('new in_force');
});

test('of two versions that supersede each other at once one stays in force [D-004]', async () => {
  const { registrar, states, store } = await installation();
  const one = { ...registrar, inForce: await putInForce(registrar, 'one') };
  const two = { ...registrar, inForce: await putInForce(registrar, 'two') };
  // The other supersedes between what this one reads and what it writes.
  const late = Object.create(store) as Store;
  late.catalogues = async () => {
    const rows = await store.catalogues();
    late.catalogues = () => store.catalogues();
    await supersedeOthers(two, 'deployed two');
    return rows;
  };
  late.replaceCatalogues = (...given) => store.replaceCatalogues(...given);
  await expect(supersedeOthers({ ...one, store: late }, 'deployed one')).rejects.toMatchObject({
    code: 'options_invalid',
  });
  expect(await states()).toEqual(expect.arrayContaining(['one superseded', 'two in_force']));
});
