import type { Acting } from '../acting/act.ts';
import { refused } from '../acting/refused.ts';
import { type OperatorIdentity, operatorStanding } from '../directory/index.ts';
import type { Wiring } from '../wiring.ts';
import type { OperatorRefusal } from './refusal.ts';

/** The tenant of operators who act on what belongs to no tenant. */
export const installation = '';

/** Asks the directory whether this operator may act now; null where it does. */
export async function standing({ wiring, tenant, id }: Acting): Promise<OperatorRefusal | null> {
  const answer = await operatorStanding(wiring.directory, Object.freeze({ tenant, id }), wiring.inTime);
  return answer.ok ? null : refused(answer.reason, answer.cause);
}

/**
 * Whether somebody else agrees where one of the kinds that this act is of takes a second person; null where that is so.
 * A second person who was named is asked for in any case. One who agrees with himself is none, under whichever handle.
 */
export async function agreed(
  { wiring, id }: Acting,
  second: OperatorIdentity | null,
  kinds: Wiring['secondPerson'],
): Promise<OperatorRefusal | null> {
  if (second !== null)
    return second.id === id ? refused('second_person_needed') : standing({ wiring, ...second });
  return kinds.some((kind) => wiring.secondPerson.includes(kind)) ? refused('second_person_needed') : null;
}
