import { andThen, type Awaitable } from '../awaitable.ts';
import type { Executable } from '../capability/index.ts';
import { Tampered } from '../errors.ts';
import { boundPrint, brokenRule, conversationVerifies, Ledger, readsHistory } from '../history/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { ConversationKey, DecisionData } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked } from './asked.ts';
import { refuse, type Stop } from './chain.ts';
import type { SessionState } from './session-state.ts';

/** What the history of the conversation comes to, and whether it is as the boundary wrote it. */
export interface Recounted {
  readonly ledger: Ledger;
  readonly sound: boolean;
}

const nothing = new Ledger();

/** Reads what the history has more than was verified before. */
export function recount(state: Asked & { readonly data: DecisionData }): Awaitable<Recounted> {
  const { wiring, key, data } = state;
  return andThen(ledgerOf(wiring, key, data), (ledger) => ({
    ledger: ledger ?? nothing,
    sound: ledger !== null,
  }));
}

/**
 * What a conversation's history comes to, up to the anchor in its row; null where something of it is not as it was
 * written. Entries that the anchor does not cover, or that it covers and are gone from the end, show without reading any.
 */
export function ledgerOf(
  wiring: Wiring,
  of: ConversationKey,
  { conversation, entries }: Pick<DecisionData, 'conversation' | 'entries'>,
): Awaitable<Ledger | null> {
  if (conversation !== null && !conversationVerifies(wiring.keys, conversation)) return null;
  if (entries !== (conversation?.revision ?? 0)) return null;
  return andThen(wiring.histories.upTo(of, conversation), (found) => {
    if (found === 'invalid') return null;
    if (found instanceof Ledger) return found;
    // Others went on since the row was read; one that is read now is not behind them, unless its tail was cut off.
    const { store, catalogue } = wiring;
    return andThen(store.loadForDecision({ ...of, id: '' }, catalogue.version), (now) =>
      now.entries < found.ahead ? null : ledgerOf(wiring, of, now),
    );
  });
}

/** Every entry follows the one before it, up to the anchored head. */
export function historyVerifies({ sound }: Recounted): Stop | undefined {
  return sound ? undefined : refuse('history_invalid', { fault: true });
}

/** The conversation is the principal's own, or its owner has let this one take part. */
export function conversationIsOpen({ session, ledger }: Asked & Recounted): Stop | undefined {
  const { guest } = session;
  return guest === null || ledger.isGuest(guest) ? undefined : refuse('binding_mismatch');
}

/**
 * The same for what a session does beside its calls. Throws `Tampered` where the history is not as it was written; nobody
 * but a guest has it read.
 */
export function takesPart(
  wiring: Wiring,
  { place, guest }: SessionState,
  data: DecisionData,
): Awaitable<boolean> {
  if (guest === null) return true;
  return andThen(ledgerOf(wiring, place, data), (ledger) => {
    if (ledger === null) throw new Tampered('conversation');
    return ledger.isGuest(guest);
  });
}

/** The calls before this one allow it. What undoes a step follows no order but that of its run. */
export function sequenceAllows({
  wiring,
  key,
  capability,
  input,
  ledger,
  undoing,
}: Asked & Recounted & { readonly capability: Executable; readonly input: JsonObject }): Stop | undefined {
  const { name, sequence } = capability;
  if (undoing !== null || !readsHistory(sequence)) return undefined;
  const rule = brokenRule(sequence, { capability: name, input }, ledger, boundPrint(wiring.keys, key));
  return rule === null ? undefined : refuse('order_rule', { detail: rule });
}
