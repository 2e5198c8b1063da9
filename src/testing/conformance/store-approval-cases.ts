import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import {
  agreed,
  approvalRecord,
  approvalRow,
  approved,
  ask,
  askedAt,
  changeOf,
  decide,
  decided,
  ended,
  expiresAt,
  next,
  requestOf,
} from './store-approval-rows.ts';
import { withCatalogue } from './store-rows.ts';
import { changesNothing, recordsOf } from './store-view.ts';

const every = { execution: 'e', capability: 'c', catalogue: 'v', target: 't', votes: 'sealed', sealed: null };

/** How approvals are found and answered. */
export const approvalCases: readonly StoreCase[] = [
  {
    title: 'an approval is found by tenant and id, every column as given, in every status and of either kind',
    async run(store) {
      await withCatalogue(store);
      const statuses = ['pending', 'approved', 'consumed', 'rejected', 'revoked', 'expired'] as const;
      const most = Number.MAX_SAFE_INTEGER;
      const rows = statuses.map((status, n) =>
        approvalRow({
          ...(n % 2 === 0
            ? {}
            : { ...every, kind: 'review', quorum: 3, decided: 0, refusedUntil: most, asked: -most }),
          id: status,
          status,
          revision: most - n,
        }),
      );
      for (const row of rows) await store.requestApproval(requestOf(row));
      for (const row of rows) assert.deepEqual(await store.approval('acme', row.id), row);
      assert.equal(await store.approval('globex', 'pending'), null);
      assert.equal(await store.approval('acme', 'nobody'), null);
    },
  },
  {
    title: 'a token finds its approval, of whichever tenant and status, and no other one',
    async run(store) {
      await withCatalogue(store);
      const own = await ask(store, { token: 'sha256:a' });
      const other = await ask(store, { id: 'ask-2', tenant: 'globex', token: 'sha256:b' });
      await ask(store, { id: 'ask-3' });
      const byToken = async (token: string) => (await store.approvalByToken(token)).approval;
      assert.deepEqual(await byToken('sha256:a'), own);
      assert.deepEqual(await byToken('sha256:b'), other);
      const over = await decided(store, own, ended(own, 'revoked'));
      assert.deepEqual(await byToken('sha256:a'), over);
      for (const unknown of ['sha256:c', 'sha256:A', '']) {
        assert.equal(await byToken(unknown), null);
      }
    },
  },
  {
    title: 'of an action that nobody was asked about nothing is known',
    async run(store) {
      await withCatalogue(store);
      await ask(store);
      const known = await store.approvalsOf('acme', { action: 'another', alike: 'another', now: askedAt });
      assert.deepEqual(known, { live: null, ended: null, rejected: null, overdue: [] });
      const elsewhere = await store.approvalsOf('globex', { ...approvalRow(), now: askedAt });
      assert.deepEqual(elsewhere, { live: null, ended: null, rejected: null, overdue: [] });
    },
  },
  {
    title:
      'of an action the live answer is known, the one that ended last, and whether the same was rejected',
    async run(store) {
      await withCatalogue(store);
      const of = { action: 'action', alike: 'alike' };
      const known = async () => store.approvalsOf('acme', { ...of, now: askedAt });
      const end = async (id: string, status: 'consumed' | 'revoked' | 'expired', at: number) => {
        const row = await ask(store, { ...of, id });
        assert.deepEqual((await known()).live, row);
        return decided(store, row, ended(row, status, { decided: at }));
      };
      await end('ask-2', 'expired', askedAt + 5);
      const last = await end('ask-1', 'consumed', askedAt + 9);
      await end('ask-3', 'revoked', askedAt + 7);
      assert.deepEqual(await known(), { live: null, ended: last, rejected: null, overdue: [] });
      const live = await agreed(store, { ...of, id: 'ask-4' });
      assert.deepEqual(await known(), { live, ended: last, rejected: null, overdue: [] });
      // What has expired reads so by its time alone.
      const later = await store.approvalsOf('acme', { ...of, now: expiresAt });
      assert.deepEqual(later.live, live);
    },
  },
  {
    title:
      'a rejection of what is alike is known until its moment, whatever the action; the longest one counts',
    async run(store) {
      await withCatalogue(store);
      const refuse = async (id: string, refusedUntil: number) => {
        const row = await ask(store, { id, alike: `alike ${id}` });
        const no = next(ended(row, 'rejected', { refusedUntil }), { alike: 'alike' });
        return decided(store, row, no);
      };
      const rejected = async (now: number) =>
        (await store.approvalsOf('acme', { action: 'another', alike: 'alike', now })).rejected;
      await refuse('ask-1', askedAt + 10);
      const longest = await refuse('ask-2', askedAt + 30);
      await refuse('ask-3', askedAt + 20);
      assert.deepEqual(await rejected(askedAt), longest);
      assert.deepEqual(await rejected(askedAt + 29), longest);
      assert.equal(await rejected(askedAt + 30), null);
      const lifted = next(longest, { refusedUntil: null });
      await decided(store, longest, lifted);
      assert.equal((await rejected(askedAt + 19))?.id, 'ask-3');
    },
  },
  {
    title: 'an answer is the successor of the row that was seen, every column as given, with its evidence',
    async run(store) {
      await withCatalogue(store);
      const row = await ask(store);
      const before = await recordsOf(store, 'acme');
      const yes = next(row, {
        ...every,
        kind: 'review',
        quorum: 2,
        owner: 'o',
        conversation: 'talk 2',
        person: 'p',
        action: 'a',
        alike: 'l',
        status: 'approved',
        asked: 1,
        expires: 2,
        decided: 3,
        refusedUntil: 4,
        token: 'k',
      });
      assert.deepEqual(await decide(store, row, yes), { kind: 'decided' });
      assert.deepEqual(await store.approval('acme', row.id), yes);
      assert.equal(await recordsOf(store, 'acme'), before + 1);
    },
  },
  {
    title: 'an answer about a row that is not as it was seen writes nothing and is shown what is there',
    async run(store) {
      await withCatalogue(store);
      const row = await ask(store);
      for (const seen of [
        { revision: 1, mac: 'mac:forged' },
        { revision: 2, mac: row.mac },
      ]) {
        const answer = await changesNothing(store, [], async () =>
          store.decideApproval({ ...changeOf(row, approved(row)), seen }, approvalRecord(row)),
        );
        assert.deepEqual(answer, { kind: 'moved', approval: row });
      }
      const gone = approvalRow({ id: 'nobody' });
      const elsewhere = { ...row, tenant: 'globex' };
      for (const absent of [gone, elsewhere]) {
        const answer = await changesNothing(store, [], async () => decide(store, absent, approved(absent)));
        assert.deepEqual(answer, { kind: 'moved', approval: null });
      }
    },
  },
  {
    title: 'of twenty answers at once, yes and no, exactly one is written, and the others are shown it',
    async run(store) {
      await withCatalogue(store);
      const row = await ask(store);
      const before = await recordsOf(store, 'acme');
      const ends = Array.from({ length: 20 }, (_, n) => ({
        ...(n % 2 === 0 ? approved(row) : ended(row, 'rejected', { refusedUntil: expiresAt })),
        mac: `mac:${n}`,
      }));
      const answers = await Promise.all(ends.map(async (end) => decide(store, row, end)));
      const there = await store.approval('acme', row.id);
      const losers = answers.filter(({ kind }) => kind === 'moved');
      assert.equal(losers.length, 19);
      for (const loser of losers) assert.deepEqual(loser, { kind: 'moved', approval: there });
      assert.equal(await recordsOf(store, 'acme'), before + 1);
    },
  },
  {
    title: 'an answer touches no other approval: not of the tenant, not of another, not of the same action',
    async run(store) {
      await withCatalogue(store);
      const before = await ask(store, { id: 'before', action: 'action' });
      const over = await decided(store, before, ended(before, 'revoked'));
      const row = await ask(store, { action: 'action' });
      const others = [
        over,
        await ask(store, { id: 'ask-2' }),
        await ask(store, { tenant: 'globex', mac: row.mac }),
      ];
      await decided(store, row, ended(row, 'rejected', { refusedUntil: expiresAt }));
      for (const other of others) assert.deepEqual(await store.approval(other.tenant, other.id), other);
    },
  },
  {
    title: 'an answer that would make a second one of an action valid is refused whole',
    async run(store) {
      await withCatalogue(store);
      const first = await ask(store, { action: 'action' });
      const over = await decided(store, first, ended(first, 'revoked'));
      await ask(store, { id: 'ask-2', action: 'action' });
      await changesNothing(store, [], () =>
        assert.rejects(async () => decide(store, over, approved(over)), { code: 'store_failed' }),
      );
      // What ended can still change otherwise.
      await decided(store, over, next(over, { refusedUntil: null }));
    },
  },
];
