import { actionColumn } from './action/index.ts';
import { consumed, recorded } from './approval/index.ts';
import { actionFacts } from './call/action-facts.ts';
import type { Pseudonyms } from './call/pseudonyms.ts';
import { signCall } from './claim/index.ts';
import { type ActionFacts, evidenceRow } from './evidence/index.ts';
import { chaining, newConversation, readsHistory, stepBegan } from './history/index.ts';
import { chargesOf, takenOf } from './limit/index.ts';
import type { Verified } from './pipeline.ts';
import type { ApprovalRow, CallRow, Charge, ConversationRow } from './store/rows.ts';
import type { Admission, Chaining, Relied, Seen } from './store/store.ts';

/** A call that is taken: what settling needs to write its successor. */
export interface Claim {
  readonly verified: Verified;
  readonly pseudonyms: Pseudonyms;
  readonly call: CallRow;
  /** What limits take for it. */
  readonly charges: readonly Charge[];
  /** The approval that its admission uses, as it was before and as it is consumed; null where nobody was needed. */
  readonly approval: { readonly before: ApprovalRow; readonly consumed: ApprovalRow } | null;
  readonly facts: ActionFacts;
  /** MAC of the admission record, which the outcome follows from; null for a read that is not admitted. */
  readonly previous: string | null;
}

/** A claim and the admission that would make it one, which only a store can answer. */
export interface Admissible {
  readonly claim: Claim;
  readonly admission: Admission;
}

/**
 * Everything that admission compares and writes, in one transaction or not at all: what the checks relied on, what
 * limits take, the claim, its operation, its evidence. The rows are made here, before it, under their MACs.
 */
export function admissible(verified: Verified, pseudonyms: Pseudonyms): Admissible {
  const { wiring, data, catalogueRow } = verified;
  const claim = claimOf(verified, pseudonyms);
  const { at } = claim.call;
  const before = verified.held?.live ?? null;
  const evidence = evidenceRow(wiring.keys, {
    tenant: claim.call.tenant,
    id: wiring.ids.next(at),
    at,
    record: { type: 'call.admitted', ...pseudonyms.actor, ...claim.facts },
    previous: before?.record ?? null,
  });
  const used = before && { before, consumed: recorded(wiring.keys, consumed(before, at), evidence.mac) };
  return {
    claim: { ...claim, approval: used, previous: evidence.mac },
    admission: {
      seen: seenOf(data.call),
      catalogue: { version: catalogueRow.version, mac: catalogueRow.mac },
      relied: reliedOn(verified),
      conversation: conversationOf(verified),
      history: begun(claim),
      call: claim.call,
      charges: claim.charges,
      approval: used && { seen: sightOf(used.before), approval: used.consumed },
      evidence,
    },
  };
}

/** The claim of a call: `claimed`, with its deadline under the MAC, so that a dead process needs no heartbeat. */
export function claimOf(verified: Verified, pseudonyms: Pseudonyms): Claim {
  const { wiring, key, capability, data, fingerprint, action, holds, levies, retryOf, held } = verified;
  const { run, undoing } = verified;
  // Not the time of the check: loaders and authorizers took theirs since then.
  const at = wiring.time.now();
  const before = held?.live ?? null;
  const execution = before?.execution ?? retryOf ?? wiring.ids.next(at);
  const charges = levies.length === 0 ? [] : chargesOf(levies, at);
  const call = signCall(wiring.keys, {
    ...key,
    capability: capability.name,
    arguments: fingerprint,
    state: 'claimed',
    execution,
    action: actionColumn(wiring.keys, key.tenant, action),
    holds,
    deadline: at + capability.deadline,
    at,
    settled: null,
    sealed: null,
    sealedUntil: null,
    // What an earlier try took stays taken: an operator allowed one more.
    taken: takenOf(charges, data.call?.taken ?? null),
    run,
    chained: run !== null || wiring.catalogue.isRead(capability.name),
    undoes: undoing?.step.id ?? null,
    undo: null,
    revision: (data.call?.revision ?? 0) + 1,
  });
  const facts = actionFacts(pseudonyms, verified, { execution, approval: before });
  return { verified, pseudonyms, call, charges, approval: null, facts, previous: null };
}

/** What the checks saw of the call row. */
export function seenOf(row: CallRow | null): Seen | null {
  return row === null ? null : sightOf(row);
}

/** How a row looks that is there. */
export function sightOf({ revision, mac }: Seen): Seen {
  return { revision, mac };
}

/** The row that the first entry makes of a conversation; null where it has one. */
export function conversationOf({
  wiring,
  data,
  key,
}: Pick<Verified, 'wiring' | 'data' | 'key'>): ConversationRow | null {
  if (data.conversation !== null) return null;
  return newConversation(wiring.keys, key);
}

/** What the checks read of what others may change: untrusted content only where a person's answer counts. */
function reliedOn({ session, data, held, capability, undoing }: Verified): Relied {
  const { sources, steps } = data.conversation ?? { sources: 0, steps: 0 };
  const run = data.run?.run ?? null;
  return {
    sources: (held?.live ?? null) === null ? null : sources,
    steps: undoing === null && (session.guest !== null || readsHistory(capability.sequence)) ? steps : null,
    run: run === null ? null : { id: run.id, seen: sightOf(run) },
  };
}

/** The entry of a step that begins, where rules or a run read it. */
function begun({ verified, call }: Claim): Chaining | null {
  const entry = stepBegan(call);
  return entry === null ? null : chaining(verified.wiring.keys, call, call.at, [entry]);
}
