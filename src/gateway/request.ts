import { actionColumn, argumentsDigest } from '../action/index.ts';
import {
  approvalVerifies,
  isWeaker,
  recorded,
  statusAt,
  type UnrecordedApproval,
  verifiedApproval,
} from '../approval/index.ts';
import { askLimits, asksCharges } from '../call/asks-limit.ts';
import { longestWait, StepFailed } from '../call/chain.ts';
import { personKey } from '../call/person-key.ts';
import { replaced } from '../call/replaced.ts';
import { placeOf } from '../claim/index.ts';
import { personsOf } from '../directory/index.ts';
import { Tampered } from '../errors.ts';
import { approvalFacts, type ApprovalRecord, evidenceRow } from '../evidence/index.ts';
import { conversationVerifies, newConversation } from '../history/index.ts';
import type { ApprovalRow, ConversationRow } from '../store/rows.ts';
import type { Exceeded, Requested } from '../store/store.ts';
import type { AskAsked } from './asked.ts';
import { type Attempt, Denied } from './attempt.ts';
import type { GatewayAsked, GatewayKnown, GatewayThrottled } from './gateway.ts';
import { alikeOf, type Ask, newApproval, why } from './new-approval.ts';
import { isUnclassified } from './may-run.ts';
import { receiptOf } from './receipt.ts';
import { reportLimited } from './reporting.ts';

/** How often what an ask relied on may move before it is given up. */
const rounds = 4;

type Answer = GatewayAsked | GatewayKnown | GatewayThrottled | Denied;

/** Asks people about an action, or answers with what they are being asked about it already. */
export async function request(attempt: Attempt, asked: AskAsked): Promise<Answer> {
  if (!attempt.agrees) return new Denied('binding_mismatch', null);
  if (isUnclassified(attempt)) return new Denied('not_classified', null);
  const ask = await askOf(attempt, asked);
  for (let round = 0; round < rounds; round += 1) {
    const answer = await asking(attempt, ask);
    if (answer !== 'again') return answer;
  }
  return new Denied('contended', null);
}

async function askOf({ wiring, action }: Attempt, asked: AskAsked): Promise<Ask> {
  const { tenant, principal } = asked.context;
  const account = { tenant, kind: 'principal', id: principal } as const;
  const answer = await personsOf(wiring.directory, [account], wiring.inTime);
  if (!answer.ok) throw new StepFailed('persons', answer.cause);
  return {
    ...asked,
    wiring,
    action,
    place: placeOf(wiring.keys, asked.context),
    person: answer.persons[0] ?? null,
    key: await wiring.ring.of(tenant, ''),
    column: actionColumn(wiring.keys, tenant, action),
    alike: alikeOf(wiring, action),
  };
}

async function asking(attempt: Attempt, ask: Ask): Promise<Answer | 'again'> {
  const { wiring, action, column, alike, context, key } = ask;
  const { store, keys, ids, time, inForce, asks } = wiring;
  const { tenant } = context;
  const conversation = await conversationOf(ask);
  const now = time.now();
  const { live, overdue } = await store.approvalsOf(tenant, { action: column, alike, now });
  if (live !== null && statusAt(verifiedApproval(keys, live), now) !== 'expired') return existing(ask, live);

  const { token, made } = newApproval(ask);
  const at = made.asked;
  const person = await personKey(wiring, tenant, context.principal);
  const own = person.fingerprint('countersign/principal/v1', context.principal);
  const over = (row: ApprovalRow) => replaced(wiring, { key, who: own }, row, at);
  const record = await requestedRecord(ask, made);
  const evidence = evidenceRow(keys, { tenant, id: ids.next(at), at, record });
  const requested = await store.requestApproval({
    seen: null,
    catalogue: { version: inForce.version, mac: inForce.mac },
    run: null,
    conversation,
    call: null,
    approval: recorded(keys, made, evidence.mac),
    replaces: live === null ? null : over(live),
    overdue: overdue.filter((row) => approvalVerifies(keys, row)).map(over),
    mostPending: asks.pendingPerConversation,
    charges: asksCharges(wiring, context, at),
    evidence,
  });
  if (requested.kind !== 'requested') return notRequested(attempt, ask, requested);
  return { kind: 'requested', token, receipt: receiptOf(made, action) };
}

/** The conversation's row, where this makes it. Read together with the time that the store knows of. */
async function conversationOf({ wiring, place }: Ask): Promise<ConversationRow | null> {
  const data = await wiring.store.loadForDecision({ ...place, id: '' }, wiring.catalogue.version);
  wiring.time.see(data.now);
  if (data.conversation === null) return newConversation(wiring.keys, place);
  if (!conversationVerifies(wiring.keys, data.conversation)) throw new Tampered('conversation');
  return null;
}

/** What is asked or agreed already, if it takes as many persons. Its token went out with the first answer. */
function existing({ action, quorum }: Ask, row: ApprovalRow): GatewayKnown | Denied {
  if (isWeaker(row, { kind: 'review', quorum })) return new Denied('approval_mismatch', row);
  const status = row.status === 'approved' ? 'approved' : 'pending';
  return { kind: 'existing', status, receipt: receiptOf(row, action) };
}

async function notRequested(
  attempt: Attempt,
  ask: Ask,
  answer: Exclude<Requested, { readonly kind: 'requested' }>,
): Promise<Answer | 'again'> {
  const { time, keys } = ask.wiring;
  switch (answer.kind) {
    case 'existing': {
      const row = verifiedApproval(keys, answer.approval);
      return statusAt(row, time.now()) === 'expired' ? 'again' : existing(ask, row);
    }
    case 'rejected':
      return new Denied('approval_rejected', verifiedApproval(keys, answer.approval));
    case 'too_many':
      return throttled(attempt, { limit: askLimits.pending, retryAfter: null });
    case 'limited':
      return throttled(attempt, longestWait(answer.exceeded));
    case 'moved':
      if (answer.what === 'catalogue') return new Denied('catalogue_stale', null);
      if (answer.what === 'clock') time.meet(answer.now);
      return 'again';
    case 'call_moved':
      return 'again';
  }
}

async function throttled(attempt: Attempt, { limit, retryAfter }: Exceeded): Promise<GatewayThrottled> {
  await reportLimited(attempt);
  return { kind: 'throttled', limit, retryAfter };
}

/** As evidence has it for calls, of which a gateway brings none. */
async function requestedRecord(
  { wiring, action, context, key, ...ask }: Ask,
  approval: UnrecordedApproval,
): Promise<ApprovalRecord> {
  const { tenant, principal, conversation } = context;
  const own = await personKey(wiring, tenant, principal);
  return {
    type: 'approval.requested',
    principal: own.fingerprint('countersign/principal/v1', principal),
    subject: null,
    conversation: own.fingerprint('countersign/conversation/v1', conversation),
    agent: null,
    facts: null,
    call: null,
    arguments: own.fingerprint('countersign/arguments/v1', argumentsDigest(action.arguments)),
    ...approvalFacts(key, approval),
    kind: 'review',
    quorum: ask.quorum,
    ...why,
    expires: approval.expires,
    joined: false,
  };
}
