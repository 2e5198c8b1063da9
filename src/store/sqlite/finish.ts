import type { FinishedCall, Settled } from '../store.ts';
import { unmoved } from './call.ts';
import type { Tables } from './tables.ts';

/** Makes what is written without admission (the end of a read, a call that waits for a person), whole or not at all. */
export function finish(on: Tables): (finished: FinishedCall) => Settled {
  const { calls, addConversation, record } = on;
  return ({ seen, conversation, call, evidence }) => {
    const there = calls.find(call);
    if (!unmoved(seen, there)) return { kind: 'moved', call: there };
    if (conversation !== null) addConversation(conversation);
    calls.put(seen, call);
    record(evidence);
    return { kind: 'settled' };
  };
}
