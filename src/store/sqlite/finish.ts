import type { FinishedCall, Settled } from '../store.ts';
import { unmoved } from './call.ts';
import type { Tables } from './tables.ts';

/** Makes the end of a read: written whole, unless its call id was taken meanwhile. */
export function finish(on: Tables): (read: FinishedCall) => Settled {
  const { calls, addConversation, record } = on;
  return ({ seen, conversation, call, evidence }) => {
    const there = calls.find(call);
    if (!unmoved(seen, there)) return { kind: 'moved', call: there };
    if (conversation !== null) addConversation(conversation);
    if (seen === null) calls.add(call);
    else calls.replace(seen, call);
    record(evidence);
    return { kind: 'settled' };
  };
}
