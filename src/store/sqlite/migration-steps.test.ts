import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  approvalRow,
  approvalRecord,
  approved,
  changeOf,
} from '../../testing/conformance/store-approval-rows.ts';
import {
  admissionOf,
  callRow,
  catalogueRow,
  chargeOf,
  completed,
  conversationRow,
  settlementOf,
} from '../../testing/conformance/store-rows.ts';
import { availableDrivers, driverOf, type Handle, openHandle } from './find-driver.ts';
import { migrations } from './migrations.ts';
import { sqlite } from './sqlite.ts';

/** A file as a version left it that knew only the first steps, with a call of each kind in it. */
async function fileOfSteps(count: number): Promise<{ readonly file: string; readonly handle: Handle }> {
  const file = join(mkdtempSync(join(tmpdir(), 'steps-')), 'app.db');
  const handle = await openHandle(availableDrivers()[0], file);
  handle.exec('PRAGMA journal_mode = WAL');
  handle.exec('CREATE TABLE countersign_migration (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
  for (const { id, sql } of migrations.slice(0, count)) {
    handle.exec(sql);
    handle.exec(`INSERT INTO countersign_migration (id, name) VALUES (${id}, 'step ${id}')`);
  }
  return { file, handle };
}

const claimed = callRow();
const done = completed(callRow({ id: 'call-2' }));

test('a database of the first version is brought up to date with everything in it', async () => {
  const { file, handle } = await fileOfSteps(1);
  const driver = driverOf(handle);
  const call = driver.prepare(
    `INSERT INTO countersign_call (tenant, owner, conversation, id, capability, arguments, state, execution, action,
       holds, deadline, at, settled, sealed, sealed_until, revision, mac)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const row of [claimed, done]) {
    const { taken, run, chained, undoes, undo, ...others } = row;
    expect([taken, run, chained, undoes, undo]).toEqual([null, null, false, null, null]);
    call.run(...Object.values(others));
  }
  const { tenant, owner, id, steps, sources, revision, head } = conversationRow(claimed);
  driver
    .prepare('INSERT INTO countersign_conversation VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(tenant, owner, id, steps, sources, revision, head);
  driver
    .prepare('INSERT INTO countersign_catalogue VALUES (?, ?, ?, ?)')
    .run(catalogueRow.version, catalogueRow.state, catalogueRow.since, catalogueRow.mac);
  driver.exec('UPDATE countersign_clock SET seen = 9000000000000');
  driver.close();

  const store = sqlite(file);
  expect((await store.migrations()).map(({ applied }) => applied)).toEqual(
    migrations.map(({ id: step }) => step === 1),
  );
  await store.open(fakeClock());
  expect((await store.migrations()).every(({ applied }) => applied)).toBe(true);
  const data = await store.loadForDecision(claimed, catalogueRow.version);
  expect(data).toEqual({
    now: 9_000_000_000_000,
    catalogue: catalogueRow,
    conversation: conversationRow(claimed),
    entries: 0,
    call: claimed,
    run: null,
  });
  expect((await store.loadForDecision(done, 'v1')).call).toEqual(done);
  expect(await store.unresolved({ tenant: 'acme', after: '', limit: 9 })).toEqual([claimed]);

  const charges = [chargeOf({ kind: 'budget', max: 1 }, data.now)];
  const next = callRow({ id: 'call-3', taken: '[["meter",0,1]]' });
  expect(await store.admit(admissionOf(next, { charges }))).toEqual({ kind: 'admitted' });
  expect((await store.loadForDecision(next, 'v1')).call).toEqual(next);
  expect(await store.settle(settlementOf(claimed, completed(claimed)))).toEqual({ kind: 'settled' });
  await store.close();
});

test('what people are asked stays as it was, and goes on, though no record of it is known', async () => {
  const { file, handle } = await fileOfSteps(3);
  const driver = driverOf(handle);
  const { record, entries, step, ...columns } = approvalRow({ record: null });
  expect([record, entries, step]).toEqual([null, null, null]);
  const names = Object.keys(columns).map((name) => name.replace('refusedUntil', 'refused_until'));
  driver
    .prepare(
      `INSERT INTO countersign_approval (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    )
    .run(...Object.values(columns));
  driver.close();

  const store = sqlite(file);
  await store.open(fakeClock());
  const kept = await store.approval('acme', columns.id);
  expect(kept).toEqual({ ...columns, record, entries, step });
  const yes = approved(approvalRow(columns));
  expect(await store.decideApproval(changeOf(kept!, yes), approvalRecord(yes))).toEqual({ kind: 'decided' });
  expect(await store.approval('acme', columns.id)).toEqual(yes);
  await store.close();
});

test('every step from any version leads to the same schema', async () => {
  const schemaOf = (handle: Handle) =>
    driverOf(handle)
      .prepare("SELECT name, sql FROM sqlite_schema WHERE name <> 'countersign_migration' ORDER BY name")
      .all();
  const schemas: unknown[] = [];
  for (let count = 0; count <= migrations.length; count += 1) {
    const { file, handle } = await fileOfSteps(count);
    const store = sqlite(file);
    await store.open(fakeClock());
    schemas.push(schemaOf(handle));
    await store.close();
  }
  for (const schema of schemas) expect(schema).toEqual(schemas[0]);
});
