import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import type { ApprovalRow, ApprovalStatus } from '../store/rows.ts';
import { waiting } from './approval.fixture.ts';
import { approvalVerifies, recorded, signApproval, type UnrecordedApproval } from './approval-row.ts';
import { consumed, expired, lifted, rejected, renewed, revoked, validAgain, voted } from './transitions.ts';

const keys = deriveKeys('ab'.repeat(32));
const fresh = signApproval(keys, waiting);

/** What may become another value in the life of an approval; everything else stays as it was asked for. */
type Moving = Pick<
  ApprovalRow,
  'status' | 'expires' | 'decided' | 'refusedUntil' | 'votes' | 'sealed' | 'revision'
>;

type Step =
  | { readonly act: 'vote'; readonly enough: boolean; readonly votes: string }
  | { readonly act: 'reject' | 'revoke' | 'expire' | 'consume' | 'undo' | 'lift' }
  | { readonly act: 'renew'; readonly expires: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('vote' as const),
    enough: fc.boolean(),
    votes: fc.nat({ max: 9 }).map((n) => `nonce${n}.tag.votes`),
  }),
  fc.record({ act: fc.constantFrom('consume', 'undo') }),
  fc.record({ act: fc.constantFrom('reject', 'revoke', 'expire', 'lift') }),
  fc.record({ act: fc.constant('renew' as const), expires: fc.integer({ min: 1, max: 5_000 }) }),
);

/** In which status each act is possible; elsewhere whoever acts is told what the approval is by now. */
const open: Readonly<Record<Step['act'], readonly ApprovalStatus[]>> = {
  vote: ['pending'],
  reject: ['pending', 'approved'],
  revoke: ['pending', 'approved'],
  expire: ['pending', 'approved'],
  renew: ['pending', 'approved'],
  consume: ['approved'],
  undo: ['consumed'],
  lift: ['rejected'],
};

/** The whole of what an act does, as plainly as it can be said. `before`: what was consumed last. */
function modelled(now: Moving, step: Step, at: number, before: Moving | null): Partial<Moving> {
  const ended = { decided: at, sealed: null };
  switch (step.act) {
    case 'vote':
      return step.enough ? { votes: step.votes, status: 'approved', decided: at } : { votes: step.votes };
    case 'reject':
      return { ...ended, status: 'rejected', refusedUntil: at + 24 * 60 * 60 * 1000 };
    case 'revoke':
      return { ...ended, status: 'revoked' };
    case 'expire':
      return { ...ended, status: 'expired' };
    case 'consume':
      return { ...ended, status: 'consumed' };
    case 'undo':
      return before === null ? now : { ...before };
    case 'renew':
      return { expires: step.expires };
    case 'lift':
      return { refusedUntil: null };
  }
}

function moved(row: ApprovalRow, step: Step, at: number, before: ApprovalRow | null): UnrecordedApproval {
  switch (step.act) {
    case 'vote':
      return voted(row, { votes: step.votes, enough: step.enough, at });
    case 'reject':
      return rejected(row, at);
    case 'revoke':
      return revoked(row, at);
    case 'expire':
      return expired(row, at);
    case 'consume':
      return consumed(row, at);
    case 'undo':
      return before === null ? row : validAgain(row, before);
    case 'renew':
      return renewed(row, step.expires);
    case 'lift':
      return lifted(row);
  }
}

test('whatever people and calls do to it, an approval is what a small model of it is, and every row verifies', () => {
  const reached = new Set<ApprovalStatus>();
  let undone = 0;
  fc.assert(
    fc.property(fc.array(steps, { minLength: 4, maxLength: 16 }), (life) => {
      let row = fresh;
      let before: ApprovalRow | null = null;
      let model: ApprovalRow = fresh;
      for (const [place, step] of life.entries()) {
        if (!open[step.act].includes(row.status)) continue;
        const at = 10 * (place + 1);
        const change = modelled(model, step, at, before);
        if (step.act === 'undo') undone += 1;
        const next = recorded(keys, moved(row, step, at, before), `record at ${at}`);
        if (step.act === 'consume') before = row;
        model = { ...model, ...change, record: `record at ${at}`, revision: model.revision + 1 };
        row = next;
        reached.add(row.status);
        expect({ ...row, mac: '' }).toEqual({ ...model, mac: '' });
        expect(approvalVerifies(keys, row)).toBe(true);
        expect(Object.isFrozen(row)).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
  expect([...reached].toSorted()).toEqual([
    'approved',
    'consumed',
    'expired',
    'pending',
    'rejected',
    'revoked',
  ]);
  expect(undone).toBeGreaterThan(20);
});

/** As it is on record, under one MAC whatever it came to. */
const written = (approval: UnrecordedApproval) => recorded(keys, approval, 'mac');

test('each successor has a MAC of its own, so that no earlier row of the same approval passes for it', () => {
  const at = 10;
  const approved = written(voted(fresh, { votes: 'nonce.tag.votes', enough: true, at }));
  const used = written(consumed(approved, at));
  const again = written(validAgain(used, approved));
  const ended = [rejected(approved, at), revoked(approved, at)].map(written);
  const rows = [fresh, approved, used, again, ...ended];
  expect(new Set(rows.map(({ mac }) => mac)).size).toBe(rows.length);
  expect(approvalVerifies(keys, { ...again, revision: approved.revision })).toBe(false);
  expect(approvalVerifies(keys, { ...used, status: 'approved' })).toBe(false);
});

test('what was not performed is valid again with the votes, contents and expiry it had, and no longer [B-061]', () => {
  const yes = written(voted(fresh, { votes: 'n.t.v', enough: true, at: 10 }));
  const approved = written(renewed(yes, 2_000));
  const { revision, ...kept } = validAgain(written(consumed(approved, 20)), approved);
  const { mac: _mac, record: _record, revision: earlier, ...was } = approved;
  expect(kept).toEqual(was);
  expect(revision).toBe(earlier + 2);
});
