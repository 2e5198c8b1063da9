import type { Addition } from '../store.ts';
import { historyOf } from './locks.ts';
import type { On } from './statement.ts';
import type { Tables } from './tables.ts';

/** Makes adding entries that no call makes, with their evidence. */
export function append({ locks, histories, record }: Tables): (on: On, addition: Addition) => Promise<void> {
  return async (on, { history, evidence, ...of }) => {
    await locks.take(on, [historyOf(of)]);
    await histories.chain(on, of, history);
    if (evidence !== null) await record(on, evidence);
  };
}
