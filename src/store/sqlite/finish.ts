import type { FinishedCall, Settled } from '../store.ts';
import { unmoved } from '../unmoved.ts';
import type { Tables } from './tables.ts';
import { turn } from './turn-run.ts';

/** Makes what is written without admission (the end of a read, a call that waits for a person), whole or not at all. */
export function finish(on: Tables): (finished: FinishedCall) => Settled {
  const { calls, conversations, histories, runs, record } = on;
  return ({ seen, conversation, history, run, call, evidence }) => {
    const there = calls.find(call);
    if (!unmoved(seen, there)) return { kind: 'moved', call: there };
    if (conversation !== null) conversations.add(conversation);
    if (history !== null) histories.chain(call, history);
    calls.put(seen, call);
    record(evidence);
    turn({ runs, record }, call, run);
    return { kind: 'settled' };
  };
}
