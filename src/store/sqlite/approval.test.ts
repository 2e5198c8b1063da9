import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  agreed,
  approvalRow,
  ask,
  askedAt,
  askedCall,
  replacementOf,
  ended,
  expiresAt,
  requestOf,
  usingOf,
} from '../../testing/conformance/store-approval-rows.ts';
import {
  admissionOf,
  callRow,
  chargeOf,
  evidenceRow,
  finishedCall,
  withCatalogue,
} from '../../testing/conformance/store-rows.ts';
import { metersOf } from '../../testing/conformance/store-view.ts';
import { approvalByToken } from './approval-by-token.ts';
import { approvalPage } from './approval-page.ts';
import { approvals } from './approval.ts';
import { approvalsOf } from './approvals-of.ts';
import { claimOf } from './claim-of.ts';
import type { Driver } from './driver.ts';
import { availableDrivers, driverOf, openHandle } from './find-driver.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { sqlite } from './sqlite.ts';
import { transactions } from './transaction.ts';
import { unresolved } from './unresolved.ts';

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'approvals-')), 'app.db');
}

/** Every index that a statement goes through, and what it goes through without one. */
function plan(driver: Driver, sql: string): readonly string[] {
  const places = Array.from(sql.matchAll(/\?/g), () => null);
  const steps = driver.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...places);
  return steps
    .map(([, , , detail]) => String(detail))
    .filter((detail) => / countersign_|B-TREE/.test(detail));
}

test('no lookup and no page of approvals or of claims reads what it does not show, however much there is', async () => {
  const driver = driverOf(await openHandle(availableDrivers()[0], ':memory:'));
  migrate(driver, transactions(driver), migrations);
  const read: string[] = [];
  const listening: Driver = {
    ...driver,
    prepare: (sql) => {
      if (!sql.startsWith('INSERT')) read.push(sql);
      return driver.prepare(sql);
    },
  };
  for (const prepare of [approvals, approvalsOf, approvalByToken, approvalPage, claimOf, unresolved]) {
    prepare(listening);
  }
  const searches = read.flatMap((sql) => plan(driver, sql));
  expect(searches.map((detail) => detail.replace(/^SEARCH (\w+) USING (COVERING )?INDEX /, ''))).toEqual([
    'sqlite_autoindex_countersign_approval_1 (tenant=? AND id=?)',
    'countersign_approval_pending (tenant=? AND owner=? AND conversation=? AND expires>?)',
    'sqlite_autoindex_countersign_approval_1 (tenant=? AND id=?)',
    'countersign_approval_action (tenant=? AND action=?)',
    'countersign_approval_action (tenant=? AND action=?)',
    'countersign_approval_ended (tenant=? AND action=?)',
    'countersign_approval_rejected (tenant=? AND alike=? AND refused_until>?)',
    'countersign_approval_overdue (tenant=? AND expires<?)',
    'countersign_approval_token (token=?) LEFT-JOIN',
    'countersign_approval_live (tenant=? AND id>?)',
    'countersign_approval_person (tenant=? AND person=? AND id>?)',
    'countersign_call_execution (tenant=? AND execution=?)',
    'countersign_call_released (tenant=? AND execution=?)',
    'countersign_call_unresolved (tenant=? AND execution>?)',
  ]);
  driver.close();
});

describe.for(availableDrivers())('with %s', (name) => {
  test.for([1, 2])(
    'a database of schema %i keeps its calls, meters and evidence, and takes approvals',
    async (schema) => {
      const file = newFile();
      const driver = driverOf(await openHandle(name, file));
      migrate(driver, transactions(driver), migrations.slice(0, schema));
      const taken = schema === 1 ? null : '[["meter",1,2]]';
      const rows = (['claimed', 'completed', 'failed', 'indeterminate', 'retryable'] as const).map((state) =>
        callRow({
          id: state,
          state,
          taken,
          execution: state === 'failed' ? 'execution:claimed' : `execution:${state}`,
        }),
      );
      for (const { run, chained, undoes, undo, ...columns } of rows) {
        expect([run, chained, undoes, undo]).toEqual([null, false, null, null]);
        insert(driver, 'call', columns);
      }
      insert(driver, 'evidence', evidenceRow(callRow()));
      if (schema === 2) {
        const meter = {
          tenant: 'acme',
          key: 'meter',
          limit: 'refunds',
          from: 0,
          until: null,
          units: 5,
          entries: null,
        };
        insert(driver, 'meter', meter);
      }
      driver.close();

      const store = sqlite(file, { driver: name });
      expect((await store.migrations()).map(({ applied }) => applied)).toEqual(
        migrations.map(({ id }) => id <= schema),
      );
      await store.open(fakeClock());
      for (const row of rows) expect((await store.loadForDecision(row, 'v1')).call).toEqual(row);
      expect(await store.claimOf('acme', 'execution:claimed')).toEqual(rows[0]);
      expect(await store.claimOf('acme', 'execution:retryable')).toEqual(rows[4]);
      expect(await store.evidence({ tenant: 'acme', after: 0, limit: 9 })).toHaveLength(1);
      expect((await metersOf(store, 'acme')).map(({ units }) => units)).toEqual(schema === 2 ? [5] : []);

      await withCatalogue(store);
      const pending = await ask(store, { execution: 'execution:retryable' });
      expect(await store.approvalsOf('acme', { ...pending, now: askedAt })).toMatchObject({ live: pending });
      const second = callRow({ id: 'second', state: 'asked', execution: pending.execution, holds: null });
      expect(await store.finish(finishedCall(second))).toEqual({ kind: 'settled' });
      await expect(async () =>
        store.admit(admissionOf(callRow({ id: 'third', execution: 'execution:indeterminate', holds: null }))),
      ).rejects.toMatchObject({ code: 'store_failed' });
      await store.close();
    },
  );

  test('an approval that has expired by the time another process recorded is not used, whatever this clock says [B-061]', async () => {
    const file = newFile();
    const [ahead, behind] = [sqlite(file, { driver: name }), sqlite(file, { driver: name })];
    await ahead.open(fakeClock(expiresAt));
    await behind.open(fakeClock(askedAt));
    await withCatalogue(behind);
    const yes = await agreed(behind);
    const late = approvalRow({ id: 'ask-2', action: yes.action, expires: expiresAt + 1_000 });
    await ahead.appendEvidence([evidenceRow(callRow())]);
    const expired = { kind: 'moved', what: 'clock', now: expiresAt };
    expect(await behind.admit(usingOf(yes, 'call-1'))).toEqual(expired);
    expect((await behind.loadForDecision(callRow(), 'v1')).now).toBe(expiresAt);
    const replaces = replacementOf(yes, ended(yes, 'expired'));
    expect(await behind.requestApproval(requestOf(late, { replaces }))).toEqual({ kind: 'requested' });
    await Promise.all([ahead.close(), behind.close()]);
  });

  test('twenty that ask on two connections open one approval between them [V-115]', async () => {
    const file = newFile();
    const stores = [sqlite(file, { driver: name }), sqlite(file, { driver: name })];
    for (const store of stores) await store.open(fakeClock());
    await withCatalogue(stores[0]!);
    const charges = [chargeOf({ kind: 'budget', max: 20 }, askedAt)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const row = approvalRow({ id: `ask-${n}`, action: 'one' });
        return stores[n % 2]!.requestApproval(requestOf(row, { charges }));
      }),
    );
    expect(answers.filter(({ kind }) => kind === 'requested')).toHaveLength(1);
    expect(answers.filter(({ kind }) => kind === 'existing')).toHaveLength(19);
    expect((await metersOf(stores[1]!, 'acme')).map(({ units }) => units)).toEqual([1]);
    await Promise.all(stores.map(async (store) => store.close()));
  });

  test('the database itself refuses a second live approval of an action, and a second one of a token', async () => {
    const handle = await openHandle(name, ':memory:');
    const store = sqlite(handle);
    await store.open(fakeClock());
    await withCatalogue(store);
    await ask(store, { token: 'sha256:token' });
    const copied = (columns: string) => () =>
      handle.exec(
        `CREATE TEMP TABLE copy AS SELECT * FROM countersign_approval; UPDATE copy SET id = 'copy', ${columns};
         INSERT INTO countersign_approval SELECT * FROM copy`,
      );
    const again = () => handle.exec('DROP TABLE copy');
    expect(copied('token = NULL')).toThrow(/UNIQUE.*tenant.*action/);
    again();
    expect(copied("action = 'another'")).toThrow(/UNIQUE.*token/);
    again();
    copied("token = NULL, status = 'revoked'")();
    expect((await store.approval('acme', 'copy'))?.status).toBe('revoked');
  });

  test.for(["status = 'perhaps'", "kind = 'vote'"])(
    'an approval of no known kind or status is a fault: %s',
    async (change) => {
      const handle = await openHandle(name, ':memory:');
      const store = sqlite(handle);
      await store.open(fakeClock());
      await withCatalogue(store);
      const { id } = await ask(store);
      handle.exec(`UPDATE countersign_approval SET ${change}`);
      expect(() => store.approval('acme', id)).toThrow(expect.objectContaining({ code: 'store_failed' }));
    },
  );

  test('what cannot be written of a request leaves none of it behind, wherever it fails', async () => {
    const handle = await openHandle(name, ':memory:');
    const store = sqlite(handle);
    await store.open(fakeClock());
    await withCatalogue(store);
    const approval = approvalRow();
    for (const table of ['approval', 'conversation', 'call', 'meter', 'evidence']) {
      handle.exec(
        `CREATE TRIGGER no BEFORE INSERT ON countersign_${table} BEGIN SELECT raise(ABORT, 'no'); END`,
      );
      const charges = [chargeOf({ kind: 'budget', max: 1 }, askedAt)];
      await expect(async () => store.requestApproval(requestOf(approval, { charges }))).rejects.toMatchObject(
        {
          code: 'store_failed',
        },
      );
      handle.exec('DROP TRIGGER no');
      const { call, conversation } = await store.loadForDecision(askedCall(approval), 'v1');
      const records = await store.evidence({ tenant: 'acme', after: 0, limit: 9 });
      const there = await store.approval('acme', approval.id);
      expect([there, call, conversation, await metersOf(store, 'acme'), records.length]).toEqual([
        null,
        null,
        null,
        [],
        1,
      ]);
    }
    await ask(store);
  });
});

/** Writes a row under the names that its columns have in the database. */
function insert(driver: Driver, table: string, row: object): void {
  const members = Object.entries(row).filter(([, value]) => value !== null && value !== false);
  const columns = members.map(([name]) => `"${name === 'sealedUntil' ? 'sealed_until' : name}"`).join(', ');
  const places = members.map(() => '?').join(', ');
  driver
    .prepare(`INSERT INTO countersign_${table} (${columns}) VALUES (${places})`)
    .run(...members.map(([, value]) => value as string | number));
}
