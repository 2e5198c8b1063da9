import type { FinishedCall, Settled } from '../store.ts';
import { unmoved } from '../unmoved.ts';
import { callOf, historyOf, runOf } from './locks.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';
import { turn } from './turn-run.ts';

/** Makes what is written without admission (the end of a read, a call that waits for a person), whole or not at all. */
export function finish(tables: Tables): (on: On, finished: FinishedCall) => Promise<Settled> {
  const { locks, calls, conversations, histories, runs, record } = tables;
  return async (on, { seen, conversation, history, run, call, evidence }) => {
    await locks.take(on, [
      history === null ? null : historyOf(call),
      run === null ? null : runOf(call.tenant, run.id),
      seen === null ? callOf(call) : null,
    ]);
    const there = await calls.hold(on, call);
    if (!unmoved(seen, there)) return { kind: 'moved', call: there };
    await calls.put(on, seen, call);
    if (conversation !== null) await conversations.add(on, conversation);
    if (history !== null) await histories.chain(on, call, history);
    await record(on, evidence);
    await turn({ runs, record }, on, call, run);
    return { kind: 'settled' };
  };
}
