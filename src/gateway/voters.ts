import type { Vote } from '../approval/index.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import { type Account, personsOf } from '../directory/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { type Attempt, Denied } from './attempt.ts';

/**
 * Whether those who agreed still are as many different persons as it takes, none of them who asks: accounts change hands.
 * null where they are.
 */
export function votersCount(
  { wiring, action }: Attempt,
  row: ApprovalRow,
  votes: readonly Vote[],
): Awaitable<Denied | null> {
  const { tenant, principal } = action.constants;
  const accounts: readonly Account[] = [
    { tenant, kind: 'principal', id: principal },
    ...votes.map(({ approver: id }) => ({ tenant, kind: 'approver', id }) as const),
  ];
  return andThen(personsOf(wiring.directory, accounts, wiring.inTime), (answer) => {
    if (!answer.ok) return new Denied('acl_error', row, answer.cause);
    const [own = null, ...persons] = answer.persons;
    const others = new Set(persons.filter((person) => person !== null && person !== own));
    return others.size >= row.quorum ? null : new Denied('acl_denied', row);
  });
}
