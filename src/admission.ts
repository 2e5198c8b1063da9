import { andThen, type Awaitable } from './awaitable.ts';
import { actionFacts, type Pseudonyms } from './call/pseudonyms.ts';
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
  readonly pseudonyms: Pseudonyms;
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
  pseudonyms: Pseudonyms,
): Awaitable<{ readonly answer: Admitted; readonly claim: Claim }> {
  const { wiring, data, catalogueRow } = verified;
  const claim = claimOf(verified, pseudonyms);
  const admitted = evidenceRow(wiring.keys, {
    tenant: claim.call.tenant,
    id: wiring.ids.next(claim.call.at),
    at: claim.call.at,
    record: { type: 'call.admitted', ...pseudonyms.actor, ...claim.facts },
  });
  return andThen(
    wiring.store.admit({
      seen: seenOf(data.call),
      catalogue: { version: catalogueRow.version, mac: catalogueRow.mac },
      conversation: conversationOf(verified),
      call: claim.call,
      evidence: admitted,
    }),
    (answer) => ({ answer, claim: { ...claim, previous: admitted.mac } }),
  );
}

/** The claim of a call: `claimed`, with its deadline under the MAC, so that a dead process needs no heartbeat. */
export function claimOf(verified: Verified, pseudonyms: Pseudonyms): Claim {
  const { wiring, key, capability, data, fingerprint, action, holds, retryOf } = verified;
  // Not the time of the check: loaders and authorizers took theirs since then.
  const at = wiring.time.now();
  const execution = retryOf ?? wiring.ids.next(at);
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
    revision: (data.call?.revision ?? 0) + 1,
  });
  return { verified, pseudonyms, call, facts: actionFacts(pseudonyms, verified, execution), previous: null };
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
