import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  approvalRecord,
  approvalRow,
  askedAt,
  backOf,
  changeOf,
  ended,
  next,
  replacementOf,
  requestOf,
  usingOf,
} from '../../testing/conformance/store-approval-rows.ts';
import { withCatalogue } from '../../testing/conformance/store-rows.ts';
import { approvalsIn } from '../../testing/conformance/store-view.ts';
import type { ApprovalRow } from '../rows.ts';
import type { Admission, Store } from '../store.ts';
import { sqlite } from './sqlite.ts';

/** What a plain program would remember: every row by its id, and what was used by which admission. */
interface Model {
  readonly rows: Map<string, ApprovalRow>;
  readonly used: { readonly admission: Admission; readonly before: ApprovalRow }[];
  made: number;
  now: number;
}

const actions = ['a', 'b'] as const;
const alikes = ['l', 'm'] as const;
const mostPending = 2;

const action = fc.constantFrom(...actions);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    action,
    alike: fc.constantFrom(...alikes),
    conversation: fc.constantFrom('talk', 'walk'),
    lasts: fc.constantFrom(1, 5, 50),
    replaces: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('answer' as const),
    action,
    status: fc.constantFrom('approved' as const, 'rejected' as const, 'revoked' as const, 'expired' as const),
    stale: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('use' as const), action, stale: fc.boolean() }),
  fc.record({ kind: fc.constant('back' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function isLive({ status }: ApprovalRow): boolean {
  return status === 'pending' || status === 'approved';
}

function liveOf({ rows }: Model, of: string): ApprovalRow | null {
  return [...rows.values()].find((row) => row.action === of && isLive(row)) ?? null;
}

function rejectedOf({ rows, now }: Model, alike: string): ApprovalRow | null {
  const all = [...rows.values()].filter((row) => row.alike === alike && row.status === 'rejected');
  const holding = all.filter(({ refusedUntil }) => refusedUntil !== null && refusedUntil > now);
  return holding.toSorted((x, y) => y.refusedUntil! - x.refusedUntil!)[0] ?? null;
}

/** Does one step on the store and on the model at once; answers what either says. */
function both(store: Store, model: Model, one: Step): readonly [unknown, unknown] {
  const { rows, used, now } = model;
  const keep = (...written: readonly ApprovalRow[]) => {
    for (const row of written) rows.set(row.id, row);
  };
  const n = (model.made += 1);
  switch (one.kind) {
    case 'ask': {
      const live = liveOf(model, one.action);
      const { kind: _, lasts, replaces, ...rest } = one;
      const row = approvalRow({ ...rest, id: `ask-${n}`, expires: now + lasts });
      const over = live && replaces ? replacementOf(live, ended(live, 'expired', { decided: n })) : null;
      const waiting = [...rows.values()].filter(
        ({ conversation, status, expires }) =>
          conversation === row.conversation && status === 'pending' && expires > now,
      );
      const rejected = rejectedOf(model, row.alike);
      const expected = (() => {
        if (live !== null && !(over !== null && now >= live.expires))
          return { kind: 'existing', approval: live };
        if (rejected !== null) return { kind: 'rejected', approval: rejected };
        if (waiting.length >= mostPending) return { kind: 'too_many' };
        keep(...(over === null ? [] : [over.approval]), row);
        return { kind: 'requested' };
      })();
      return [store.requestApproval(requestOf(row, { mostPending, replaces: over })), expected];
    }
    case 'answer': {
      const row = liveOf(model, one.action);
      if (row === null) return [null, null];
      const at = { decided: n, mac: `mac:${n}` };
      const to =
        one.status === 'approved'
          ? next(row, { ...at, status: 'approved' })
          : ended(row, one.status, { ...at, refusedUntil: one.status === 'rejected' ? now + 10 * n : null });
      const change = changeOf(one.stale ? next(row, {}) : row, to);
      if (!one.stale) keep(to);
      const expected = one.stale ? { kind: 'moved', approval: row } : { kind: 'decided' };
      return [store.decideApproval(change, approvalRecord(to)), expected];
    }
    case 'use': {
      const row = liveOf(model, one.action);
      if (row === null) return [null, null];
      const admission = usingOf(one.stale ? next(row, {}) : row, `call-${n}`);
      const expected = (() => {
        if (one.stale) return { kind: 'approval_moved', approval: row };
        if (now >= row.expires) return { kind: 'moved', what: 'clock', now };
        keep(admission.approval!.approval);
        used.push({ admission, before: row });
        return { kind: 'admitted' };
      })();
      return [store.admit(admission), expected];
    }
    case 'back': {
      const last = used.pop();
      if (last === undefined) return [null, null];
      const settlement = backOf(last.admission, last.before);
      const { seen, approval } = settlement.approval!;
      const isUnmoved = rows.get(approval.id)?.mac === seen.mac;
      if (isUnmoved && liveOf(model, approval.action) === null) keep(approval);
      return [store.settle(settlement), { kind: 'settled' }];
    }
  }
}

test('any asking, answering, using and giving back, alone or at once, leaves what a plain model does [B-062, V-034, V-115]', async () => {
  const batches = fc.array(fc.record({ steps: fc.array(step, { maxLength: 6 }), wait: fc.nat(6) }), {
    maxLength: 15,
  });
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      const clock = fakeClock(askedAt);
      const store = sqlite(':memory:');
      await store.open(clock);
      await withCatalogue(store);
      const model: Model = { rows: new Map(), used: [], made: 0, now: askedAt };
      for (const { steps, wait } of all) {
        const answers = steps.map((one) => both(store, model, one));
        for (const [answer, expected] of answers) expect(await answer).toEqual(expected);
        clock.advance(wait);
        model.now += wait;
      }
      const rows = [...model.rows.values()];
      for (const row of rows) expect(await store.approval('acme', row.id)).toEqual(row);
      const live = rows.filter(isLive).toSorted((x, y) => (x.id < y.id ? -1 : 1));
      expect(await approvalsIn(store, 'acme')).toEqual(live);
      for (const of of actions) {
        for (const alike of alikes) {
          const over = rows.filter((row) => row.action === of && !isLive(row));
          expect(await store.approvalsOf('acme', { action: of, alike, now: model.now })).toEqual({
            live: liveOf(model, of),
            ended: over.toSorted((x, y) => y.decided! - x.decided! || (x.id < y.id ? 1 : -1))[0] ?? null,
            rejected: rejectedOf(model, alike),
            overdue: expect.any(Array),
          });
          const { overdue } = await store.approvalsOf('acme', { action: of, alike, now: model.now });
          const others = rows.filter((row) => isLive(row) && row.action !== of && row.expires <= model.now);
          expect(overdue.map(({ expires }) => expires)).toEqual(
            others
              .map(({ expires }) => expires)
              .toSorted((x, y) => x - y)
              .slice(0, 2),
          );
        }
      }
      await store.close();
    }),
    { numRuns: 300 },
  );
});
