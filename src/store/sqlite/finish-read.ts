import type { FinishedRead, Settled } from '../store.ts';
import { unmoved } from './call.ts';
import type { SharedStatements } from './shared-statements.ts';

/** Makes the end of a read: written whole, unless its call id was taken meanwhile. */
export function finishRead(shared: SharedStatements): (read: FinishedRead) => Settled {
  const { calls, addConversation, record } = shared;
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
