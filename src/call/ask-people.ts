import { conversationOf, seenOf, sightOf } from '../admission.ts';
import {
  isWeaker,
  recorded,
  statusAt,
  type UnrecordedApproval,
  verifiedApproval,
} from '../approval/index.ts';
import type { Awaitable } from '../awaitable.ts';
import { signCall } from '../claim/index.ts';
import { approvalFacts, type EvidenceRecord, evidenceRow } from '../evidence/index.ts';
import type { Outcome } from '../outcome.ts';
import type { ApprovalRow, CallRow, EvidenceRow } from '../store/rows.ts';
import type { Requested } from '../store/store.ts';
import { named } from './answer.ts';
import type { Asking } from './asking.ts';
import { askLimits, asksCharges } from './asks-limit.ts';
import { longest, Stopped } from './chain.ts';
import { answered, decide } from './decide.ts';
import { movedTo } from './moved-call.ts';
import { newApproval } from './new-approval.ts';
import { callFacts, type Pseudonyms, pseudonymsOf } from './pseudonyms.ts';
import { replaced } from './replaced.ts';

/**
 * Asks people about a checked action, or joins what they are being asked already, and answers `pending`. The call id is
 * bound from here on. `again`: what the checks relied on moved, or people have agreed meanwhile.
 */
export async function askPeople(asking: Asking): Promise<Outcome | 'again'> {
  const { wiring, session, held } = asking;
  const answer = await decide('ask', asking, async (): Promise<ApprovalRow | Stopped | 'again'> => {
    const pseudonyms = await pseudonymsOf(wiring, session);
    if (held.live !== null) return join(asking, pseudonyms, held.live);
    const made = await newApproval(asking, pseudonyms);
    const evidence = evidenceOf(asking, made.asked, requestedRecord(asking, pseudonyms, made, false));
    const approval = recorded(wiring.keys, made, evidence.mac);
    const requested = await request(asking, pseudonyms, approval, evidence);
    return requested.kind === 'requested' ? approval : notRequested(asking, pseudonyms, requested);
  });
  if (answer === 'again') return 'again';
  return answer instanceof Stopped ? answered(asking, answer) : pending(asking, answer);
}

/** What a caller is told while people are asked. */
function pending(asking: Asking, approval: ApprovalRow): Outcome {
  return {
    kind: 'pending',
    ...named(asking, 'pending'),
    decision: approval.kind,
    reasons: asking.need.reasons,
    approvalId: approval.id,
    executionId: approval.execution,
    actionDigest: asking.held.action.digest,
    expiresAt: approval.expires,
  };
}

function request(
  asking: Asking,
  pseudonyms: Pseudonyms,
  approval: ApprovalRow,
  evidence: EvidenceRow,
): Awaitable<Requested> {
  const { wiring, session, data, catalogueRow, held } = asking;
  const at = approval.asked;
  const over = (row: ApprovalRow) =>
    replaced(wiring, { key: pseudonyms.tenant, who: pseudonyms.actor.principal ?? '' }, row, at);
  return wiring.store.requestApproval({
    seen: seenOf(data.call),
    catalogue: { version: catalogueRow.version, mac: catalogueRow.mac },
    run: data.run === null ? null : { id: data.run.run.id, seen: sightOf(data.run.run) },
    conversation: conversationOf(asking),
    call: askedCall(asking, approval),
    approval,
    replaces: held.stale === null ? null : over(held.stale),
    overdue: held.overdue.map(over),
    mostPending: wiring.asks.pendingPerConversation,
    charges: asksCharges(wiring, session.context, at),
    evidence,
  });
}

/** Binds the call to what people are being asked already. */
async function join(
  asking: Asking,
  pseudonyms: Pseudonyms,
  approval: ApprovalRow,
): Promise<ApprovalRow | Stopped | 'again'> {
  const { wiring, data } = asking;
  const call = askedCall(asking, approval);
  if (data.call?.state === 'asked' && data.call.execution === call.execution) return approval;
  const joined = await wiring.store.finish({
    seen: seenOf(data.call),
    conversation: conversationOf(asking),
    history: null,
    run: null,
    call,
    evidence: evidenceOf(
      asking,
      call.at,
      requestedRecord(asking, pseudonyms, approval, true),
      approval.record,
    ),
  });
  if (joined.kind === 'settled') return approval;
  return joined.call === null ? 'again' : movedTo(asking, joined.call);
}

/** The call, bound to its approval: anything else under its id is refused from here on. */
function askedCall(
  { wiring, key, capability, fingerprint, held, data, run }: Asking,
  approval: ApprovalRow,
): CallRow {
  return signCall(wiring.keys, {
    ...key,
    capability: capability.name,
    arguments: fingerprint,
    state: 'asked',
    execution: approval.execution,
    action: held.column,
    holds: null,
    deadline: approval.expires,
    at: wiring.time.now(),
    settled: null,
    sealed: null,
    sealedUntil: null,
    taken: null,
    run,
    chained: false,
    undoes: null,
    undo: null,
    revision: (data.call?.revision ?? 0) + 1,
  });
}

async function notRequested(
  asking: Asking,
  pseudonyms: Pseudonyms,
  answer: Exclude<Requested, { readonly kind: 'requested' }>,
): Promise<ApprovalRow | Stopped | 'again'> {
  const { wiring } = asking;
  switch (answer.kind) {
    case 'existing': {
      const live = verifiedApproval(wiring.keys, answer.approval);
      const waits = statusAt(live, wiring.time.now()) === 'pending' && !isWeaker(live, asking.need);
      return waits ? join(asking, pseudonyms, live) : 'again';
    }
    case 'rejected':
      verifiedApproval(wiring.keys, answer.approval);
      return new Stopped('person', { kind: 'refused', reason: 'approval_rejected' });
    case 'too_many':
      return new Stopped('person', { kind: 'throttled', limit: askLimits.pending, retryAfter: null });
    case 'limited':
      return new Stopped('person', longest(answer.exceeded));
    case 'moved':
      if (answer.what === 'clock') wiring.time.meet(answer.now);
      return 'again';
    case 'call_moved':
      return answer.call === null ? 'again' : movedTo(asking, answer.call);
  }
}

function requestedRecord(
  asking: Asking,
  pseudonyms: Pseudonyms,
  approval: UnrecordedApproval,
  joined: boolean,
): EvidenceRecord {
  const { need, receivedDigest } = asking;
  return {
    type: 'approval.requested',
    ...pseudonyms.actor,
    ...callFacts(pseudonyms, asking, receivedDigest),
    ...approvalFacts(pseudonyms.tenant, approval),
    kind: need.kind,
    quorum: need.quorum,
    reasons: need.reasons,
    policy: need.policy,
    expires: approval.expires,
    joined,
  };
}

function evidenceOf(
  { wiring, session }: Asking,
  at: number,
  record: EvidenceRecord,
  previous: string | null = null,
): EvidenceRow {
  const { tenant } = session.context;
  return evidenceRow(wiring.keys, { tenant, id: wiring.ids.next(at), at, record, previous });
}
