import assert from 'node:assert/strict';
import type { StoreCase } from './store-case.ts';
import { approvalRow, requestOf } from './store-approval-rows.ts';
import {
  callRow,
  completed,
  conversationRow,
  evidenceRow,
  finishedCall,
  withCatalogue,
} from './store-rows.ts';
import { callOf, changesNothing } from './store-view.ts';

/** Texts that a store could confuse with one another or damage. */
const texts = [
  '',
  ' ',
  'a',
  'A',
  'a ',
  'é',
  'e\u0301',
  'ı',
  '\u0001',
  '\\u0000',
  "'; --",
  '%',
  '_',
  '1',
  '01',
  '1.0',
  'null',
  '\ufeffa',
  '\ufffd',
  '😀',
  '\u{10ffff}',
  '\r\n',
  'x'.repeat(100_000),
];

/** What SQLite and PostgreSQL cannot both give back, or not at all. */
const broken = ['a\u0000b', '\u0000', '\ud800', 'a\udc00'];

/** Text is kept by bytes, or refused. */
export const textCases: readonly StoreCase[] = [
  {
    title: 'text comes back exactly, and names that differ in a byte are different names',
    async run(store) {
      const rows = texts.map((text, n) =>
        callRow({
          id: text,
          execution: `e${n}`,
          holds: text,
          mac: text,
          sealed: text,
          state: 'indeterminate',
        }),
      );
      for (const row of rows) {
        const read = finishedCall(row, { evidence: evidenceRow(row, { body: row.id, previous: row.id }) });
        assert.deepEqual(await store.finish(read), { kind: 'settled' });
      }
      for (const row of rows) {
        assert.deepEqual(await callOf(store, row), row);
        assert.deepEqual(await store.holder('acme', row.id), row);
      }
      const records = await store.evidence({ tenant: 'acme', after: 0, limit: 100 });
      assert.deepEqual(
        records.map(({ body, previous }) => [body, previous]),
        texts.map((text) => [text, text]),
      );
    },
  },
  {
    title: 'approvals keep text exactly, and find and page by its bytes',
    async run(store) {
      await withCatalogue(store);
      const rows = texts.map((text) =>
        approvalRow({
          id: text,
          action: text,
          alike: text,
          token: text,
          mac: text,
          votes: text,
          sealed: text,
        }),
      );
      for (const row of rows) {
        const request = requestOf(row, { call: null, conversation: null });
        assert.deepEqual(await store.requestApproval(request), { kind: 'requested' });
      }
      for (const row of rows) {
        assert.deepEqual(await store.approval('acme', row.id), row);
        assert.deepEqual((await store.approvalByToken(row.id)).approval, row);
        const { live } = await store.approvalsOf('acme', { ...row, now: row.asked });
        assert.deepEqual(live, row);
      }
      const paged = await store.approvals({ tenant: 'acme', after: '', limit: 100, person: null, of: null });
      const bytes = (text: string) => Buffer.from(text);
      assert.deepEqual(
        paged.map(({ id }) => id),
        texts.filter((text) => text !== '').toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))),
      );
    },
  },
  {
    title: 'text that cannot be given back exactly (U+0000, half a surrogate pair) is refused whole',
    async run(store) {
      const call = completed(callRow());
      for (const text of broken) {
        const failed = { code: 'store_failed' };
        const read = finishedCall(call, { evidence: evidenceRow(call, { body: text }) });
        await changesNothing(store, [call], () => assert.rejects(async () => store.finish(read), failed));
        const sealed = finishedCall({ ...call, sealed: text });
        await changesNothing(store, [call], () => assert.rejects(async () => store.finish(sealed), failed));
        await assert.rejects(async () => store.wrappedKey(text, ''), failed);
      }
    },
  },
  {
    title: 'whole numbers come back exactly, up to the largest safe one',
    async run(store) {
      const most = Number.MAX_SAFE_INTEGER;
      const call = callRow({ deadline: most, at: -most, settled: 0, sealedUntil: 2 ** 31, revision: most });
      const conversation = conversationRow(call, { steps: most, sources: 2 ** 32, revision: 0 });
      await store.finish(finishedCall(call, { conversation }));
      const data = await store.loadForDecision(call, 'v1');
      assert.deepEqual([data.call, data.conversation], [call, conversation]);
    },
  },
];
