import assert from 'node:assert/strict';
import type { ApprovalRow } from '../../store/rows.ts';
import type { StoreCase } from './store-case.ts';
import {
  approvalRecord,
  approvalRow,
  approved,
  ask,
  askedAt,
  askedCall,
  replacementOf,
  decided,
  ended,
  expiresAt,
  requestOf,
} from './store-approval-rows.ts';
import { callRow, chargeOf, conversationRow, finishedCall, seenAs, withCatalogue } from './store-rows.ts';
import { approvalsIn, callOf, changesNothing, metersOf, recordsOf } from './store-view.ts';

const requested = { kind: 'requested' };

/** Of one action: what a second one is asked for, under an id of its own. */
function again(row: ApprovalRow, id: string, change: Partial<ApprovalRow> = {}): ApprovalRow {
  return approvalRow({ id, action: row.action, alike: row.alike, ...change });
}

/** What asking people compares, writes and answers. */
export const requestCases: readonly StoreCase[] = [
  {
    title: 'what is asked is there with its call, its conversation, its charges and its evidence',
    async run(store) {
      await withCatalogue(store);
      const approval = approvalRow();
      const [call, before] = [askedCall(approval), await recordsOf(store, 'acme')];
      const charges = [chargeOf({ kind: 'budget', max: 9 }, askedAt, { units: 3 })];
      const request = requestOf(approval, { charges });
      assert.deepEqual(await store.requestApproval(request), requested);
      assert.deepEqual(await store.approval('acme', approval.id), approval);
      const data = await store.loadForDecision(call, 'v1');
      assert.deepEqual([data.call, data.conversation], [call, conversationRow(call)]);
      assert.deepEqual(
        (await metersOf(store, 'acme')).map(({ units }) => units),
        [3],
      );
      const written = (await store.evidence({ tenant: 'acme', after: 0, limit: 100 })).slice(before);
      assert.deepEqual(
        written.map(({ order: _order, ...record }) => record),
        [approvalRecord(approval)],
      );
    },
  },
  {
    title:
      'what has expired of others is known, the oldest two, and ends with its record where it still is so',
    async run(store) {
      await withCatalogue(store);
      const olds = [3, 1, 2].map((age) =>
        approvalRow({
          id: `old-${age}`,
          action: `action-${age}`,
          alike: `alike-${age}`,
          expires: askedAt - age,
        }),
      );
      for (const old of olds) await store.requestApproval(requestOf(old));
      const approval = approvalRow();
      const { action, alike } = approval;
      const known = await store.approvalsOf('acme', { action, alike, now: askedAt });
      assert.deepEqual(
        known.overdue.map(({ id }) => id),
        ['old-3', 'old-2'],
      );
      const own = await store.approvalsOf('acme', { action: 'action-3', alike, now: askedAt });
      assert.deepEqual(
        own.overdue.map(({ id }) => id),
        ['old-2', 'old-1'],
      );
      assert.deepEqual((await store.approvalsOf('other', { action, alike, now: askedAt })).overdue, []);
      const [first, second] = known.overdue.map((row) => replacementOf(row, ended(row, 'expired')));
      const moved = { ...second!, seen: { revision: 9, mac: 'mac:other' } };
      const before = await recordsOf(store, 'acme');
      const request = requestOf(approval, { overdue: [first!, moved] });
      assert.deepEqual(await store.requestApproval(request), requested);
      assert.equal((await store.approval('acme', 'old-3'))?.status, 'expired');
      assert.deepEqual(await store.approval('acme', 'old-2'), known.overdue[1]);
      assert.equal((await recordsOf(store, 'acme')) - before, 2);
    },
  },
  {
    title: 'a gateway asks without a call and without a conversation',
    async run(store) {
      await withCatalogue(store);
      const approval = approvalRow({ token: 'sha256:token' });
      const request = requestOf(approval, { call: null, conversation: null });
      assert.deepEqual(await store.requestApproval(request), requested);
      assert.deepEqual((await store.approvalByToken('sha256:token')).approval, approval);
      const { call, conversation } = await store.loadForDecision(askedCall(approval), 'v1');
      assert.deepEqual([call, conversation], [null, null]);
    },
  },
  {
    title: 'a call is asked about over the row that was seen, and only over that one',
    async run(store) {
      await withCatalogue(store);
      const approval = approvalRow();
      const call = askedCall(approval, { revision: 2, mac: 'mac:asked' });
      const before = callRow({ ...call, state: 'retryable', revision: 1, mac: 'mac:before' });
      await store.finish(finishedCall(before));
      for (const seen of [null, { revision: 1, mac: 'mac:forged' }, { revision: 2, mac: before.mac }]) {
        const answer = await changesNothing(store, [call], async () =>
          store.requestApproval(requestOf(approval, { call, seen })),
        );
        assert.deepEqual(answer, { kind: 'call_moved', call: before });
      }
      const request = requestOf(approval, { call, seen: seenAs(before) });
      assert.deepEqual(await store.requestApproval(request), requested);
      assert.deepEqual(await callOf(store, call), call);
    },
  },
  {
    title: 'asking needs its catalogue version, in force, with the very MAC',
    async run(store) {
      await withCatalogue(store);
      for (const catalogue of [
        { version: 'v1', mac: 'mac:forged' },
        { version: 'v9', mac: 'mac:v1' },
      ]) {
        const answer = await changesNothing(store, [askedCall(approvalRow())], async () =>
          store.requestApproval(requestOf(approvalRow(), { catalogue })),
        );
        assert.deepEqual(answer, { kind: 'moved', what: 'catalogue' });
      }
    },
  },
  {
    title: 'while an action is pending or approved nobody is asked again, and what is there is shown',
    async run(store) {
      await withCatalogue(store);
      const pending = await ask(store);
      const second = again(pending, 'ask-2');
      const asking = async () =>
        changesNothing(store, [askedCall(second)], async () => store.requestApproval(requestOf(second)));
      assert.deepEqual(await asking(), { kind: 'existing', approval: pending });
      const live = await decided(store, pending, approved(pending));
      assert.deepEqual(await asking(), { kind: 'existing', approval: live });
      const elsewhere = again(pending, 'ask-3', { tenant: 'globex' });
      assert.deepEqual(await store.requestApproval(requestOf(elsewhere)), requested);
    },
  },
  {
    title: 'once an action was answered for good, or its approval was used, it may be asked about again',
    async run(store) {
      await withCatalogue(store);
      for (const status of ['consumed', 'revoked', 'expired'] as const) {
        const row = await ask(store, { id: `first ${status}` });
        await decided(store, row, ended(row, status));
        const second = again(row, `second ${status}`);
        assert.deepEqual(await store.requestApproval(requestOf(second)), requested);
      }
    },
  },
  {
    title: 'of twenty that ask about one action at once exactly one opens, and the others are shown it',
    async run(store) {
      await withCatalogue(store);
      const before = await recordsOf(store, 'acme');
      const rows = Array.from({ length: 20 }, (_, n) => approvalRow({ id: `ask-${n}`, action: 'one' }));
      const answers = await Promise.all(rows.map(async (row) => store.requestApproval(requestOf(row))));
      const [winner, ...others] = await approvalsIn(store, 'acme');
      assert.deepEqual(others, []);
      assert.deepEqual(
        answers.filter(({ kind }) => kind === 'requested'),
        [requested],
      );
      for (const answer of answers.filter(({ kind }) => kind !== 'requested')) {
        assert.deepEqual(answer, { kind: 'existing', approval: winner });
      }
      assert.equal(await recordsOf(store, 'acme'), before + 1);
      for (const row of rows.filter(({ id }) => id !== winner?.id)) {
        assert.equal(await callOf(store, askedCall(row)), null);
      }
    },
  },
  {
    title: 'one that has expired is replaced where it is exactly what was seen, and shown where not',
    async run(store, clock) {
      await withCatalogue(store);
      const first = await ask(store);
      const over = ended(first, 'expired');
      const second = again(first, 'ask-2', { expires: expiresAt + 900_000 });
      const request = requestOf(second, { replaces: replacementOf(first, over) });
      clock.set(expiresAt - 1);
      const existing = { kind: 'existing', approval: first };
      assert.deepEqual(await store.requestApproval(request), existing);
      clock.set(expiresAt);
      for (const replaces of [
        null,
        { ...replacementOf(first, over), seen: { revision: 1, mac: 'mac:forged' } },
        { ...replacementOf(first, over), seen: { revision: 2, mac: first.mac } },
        replacementOf(first, { ...over, id: 'another' }),
      ]) {
        const answer = await changesNothing(store, [askedCall(second)], async () =>
          store.requestApproval({ ...request, replaces }),
        );
        assert.deepEqual(answer, existing);
      }
      const before = await recordsOf(store, 'acme');
      assert.deepEqual(await store.requestApproval(request), requested);
      assert.equal(await recordsOf(store, 'acme'), before + 2);
      assert.deepEqual(await store.approval('acme', first.id), over);
      const { live, ended: last } = await store.approvalsOf('acme', { ...second, now: expiresAt });
      assert.deepEqual([live, last], [second, over]);
    },
  },
  {
    title:
      'one that was asked for at a time that is not here yet is over: it is replaced, and waits for nobody',
    async run(store, clock) {
      await withCatalogue(store);
      const now = clock.now();
      const ahead = { asked: now + 60_001, expires: now + 900_000 };
      const first = await ask(store, ahead);
      const second = again(first, 'ask-2', { asked: now });
      const replaces = replacementOf(first, ended(first, 'expired'));
      const request = requestOf(second, { replaces, mostPending: 1 });
      assert.deepEqual(await store.requestApproval(request), requested);
      const third = approvalRow({ id: 'ask-3', action: 'action-3', alike: 'alike-3' });
      assert.deepEqual(await store.requestApproval(requestOf(third, { mostPending: 1 })), {
        kind: 'too_many',
      });
    },
  },
  {
    title:
      'what was approved and expired unused is replaced as well; what ended meanwhile, or is of another action, stays as it is',
    async run(store, clock) {
      await withCatalogue(store);
      const first = await ask(store);
      const unused = await decided(store, first, approved(first));
      clock.set(expiresAt);
      const later = { expires: expiresAt + 900_000 };
      const replaces = replacementOf(unused, ended(unused, 'expired'));
      const second = again(first, 'ask-2', later);
      assert.deepEqual(await store.requestApproval(requestOf(second, { replaces })), requested);
      const revoked = await decided(store, second, ended(second, 'revoked'));
      const stale = replacementOf(second, ended(second, 'expired'));
      const third = again(first, 'ask-3', later);
      const before = await recordsOf(store, 'acme');
      assert.deepEqual(await store.requestApproval(requestOf(third, { replaces: stale })), requested);
      assert.deepEqual(await store.approval('acme', second.id), revoked);
      const fourth = approvalRow({ id: 'ask-4' });
      const another = replacementOf(third, ended(third, 'expired'));
      assert.deepEqual(await store.requestApproval(requestOf(fourth, { replaces: another })), requested);
      assert.deepEqual(await store.approval('acme', third.id), third);
      // What stayed as it is has no record of an end that it did not come to.
      assert.equal(await recordsOf(store, 'acme'), before + 2);
    },
  },
  {
    title: 'what was rejected is not asked for alike until the very moment it says, or until it is lifted',
    async run(store, clock) {
      await withCatalogue(store);
      const refusedUntil = askedAt + 86_400_000;
      const row = await ask(store, { alike: 'alike' });
      const no = await decided(store, row, ended(row, 'rejected', { refusedUntil }));
      const alike = approvalRow({ id: 'ask-2', alike: 'alike', conversation: 'another' });
      const asking = async () => store.requestApproval(requestOf(alike));
      const refused = { kind: 'rejected', approval: no };
      assert.deepEqual(await changesNothing(store, [askedCall(alike)], asking), refused);
      await ask(store, { id: 'ask-3', tenant: 'globex', alike: 'alike' });
      clock.set(refusedUntil - 1);
      assert.deepEqual(await asking(), refused);
      clock.set(refusedUntil);
      assert.deepEqual(await asking(), requested);
      const other = await ask(store, { id: 'ask-4', alike: 'else' });
      const until = refusedUntil + 86_400_000;
      const held = await decided(store, other, ended(other, 'rejected', { refusedUntil: until }));
      await decided(store, held, { ...held, refusedUntil: null, revision: 3, mac: 'mac:lifted' });
      await ask(store, { id: 'ask-5', alike: 'else' });
    },
  },
  {
    title: 'a conversation has at most as many pending as it may, exactly, also where twenty ask at once',
    async run(store) {
      await withCatalogue(store);
      const rows = Array.from({ length: 20 }, (_, n) => approvalRow({ id: `ask-${n}` }));
      const answers = await Promise.all(
        rows.map(async (row) => store.requestApproval(requestOf(row, { mostPending: 5 }))),
      );
      assert.deepEqual(answers.map(({ kind }) => kind).toSorted(), [
        ...Array.from({ length: 5 }, () => 'requested'),
        ...Array.from({ length: 15 }, () => 'too_many'),
      ]);
      const refused = approvalRow({ id: 'refused' });
      const answer = await changesNothing(store, [askedCall(refused)], async () =>
        store.requestApproval(requestOf(refused, { mostPending: 5 })),
      );
      assert.deepEqual(answer, { kind: 'too_many' });
      for (const change of [{ owner: 'bob' }, { conversation: 'another' }, { tenant: 'globex' }]) {
        const elsewhere = approvalRow({ id: `ask of ${Object.values(change)[0]}`, ...change });
        assert.deepEqual(await store.requestApproval(requestOf(elsewhere, { mostPending: 5 })), requested);
      }
    },
  },
  {
    title: 'what was answered, or has expired, is not pending',
    async run(store, clock) {
      await withCatalogue(store);
      const asking = async (id: string) =>
        (
          await store.requestApproval(
            requestOf(approvalRow({ id, expires: clock.now() + 10 }), { mostPending: 1 }),
          )
        ).kind;
      assert.equal(await asking('ask-1'), 'requested');
      assert.equal(await asking('ask-2'), 'too_many');
      const row = approvalRow({ expires: clock.now() + 10 });
      await decided(store, row, approved(row));
      assert.equal(await asking('ask-2'), 'requested');
      clock.advance(9);
      assert.equal(await asking('ask-3'), 'too_many');
      clock.advance(1);
      assert.equal(await asking('ask-3'), 'requested');
      assert.equal(await asking('ask-4'), 'too_many');
    },
  },
  {
    title: 'how many may be asked for is a limit like others, and a refused request takes nothing from it',
    async run(store) {
      await withCatalogue(store);
      const rule = { kind: 'sliding_window', max: 3, length: 3_600_000, most: 100 } as const;
      const charges = [chargeOf(rule, askedAt, { limit: 'asks' })];
      const asking = async (id: string, change: Partial<ApprovalRow> = {}) =>
        store.requestApproval(requestOf(approvalRow({ id, ...change }), { charges }));
      assert.deepEqual(await asking('ask-1'), requested);
      assert.equal((await asking('ask-2', { action: 'action:ask-1' })).kind, 'existing');
      for (const id of ['ask-3', 'ask-4']) assert.deepEqual(await asking(id), requested);
      const answer = await changesNothing(store, [], async () => asking('ask-5'));
      const exceeded = [{ limit: 'asks', retryAfter: 3_600_000 }];
      assert.deepEqual(answer, { kind: 'limited', exceeded });
    },
  },
  {
    title:
      'the answers come in order: the call, the catalogue, the same action, what is alike, how many, limits',
    async run(store) {
      await withCatalogue(store);
      const live = await ask(store, { id: 'live' });
      const no = await ask(store, { id: 'no', alike: 'alike' });
      await decided(store, no, ended(no, 'rejected', { refusedUntil: expiresAt }));
      const full = chargeOf({ kind: 'budget', max: 0 }, askedAt);
      const request = (row: ApprovalRow) => ({ ...requestOf(row), mostPending: 0, charges: [full] });
      const catalogue = { version: 'v1', mac: 'mac:forged' };
      const [known, same, alike, other] = [
        { ...request(again(live, 'ask-1', { alike: 'alike' })), call: askedCall(live), catalogue },
        request(again(live, 'ask-2', { alike: 'alike' })),
        request(approvalRow({ id: 'ask-3', alike: 'alike' })),
        request(approvalRow({ id: 'ask-4' })),
      ];
      const late = { ...other, mostPending: 9, charges: [{ ...full, at: askedAt - 10_000 }] };
      const answers = [
        await store.requestApproval(known),
        await store.requestApproval({ ...same, catalogue }),
        await store.requestApproval(same),
        await store.requestApproval(alike),
        await store.requestApproval(other),
        await store.requestApproval(late),
        await store.requestApproval({ ...other, mostPending: 9 }),
      ];
      assert.deepEqual(
        answers.map((answer) => (answer.kind === 'moved' ? answer.what : answer.kind)),
        ['call_moved', 'catalogue', 'existing', 'rejected', 'too_many', 'clock', 'limited'],
      );
    },
  },
  {
    title: 'an approval under an id or a token that is taken is refused whole',
    async run(store) {
      await withCatalogue(store);
      const first = await ask(store, { token: 'sha256:token' });
      for (const row of [
        approvalRow({ id: first.id, action: 'another' }),
        approvalRow({ id: 'ask-2', tenant: 'globex', token: 'sha256:token' }),
      ]) {
        const call = askedCall(row, { id: 'another' });
        await changesNothing(store, [call], () =>
          assert.rejects(async () => store.requestApproval(requestOf(row, { call })), {
            code: 'store_failed',
          }),
        );
      }
    },
  },
];
