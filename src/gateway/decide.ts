import { type ApprovalRecord, evidenceRow } from '../evidence/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { type Attempt, Denied } from './attempt.ts';

/** What becomes of an approval, the record of it, and what is answered. */
export interface Deciding<T> {
  readonly row: ApprovalRow;
  readonly next: ApprovalRow;
  readonly record: ApprovalRecord;
  /** Milliseconds. */
  readonly at: number;
  readonly answer: T;
}

/** More often than persons can answer one approval, so that only a store that never agrees comes to it. */
const rounds = 32;

/**
 * Writes one answer with its evidence, if the row still is as it was judged: of two at once one is. The other is judged
 * again, on what became of the row. Throws where that has no end.
 */
export async function decide<T>(
  { wiring, action }: Attempt,
  judge: () => Promise<Deciding<T> | Denied>,
): Promise<T | Denied> {
  const { store, keys, ids } = wiring;
  const { tenant } = action.constants;
  for (let round = 0; round < rounds; round += 1) {
    const judged = await judge();
    if (judged instanceof Denied) return judged;
    const { row, next, record, at, answer } = judged;
    const decided = await store.decideApproval(
      { seen: { revision: row.revision, mac: row.mac }, approval: next },
      evidenceRow(keys, { tenant, id: ids.next(at), at, record }),
    );
    if (decided.kind === 'decided') return answer;
  }
  throw new Error('an approval moved whenever it was to be written');
}
