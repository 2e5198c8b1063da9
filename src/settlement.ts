import { type Claim, conversationOf, seenOf } from './admission.ts';
import type { Awaitable } from './awaitable.ts';
import { signCall } from './claim/index.ts';
import { type CallEnded, evidenceRow } from './evidence/index.ts';
import { type Ended, type Over, sealResult } from './execution/index.ts';
import type { CallRow, CallState, EvidenceRow } from './store/rows.ts';
import type { Settled } from './store/store.ts';

/**
 * Settles an admitted call in one transaction: its state, its sealed result, whether it still holds its operation,
 * and the evidence. `moved` where somebody resolved the claim meanwhile; nothing is written then.
 */
export function settle(claim: Claim, over: Over): Awaitable<Settled> {
  const { wiring } = claim.verified;
  const { call, evidence } = successor(claim, over, claim.call.revision + 1);
  return wiring.store.settle({
    seen: { revision: claim.call.revision, mac: claim.call.mac },
    call,
    evidence,
  });
}

/** Writes a finished read whole. `moved` where its call id was taken meanwhile. */
export function finish(claim: Claim, over: Ended): Awaitable<Settled> {
  const { wiring, data } = claim.verified;
  const { call, evidence } = successor(claim, over, claim.call.revision);
  return wiring.store.finish({
    seen: seenOf(data.call),
    conversation: conversationOf(claim.verified),
    call,
    evidence,
  });
}

/** Records a read that ran and whose call id was taken meanwhile: its value is dropped, that it ran is not. */
export function recordDropped(claim: Claim, ended: Ended): Awaitable<void> {
  const type = ended.kind === 'returned' ? 'call.executed' : 'call.failed';
  const evidence = ending(claim, { type, ended: ended.kind, duration: ended.duration, kept: false });
  return claim.verified.wiring.store.appendEvidence([evidence]);
}

/** Records that a deadline passed. The claim is left alone: it reads as indeterminate by itself, and may yet end. */
export function recordDeadline(claim: Claim, duration: number): Awaitable<void> {
  const evidence = ending(claim, { type: 'call.indeterminate', ended: 'deadline', duration, kept: false });
  return claim.verified.wiring.store.appendEvidence([evidence]);
}

function successor(claim: Claim, over: Ended, revision: number): { call: CallRow; evidence: EvidenceRow } {
  const { verified, pseudonyms } = claim;
  const { wiring, capability, key } = verified;
  const at = wiring.time.now();
  const sealed =
    over.kind === 'returned' && capability.replay === 'result'
      ? sealResult(pseudonyms.person, { call: key, action: claim.call.action }, over.value)
      : null;
  const state = stateOf(claim, over);
  const { mac: _superseded, ...before } = claim.call;
  const call = signCall(wiring.keys, {
    ...before,
    state,
    holds: stillHeld(claim, state),
    settled: at,
    sealed,
    sealedUntil: sealed === null ? null : at + wiring.resultTtl,
    revision,
  });
  const type = {
    completed: 'call.executed',
    failed: 'call.failed',
    indeterminate: 'call.indeterminate',
  } as const;
  const evidence = ending(claim, {
    type: type[state],
    ended: over.kind,
    duration: over.duration,
    kept: sealed !== null,
  });
  return { call, evidence };
}

// A read that threw has done nothing; a write that threw may have done anything.
function stateOf(claim: Claim, over: Ended): Extract<CallState, 'completed' | 'failed' | 'indeterminate'> {
  if (over.kind === 'returned') return 'completed';
  if (over.kind === 'not_performed') return 'failed';
  return claim.verified.capability.effect === 'read' ? 'failed' : 'indeterminate';
}

// A completed operation stays held only where the application said `once`; what may have happened blocks.
function stillHeld(claim: Claim, state: CallState): string | null {
  if (state === 'failed') return null;
  if (state === 'completed' && claim.verified.capability.once === null) return null;
  return claim.call.holds;
}

function ending(claim: Claim, how: Pick<CallEnded, 'type' | 'ended' | 'duration' | 'kept'>): EvidenceRow {
  const { wiring } = claim.verified;
  const at = wiring.time.now();
  return evidenceRow(wiring.keys, {
    tenant: claim.call.tenant,
    id: wiring.ids.next(at),
    at,
    record: { ...claim.pseudonyms.actor, ...claim.facts, ...how },
    previous: claim.previous,
  });
}
