import { actionFacts, type Pseudonyms } from './call/pseudonyms.ts';
import { signCall } from './claim/index.ts';
import { evidenceRow } from './evidence/index.ts';
import type { ActionFacts } from './evidence/index.ts';
import { newConversation } from './history/index.ts';
import { chargesOf, takenOf } from './limit/index.ts';
import type { Verified } from './pipeline.ts';
import type { CallRow, Charge, ConversationRow } from './store/rows.ts';
import type { Admission, Seen } from './store/store.ts';

/** A call that is taken: what settling needs to write its successor. */
export interface Claim {
  readonly verified: Verified;
  readonly pseudonyms: Pseudonyms;
  readonly call: CallRow;
  /** What limits take for it. */
  readonly charges: readonly Charge[];
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
  const evidence = evidenceRow(wiring.keys, {
    tenant: claim.call.tenant,
    id: wiring.ids.next(claim.call.at),
    at: claim.call.at,
    record: { type: 'call.admitted', ...pseudonyms.actor, ...claim.facts },
  });
  return {
    claim: { ...claim, previous: evidence.mac },
    admission: {
      seen: seenOf(data.call),
      catalogue: { version: catalogueRow.version, mac: catalogueRow.mac },
      conversation: conversationOf(verified),
      call: claim.call,
      charges: claim.charges,
      evidence,
    },
  };
}

/** The claim of a call: `claimed`, with its deadline under the MAC, so that a dead process needs no heartbeat. */
export function claimOf(verified: Verified, pseudonyms: Pseudonyms): Claim {
  const { wiring, key, capability, data, fingerprint, action, holds, levies, retryOf } = verified;
  // Not the time of the check: loaders and authorizers took theirs since then.
  const at = wiring.time.now();
  const execution = retryOf ?? wiring.ids.next(at);
  const charges = levies.length === 0 ? [] : chargesOf(levies, at);
  const call = signCall(wiring.keys, {
    ...key,
    capability: capability.name,
    arguments: fingerprint,
    state: 'claimed',
    execution,
    action: wiring.keys.blind('countersign/action/v1', key.tenant, action.digest),
    holds,
    deadline: at + capability.deadline,
    at,
    settled: null,
    sealed: null,
    sealedUntil: null,
    // What an earlier try took stays taken: an operator allowed one more.
    taken: takenOf(charges, data.call?.taken ?? null),
    revision: (data.call?.revision ?? 0) + 1,
  });
  const facts = actionFacts(pseudonyms, verified, execution);
  return { verified, pseudonyms, call, charges, facts, previous: null };
}

/** What the checks saw of the call row. */
export function seenOf(row: CallRow | null): Seen | null {
  return row === null ? null : { revision: row.revision, mac: row.mac };
}

/** The row that the first entry makes of a conversation; null where it has one. */
export function conversationOf({ wiring, data, key }: Verified): ConversationRow | null {
  if (data.conversation !== null) return null;
  return newConversation(wiring.keys, key.tenant, key.owner, key.conversation);
}
