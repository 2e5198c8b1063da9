import assert from 'node:assert/strict';
import type { ApprovalPage, Store } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import { agreed, approvalRow, ask, decided, ended, expiresAt, requestOf } from './store-approval-rows.ts';
import { withCatalogue } from './store-rows.ts';

async function page(store: Store, change: Partial<ApprovalPage> = {}) {
  return store.approvals({ tenant: 'acme', after: '', limit: 10_000, person: null, of: null, ...change });
}

async function idsOf(store: Store, change: Partial<ApprovalPage> = {}): Promise<readonly string[]> {
  return (await page(store, change)).map(({ id }) => id);
}

/** Every id that pages of a length show, one page after the other. */
async function paged(store: Store, limit: number, change: Partial<ApprovalPage>): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after = ''; ; after = ids.at(-1)!) {
    const more = await idsOf(store, { after, limit, ...change });
    if (more.length === 0) return ids;
    ids.push(...more);
  }
}

/** How the approvals are paged through that people have before them. */
export const approvalPageCases: readonly StoreCase[] = [
  {
    title: 'what is pending or approved is shown, expired or not, every column as given; what ended is not',
    async run(store, clock) {
      await withCatalogue(store);
      const pending = await ask(store, { id: 'pending' });
      const yes = await agreed(store, { id: 'approved' });
      for (const status of ['consumed', 'rejected', 'revoked', 'expired'] as const) {
        const row = await ask(store, { id: status });
        await decided(store, row, ended(row, status, { refusedUntil: 1 }));
      }
      await ask(store, { id: 'other', tenant: 'globex' });
      assert.deepEqual(await page(store), [yes, pending]);
      clock.set(expiresAt);
      assert.deepEqual(await page(store), [yes, pending]);
    },
  },
  {
    title: 'approvals come by the bytes of their ids, and pages follow one another without a gap',
    async run(store) {
      await withCatalogue(store);
      for (const id of ['b', 'a', 'B', 'ä', '10', '9']) await ask(store, { id });
      const ordered = ['10', '9', 'B', 'a', 'b', 'ä'];
      assert.deepEqual(await idsOf(store), ordered);
      assert.deepEqual(await idsOf(store, { limit: 4 }), ordered.slice(0, 4));
      assert.deepEqual(await idsOf(store, { after: 'a', limit: 4 }), ordered.slice(4));
      for (const nothing of [{ after: 'ä' }, { limit: 0 }, { limit: -1 }, { tenant: 'globex' }]) {
        assert.deepEqual(await idsOf(store, nothing), []);
      }
    },
  },
  {
    title: 'a thousand are paged through in order: all, those that a person confirms, those of a capability',
    async run(store) {
      await withCatalogue(store);
      const rows = Array.from({ length: 1_000 }, (_, n) =>
        approvalRow({
          // Not in the order of their ids.
          id: `ask-${(n * 617) % 1_000}`.padStart(8, '0'),
          person: `person-${n % 3}`,
          kind: n % 2 === 0 ? 'confirm' : 'review',
          capability: `capability-${n % 5}`,
          owner: `owner-${n % 7}`,
          catalogue: `v${n % 2}`,
        }),
      );
      await Promise.all(
        rows.map(async (row) => store.requestApproval(requestOf(row, { call: null, conversation: null }))),
      );
      const expected = (of: (row: (typeof rows)[number]) => boolean) =>
        rows
          .filter((row) => of(row))
          .map(({ id }) => id)
          .toSorted();
      assert.deepEqual(
        await paged(store, 64, {}),
        expected(() => true),
      );
      assert.deepEqual(
        await paged(store, 50, { person: 'person-1' }),
        expected(({ person, kind }) => person === 'person-1' && kind === 'confirm'),
      );
      assert.deepEqual(
        await paged(store, 50, { of: { capability: 'capability-3' } }),
        expected(({ capability }) => capability === 'capability-3'),
      );
      assert.deepEqual(
        await paged(store, 50, { of: { owner: 'owner-6', catalogue: 'v1' } }),
        expected(({ owner, catalogue }) => owner === 'owner-6' && catalogue === 'v1'),
      );
      assert.deepEqual(
        await paged(store, 7, { person: 'person-2', of: { capability: 'capability-0' } }),
        expected(
          (row) => row.person === 'person-2' && row.kind === 'confirm' && row.capability === 'capability-0',
        ),
      );
      for (const nobody of [{ person: 'person-9' }, { of: { capability: 'capability-9' } }]) {
        assert.deepEqual(await idsOf(store, nobody), []);
      }
    },
  },
];
