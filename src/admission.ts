import { andThen, type Awaitable } from './awaitable.ts';
import { actionFacts, type Witness } from './call/witness.ts';
import { signCall } from './claim/index.ts';
import { evidenceRow } from './evidence/index.ts';
import type { ActionFacts } from './evidence/index.ts';
import { newConversation } from './history/index.ts';
import type { Verified } from './pipeline.ts';
import type { CallRow, ConversationRow } from './store/rows.ts';
import type { Admitted, Seen } from './store/store.ts';

/** An admitted call: what settling needs to write its successor. */
export interface Claim {
  readonly verified: Verified;
  readonly witness: Witness;
  readonly call: CallRow;
  readonly facts: ActionFacts;
  /** MAC of the admission record, which the outcome follows from; null for a read, which is not admitted. */
  readonly previous: string | null;
}

/**
 * Admits a verified call, at most once: one transaction compares what the checks relied on and writes the claim, its
 * operation and its evidence, or writes nothing. The rows are made here, before the transaction, under their MACs.
 */
export function admit(
  verified: Verified,
  witness: Witness,
): Awaitable<{ readonly answer: Admitted; readonly claim: Claim }> {
  const { wiring, data } = verified;
  const claim = claimOf(verified, witness);
  const admitted = evidenceRow(wiring.keys, {
    tenant: claim.call.tenant,
    id: wiring.ids.next(data.now),
    at: data.now,
    record: { type: 'call.admitted', ...witness.actor, ...claim.facts },
  });
  return andThen(
    wiring.store.admit({
      seen: seenOf(data.call),
      catalogue: { version: wiring.inForce.version, mac: wiring.inForce.mac },
      conversation: conversationOf(verified),
      call: claim.call,
      evidence: admitted,
    }),
    (answer) => ({ answer, claim: { ...claim, previous: admitted.mac } }),
  );
}

/** The claim of a call: `claimed`, with its deadline under the MAC, so that a dead process needs no heartbeat. */
export function claimOf(verified: Verified, witness: Witness): Claim {
  const { wiring, key, capability, data, fingerprint, action, holds, retryOf } = verified;
  const execution = retryOf ?? wiring.ids.next(data.now);
  const call = signCall(wiring.keys, {
    ...key,
    capability: capability.name,
    arguments: fingerprint,
    state: 'claimed',
    execution,
    action: wiring.keys.blind('countersign/action/v1', key.tenant, action.digest),
    holds,
    deadline: data.now + capability.deadline,
    at: data.now,
    settled: null,
    sealed: null,
    sealedUntil: null,
    revision: (data.call?.revision ?? 0) + 1,
  });
  return { verified, witness, call, facts: actionFacts(witness, verified, execution), previous: null };
}

/** What the checks saw of the call row. */
export function seenOf(row: CallRow | null): Seen | null {
  return row === null ? null : { revision: row.revision, mac: row.mac };
}

/** The conversation's row: as it is, or as its first entry would make it. */
export function conversationOf({ wiring, data, key }: Verified): ConversationRow {
  return data.conversation ?? newConversation(wiring.keys, key.tenant, key.owner, key.conversation);
}
