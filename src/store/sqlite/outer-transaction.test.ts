import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  admissionOf,
  callRow,
  catalogueRow,
  chargeOf,
  completed,
  evidenceRow,
  finishedCall,
  settlementOf,
} from '../../testing/conformance/store-rows.ts';
import {
  approvalRecord,
  approvalRow,
  changeOf,
  ended,
  requestOf,
} from '../../testing/conformance/store-approval-rows.ts';
import type { Store } from '../store.ts';
import { availableDrivers, driverOf, type Handle, openHandle } from './find-driver.ts';
import { sqlite } from './sqlite.ts';

const call = callRow();
const charge = chargeOf({ kind: 'budget', max: 9 }, Date.UTC(2026, 0, 1));
const record = evidenceRow(call);
const approval = approvalRow();
const revoked = ended(approval, 'revoked');

const writes: readonly (readonly [string, (store: Store) => unknown])[] = [
  ['admit', (store) => store.admit(admissionOf(call))],
  ['settle', (store) => store.settle(settlementOf(call, completed(call)))],
  ['finish', (store) => store.finish(finishedCall(call))],
  ['requestApproval', (store) => store.requestApproval(requestOf(approval))],
  ['decideApproval', (store) => store.decideApproval(changeOf(approval, revoked), approvalRecord(revoked))],
  ['transact', (store) => store.transact(admissionOf(call), async () => null)],
  ['charge', (store) => store.charge({ tenant: 'acme', charges: [charge], how: 'take', evidence: null })],
  ['pruneMeters', (store) => store.pruneMeters({ tenant: 'acme', at: 0, most: 1 }, () => record)],
  ['appendEvidence', (store) => store.appendEvidence([record])],
  ['registerCatalogue', (store) => store.registerCatalogue({ ...catalogueRow, version: 'v2' }, record)],
  ['replaceCatalogues', (store) => store.replaceCatalogues([], [catalogueRow], record)],
  ['adoptKey', (store) => store.adoptKey({ id: 'key', check: 'check' })],
  ['addWrappedKey', (store) => store.addWrappedKey({ tenant: 'acme', subject: '', id: 'k', blob: 'b' })],
];

const reads: readonly (readonly [string, (store: Store) => unknown])[] = [
  ['loadForDecision', (store) => store.loadForDecision(call, 'v1')],
  ['charge', (store) => store.charge({ tenant: 'acme', charges: [charge], how: 'look', evidence: null })],
  ['meters', (store) => store.meters({ tenant: 'acme', after: '', limit: 1 })],
  ['holder', (store) => store.holder('acme', 'operation')],
  ['approvalsOf', (store) => store.approvalsOf('acme', { ...approval, now: 0 })],
  ['approval', (store) => store.approval('acme', 'ask')],
  ['approvalByToken', (store) => store.approvalByToken('sha256')],
  ['approvals', (store) => store.approvals({ tenant: 'acme', after: '', limit: 1, person: null, of: null })],
  ['evidence', (store) => store.evidence({ tenant: 'acme', after: 0, limit: 1 })],
  ['catalogues', (store) => store.catalogues()],
  ['currentKey', (store) => store.currentKey()],
  ['wrappedKey', (store) => store.wrappedKey('acme', '')],
];

describe.for(availableDrivers())('on a shared handle of %s', (driver) => {
  async function shared(): Promise<{ readonly handle: Handle; readonly store: Store }> {
    const handle = await openHandle(driver, join(mkdtempSync(join(tmpdir(), 'outer-')), 'app.db'));
    const store = sqlite(handle);
    await store.open(fakeClock());
    await store.registerCatalogue(catalogueRow, record);
    return { handle, store };
  }

  test.for([...writes, ...reads])(
    '%s inside the application’s transaction is refused by name before any change [V-038] [V-089] [V-101] [V-122] [V-123]',
    async ([name, operate]) => {
      const { handle, store } = await shared();
      const before = await store.evidence({ tenant: 'acme', after: 0, limit: 10 });
      handle.exec('BEGIN; CREATE TABLE mine (a)');
      await expect((async () => operate(store))()).rejects.toMatchObject({
        code: 'outer_transaction',
        message: expect.stringMatching(new RegExp(`^${name} was called inside a transaction`)),
      });
      handle.exec('COMMIT');
      expect(
        driverOf(handle).prepare("SELECT name FROM sqlite_schema WHERE name = 'mine'").get(),
      ).toBeDefined();
      expect(await store.evidence({ tenant: 'acme', after: 0, limit: 10 })).toEqual(before);
      expect(await store.currentKey()).toBeNull();
    },
  );

  test('a write that waited when the application began a transaction is refused, not made part of it [V-122]', async () => {
    const { handle, store } = await shared();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const first = store.admit(admissionOf(call));
    // One caller alone commits two writes of a turn at once; the third waits for the end of the turn.
    const second = store.admit(admissionOf(callRow({ id: 'call-2', execution: 'execution-2' })));
    const waiting = store.admit(admissionOf(callRow({ id: 'call-3', execution: 'execution-3' })));
    handle.exec('BEGIN; CREATE TABLE mine (a)');
    await expect(waiting).rejects.toMatchObject({ code: 'outer_transaction' });
    handle.exec('ROLLBACK');
    expect(await first).toEqual({ kind: 'admitted' });
    expect(await second).toEqual({ kind: 'admitted' });
    expect((await store.loadForDecision(callRow({ id: 'call-3' }), 'v1')).call).toBeNull();
  });

  test('opening inside a transaction is refused', async () => {
    const handle = await openHandle(driver, ':memory:');
    handle.exec('BEGIN');
    await expect(sqlite(handle).open(fakeClock())).rejects.toMatchObject({ code: 'outer_transaction' });
  });

  test('closing the store leaves the handle open', async () => {
    const { handle, store } = await shared();
    await store.close();
    expect(driverOf(handle).prepare('SELECT count(*) FROM countersign_catalogue').get()).toEqual([1]);
  });
});
