import type { FinishedRead, Settled } from '../store.ts';
import { appendEvidence } from './append-evidence.ts';
import { calls, unmoved } from './call.ts';
import { addConversation } from './conversation.ts';
import type { Driver } from './driver.ts';

/** Prepares: writes a finished read whole, unless its call id was taken meanwhile. */
export function finishRead(driver: Driver): (read: FinishedRead) => Settled {
  const call = calls(driver);
  const converse = addConversation(driver);
  const record = appendEvidence(driver);
  return ({ seen, conversation, call: next, evidence }) => {
    const there = call.find(next);
    if (!unmoved(seen, there)) return { kind: 'moved', call: there };
    converse(conversation);
    if (seen === null) call.add(next);
    else call.replace(seen, next);
    record(evidence);
    return { kind: 'settled' };
  };
}
