import { type Deciding, writeDecision } from '../acting/deciding.ts';
import { type Attempt, Denied } from './attempt.ts';

/** What becomes of an approval, and what is answered. */
export interface Answer<T> extends Deciding {
  readonly answer: T;
}

/** More often than persons can answer one approval, so that only a store that never agrees comes to it. */
const rounds = 32;

/** Judges an approval and writes what comes of it. Where somebody was faster it is judged again. Throws where that has no end. */
export async function decide<T>(
  { wiring }: Attempt,
  judge: () => Promise<Answer<T> | Denied>,
): Promise<T | Denied> {
  for (let round = 0; round < rounds; round += 1) {
    const judged = await judge();
    if (judged instanceof Denied) return judged;
    const written = await writeDecision(wiring, judged);
    if (written.kind === 'decided') return judged.answer;
  }
  throw new Error('an approval moved whenever it was to be written');
}
