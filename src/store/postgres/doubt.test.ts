import { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { newDatabase, stopsServerAfterwards } from '../../../test/postgres/server.ts';
import { systemClock } from '../../clock.ts';
import {
  approvalRecord,
  approvalRow,
  approved,
  changeOf,
  requestOf,
} from '../../testing/conformance/store-approval-rows.ts';
import { runChange, runRow } from '../../testing/conformance/store-history-rows.ts';
import {
  admissionOf,
  callRow,
  chargeOf,
  completed,
  evidenceRow,
  finishedCall,
  settlementOf,
  withCatalogue,
} from '../../testing/conformance/store-rows.ts';
import { metersOf, recordsOf, timeOf } from '../../testing/conformance/store-view.ts';
import type { Store } from '../store.ts';
import { postgres } from './postgres.ts';

stopsServerAfterwards();

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0)) await end();
});

async function opened(): Promise<Store> {
  const store = postgres({ url: await newDatabase() });
  await store.open(systemClock);
  ends.push(async () => store.close());
  await withCatalogue(store);
  return store;
}

/** Lets the next commit, or statement that writes for itself, happen, and its answer get lost with the connection. */
function losesNextAnswer(): void {
  const query = Client.prototype.query as (...values: readonly unknown[]) => Promise<unknown>;
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : String(Object(value).text ?? '');
  let lost = false;
  let within = false;
  vi.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...values: unknown[]) {
    const sent = text(values[0]);
    if (sent.startsWith('BEGIN')) within = true;
    const commits = sent === 'COMMIT' || (!within && sent.includes('INSERT INTO'));
    const answer = await query.apply(this, values);
    if (!commits || lost) return answer;
    lost = true;
    throw Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
  } as never);
}

const call = callRow();
const approval = approvalRow({ asked: 1, expires: Number.MAX_SAFE_INTEGER });
const run = runRow();

/** What is done, and its answer; each begins with what was done before it. */
const done: readonly (readonly [string, string, (store: Store, at: number) => unknown])[] = [
  ['an admission', 'admitted', (store) => store.admit(admissionOf(call))],
  [
    'an admission that takes from a limit',
    'admitted',
    (store, at) => {
      const charges = [chargeOf({ kind: 'budget', max: 1 }, at)];
      return store.admit(admissionOf(callRow({ id: 'call-2' }), { charges }));
    },
  ],
  ['a settlement', 'settled', (store) => store.settle(settlementOf(call, completed(call)))],
  [
    'a settlement that gives back',
    'settled',
    (store, at) => {
      const two = callRow({ id: 'call-2' });
      const charges = [chargeOf({ kind: 'budget', max: 1 }, at)];
      return store.settle(settlementOf(two, completed(two), charges));
    },
  ],
  ['a read', 'settled', (store) => store.finish(finishedCall(callRow({ id: 'call-3' })))],
  ['a request', 'requested', (store) => store.requestApproval(requestOf(approval))],
  [
    'a request of a gateway',
    'requested',
    (store) => {
      const other = approvalRow({ ...approval, id: 'ask-2', action: 'other', alike: 'other' });
      return store.requestApproval(requestOf(other, { call: null, conversation: null }));
    },
  ],
  [
    'an answer',
    'decided',
    (store) => store.decideApproval(changeOf(approval, approved(approval)), approvalRecord(approval)),
  ],
  ['a run', 'changed', (store) => store.changeRun(runChange(null, run))],
];

test('what was committed when its connection was lost is found to be, once, and is answered so', async () => {
  const store = await opened();
  for (const [what, kind, act] of done) {
    const before = await recordsOf(store, 'acme');
    const at = await timeOf(store);
    losesNextAnswer();
    const answer = await act(store, at);
    vi.restoreAllMocks();
    expect([what, answer]).toEqual([what, { kind }]);
    expect([what, await recordsOf(store, 'acme')]).toEqual([what, before + 1]);
  }
  expect((await metersOf(store, 'acme')).map(({ units }) => units)).toEqual([0]);
});

test('made again by its caller, the same is told that it was done before', async () => {
  const store = await opened();
  const at = await timeOf(store);
  for (const [, , act] of done) await act(store, at);
  expect(await store.admit(admissionOf(call))).toEqual({ kind: 'call_moved', call: completed(call) });
  expect((await store.changeRun(runChange(null, run))).kind).toBe('moved');
});

test('of what has no row that says so a lost connection is a fault', async () => {
  const store = await opened();
  losesNextAnswer();
  await expect(async () => store.appendEvidence([evidenceRow(call)])).rejects.toMatchObject({
    code: 'store_failed',
  });
});
