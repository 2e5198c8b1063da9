import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import {
  agreed,
  approvalRow,
  ask,
  askedAt,
  backOf,
  changeOf,
  decide,
  decided,
  ended,
  expiresAt,
  next,
  requestOf,
  usingOf,
} from './store-approval-rows.ts';
import { admissionOf, callRow, chargeOf, completed, settlementOf, withCatalogue } from './store-rows.ts';
import { callOf, changesNothing, recordsOf } from './store-view.ts';

const admitted = { kind: 'admitted' };
const settled = { kind: 'settled' };

/** How an approval is used by its one effect, and given back where nothing was performed. */
export const consumptionCases: readonly StoreCase[] = [
  {
    title: 'an admission uses its approval in the same moment',
    async run(store) {
      await withCatalogue(store);
      const yes = await agreed(store);
      const admission = usingOf(yes, 'call-1');
      assert.deepEqual(await store.admit(admission), admitted);
      assert.deepEqual(await store.approval('acme', yes.id), admission.approval!.approval);
      assert.deepEqual(await callOf(store, admission.call), admission.call);
    },
  },
  {
    title: 'the call that asked is admitted over its row, with the execution id that others wait with',
    async run(store) {
      await withCatalogue(store);
      const yes = await agreed(store);
      const asked = requestOf(approvalRow()).call!;
      const { seen, call } = { seen: { revision: asked.revision, mac: asked.mac }, call: asked };
      const other = callRow({ ...call, id: 'call-2', mac: 'mac:second' });
      await store.finish({
        seen: null,
        conversation: null,
        history: null,
        run: null,
        call: other,
        evidence: admissionOf(other).evidence,
      });
      const claimed = callRow({ ...call, state: 'claimed', revision: 2, mac: 'mac:claimed' });
      const admission = { ...usingOf(yes, 'x'), seen, call: claimed };
      assert.deepEqual(await store.admit(admission), admitted);
      assert.deepEqual(await callOf(store, call), claimed);
      assert.deepEqual(await callOf(store, other), other);
      assert.deepEqual(await store.claimOf('acme', yes.execution), claimed);
    },
  },
  {
    title: 'an approval that is not as it was seen admits nothing, and is shown as it is',
    async run(store) {
      await withCatalogue(store);
      const yes = await agreed(store);
      for (const seen of [
        { revision: yes.revision, mac: 'mac:forged' },
        { revision: 1, mac: yes.mac },
      ]) {
        const approval = { seen, approval: ended(yes, 'consumed') };
        const admission = usingOf(yes, 'call-1', { approval });
        const answer = await changesNothing(store, [admission.call], async () => store.admit(admission));
        assert.deepEqual(answer, { kind: 'approval_moved', approval: yes });
      }
      const gone = usingOf(approvalRow({ id: 'nobody' }), 'call-1');
      const answer = await changesNothing(store, [gone.call], async () => store.admit(gone));
      assert.deepEqual(answer, { kind: 'approval_moved', approval: null });
    },
  },
  {
    title: 'of twenty calls at once that use one approval exactly one is admitted, the others are shown it',
    async run(store) {
      await withCatalogue(store);
      const yes = await agreed(store);
      const admissions = Array.from({ length: 20 }, (_, n) => usingOf(yes, `call-${n}`));
      const answers = await Promise.all(admissions.map(async (one) => store.admit(one)));
      const used = await store.approval('acme', yes.id);
      const losers = answers.filter(({ kind }) => kind !== 'admitted');
      assert.equal(losers.length, 19);
      for (const loser of losers) assert.deepEqual(loser, { kind: 'approval_moved', approval: used });
      assert.equal(used?.status, 'consumed');
      const claims = await store.unresolved({ tenant: 'acme', after: '', limit: 100 });
      assert.equal(claims.length, 1);
    },
  },
  {
    title: 'where an approval is used and revoked at once, a hundred times, one wins and the row says which',
    async run(store) {
      await withCatalogue(store);
      const race = async (n: number) => {
        const yes = await agreed(store, { id: `ask-${n}` });
        const admission = usingOf(yes, `call-${n}`);
        const use = async () => (await store.admit(admission)).kind === 'admitted';
        const revoke = async () => (await decide(store, yes, ended(yes, 'revoked'))).kind === 'decided';
        const [used, revoked] =
          n % 2 === 0
            ? await Promise.all([use(), revoke()])
            : (await Promise.all([revoke(), use()])).toReversed();
        assert.notEqual(used, revoked);
        assert.equal((await store.approval('acme', yes.id))?.status, used ? 'consumed' : 'revoked');
        assert.equal((await callOf(store, admission.call)) === null, revoked);
      };
      await Promise.all(Array.from({ length: 100 }, (_, n) => race(n)));
    },
  },
  {
    title:
      'an approval is used until just before it expires by the store’s clock, whatever the caller’s said',
    async run(store, clock) {
      await withCatalogue(store);
      const [first, second] = [await agreed(store), await agreed(store, { id: 'ask-2' })];
      clock.set(expiresAt - 1);
      assert.deepEqual(await store.admit(usingOf(first, 'call-1')), admitted);
      const late = usingOf(second, 'call-2');
      for (const now of [expiresAt, expiresAt + 1]) {
        clock.set(now);
        const answer = await changesNothing(store, [late.call], async () => store.admit(late));
        assert.deepEqual(answer, { kind: 'moved', what: 'clock', now });
      }
      // A clock that is set back makes nothing valid again.
      clock.set(askedAt);
      assert.deepEqual(await store.admit(late), { kind: 'moved', what: 'clock', now: expiresAt + 1 });
    },
  },
  {
    title: 'the answers come in order: the call, the catalogue, the clock, limits, the approval, the holder',
    async run(store, clock) {
      await withCatalogue(store);
      const [yes, late] = [await agreed(store), await agreed(store, { id: 'late', expires: askedAt + 5 })];
      const no = await decided(store, yes, next(yes, { votes: 'other' }));
      clock.set(askedAt + 5);
      const full = chargeOf({ kind: 'budget', max: 0 }, askedAt + 5);
      const catalogue = { version: 'v1', mac: 'mac:forged' };
      const first = callRow({ holds: 'operation' });
      await store.admit(admissionOf(first));
      const call = callRow({ id: 'call-2', holds: 'operation' });
      const [stale, good] = [usingOf(yes, 'call-2', { call }), usingOf(no, 'call-2', { call })];
      const expired = { ...usingOf(late, 'call-2', { call }), charges: [full] };
      const answers = [
        await store.admit({ ...expired, call: first, catalogue }),
        await store.admit({ ...expired, catalogue }),
        await store.admit(expired),
        await store.admit({ ...stale, charges: [full] }),
        await store.admit(stale),
        await store.admit(good),
      ];
      assert.deepEqual(
        answers.map((answer) => (answer.kind === 'moved' ? answer.what : answer.kind)),
        ['call_moved', 'catalogue', 'clock', 'limited', 'approval_moved', 'held'],
      );
      assert.deepEqual(await store.approval('acme', yes.id), no);
    },
  },
  {
    title: 'where nothing was performed the approval is valid again, and another call uses it',
    async run(store) {
      await withCatalogue(store);
      const yes = await agreed(store);
      const first = usingOf(yes, 'call-1');
      await store.admit(first);
      const back = backOf(first, yes);
      assert.deepEqual(await store.settle(back), settled);
      const again = back.approval!.approval;
      assert.deepEqual(await store.approval('acme', yes.id), again);
      assert.deepEqual([again.status, again.expires], ['approved', yes.expires]);
      assert.deepEqual(await store.admit(usingOf(again, 'call-2')), admitted);
    },
  },
  {
    title: 'an approval that moved, or whose action is asked about anew, stays as it is; its call is settled',
    async run(store) {
      await withCatalogue(store);
      const yes = await agreed(store);
      const first = usingOf(yes, 'call-1');
      await store.admit(first);
      const used = first.approval!.approval;
      const touched = await decided(store, used, next(used, { votes: null }));
      const before = await recordsOf(store, 'acme');
      const back = backOf(first, yes);
      assert.deepEqual(await store.settle(back), settled);
      assert.deepEqual(await callOf(store, first.call), back.call);
      assert.deepEqual(await store.approval('acme', yes.id), touched);
      assert.equal(await recordsOf(store, 'acme'), before + 1);

      const second = await agreed(store, { id: 'ask-2' });
      const use = usingOf(second, 'call-2');
      await store.admit(use);
      const anew = await ask(store, { id: 'ask-3', action: second.action });
      assert.deepEqual(await store.settle(backOf(use, second)), settled);
      assert.deepEqual(await store.approval('acme', second.id), use.approval!.approval);
      assert.deepEqual(await store.approval('acme', anew.id), anew);
    },
  },
  {
    title: 'a settlement that comes too late for its call makes no approval valid again',
    async run(store) {
      await withCatalogue(store);
      const yes = await agreed(store);
      const first = usingOf(yes, 'call-1');
      await store.admit(first);
      const done = completed(first.call);
      await store.settle(settlementOf(first.call, done));
      const answer = await changesNothing(store, [first.call], async () => store.settle(backOf(first, yes)));
      assert.deepEqual(answer, { kind: 'moved', call: done });
      assert.deepEqual(await store.approval('acme', yes.id), first.approval!.approval);
    },
  },
  {
    title: 'a transaction that an executor runs in uses an approval, or leaves it valid where it is undone',
    async run(store, clock) {
      if (!store.transactional) return;
      await withCatalogue(store);
      const yes = await agreed(store);
      const [undone, failed, done] = ['call-1', 'call-2', 'call-3'];
      assert.deepEqual(await store.transact(usingOf(yes, undone), async () => null), { kind: 'undone' });
      assert.deepEqual(await store.approval('acme', yes.id), yes);

      const first = usingOf(yes, failed);
      const back = backOf(first, yes);
      assert.deepEqual(await store.transact(first, async () => back), settled);
      const again = back.approval!.approval;
      assert.deepEqual(await store.approval('acme', yes.id), again);

      const use = usingOf(again, done);
      const never = async () => assert.fail('an effect ran without admission');
      const stale = { ...use, approval: changeOf(yes, use.approval!.approval) };
      assert.deepEqual(await store.transact(stale, never), { kind: 'approval_moved', approval: again });
      clock.set(expiresAt - 1);
      const end = settlementOf(use.call, completed(use.call));
      assert.deepEqual(await store.transact(use, async () => end), settled);
      assert.equal((await store.approval('acme', yes.id))?.status, 'consumed');

      const late = await agreed(store, { id: 'ask-2' });
      clock.set(expiresAt);
      const expired = await store.transact(usingOf(late, 'call-4'), never);
      assert.deepEqual(expired, { kind: 'moved', what: 'clock', now: expiresAt });
    },
  },
];
