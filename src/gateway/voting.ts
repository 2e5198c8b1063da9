import type { Answering } from '../acting/answering.ts';
import { statusAt, votesOf } from '../approval/index.ts';
import { personsOf } from '../directory/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { allowed } from './allowed.ts';
import type { AnswerAsked } from './asked.ts';
import { type Attempt, Denied } from './attempt.ts';
import { byToken } from './bound.ts';

/**
 * Whether an approver may answer under this token now: of exactly this action, pending, by a person who neither asked nor
 * answered before, and allowed by the application.
 */
export async function voting(
  attempt: Attempt,
  token: unknown,
  { approver, acl }: AnswerAsked,
): Promise<Answering | Denied> {
  const { wiring } = attempt;
  const row = await byToken(attempt, token);
  if (row instanceof Denied) return row;
  const spent = waiting(attempt, row);
  if (spent !== null) return spent;
  const key = await wiring.ring.of(row.tenant, '');
  const votes = votesOf(key, row);
  const person = await personAnswering(attempt, row, approver.id);
  if (person instanceof Denied) return person;
  // A token serves a person once, whoever else still has to answer under it.
  if (votes.some((vote) => vote.person === person)) return new Denied('replayed', row);
  const denied = (await allowed(attempt, row, acl, [approver])) ?? waiting(attempt, row);
  return denied ?? { row, key, votes, approver: approver.id, person, at: wiring.time.now() };
}

/** Why a token answers nothing any more, by now: it was used, the approval has ended, or its time is over. */
function waiting({ wiring }: Attempt, row: ApprovalRow): Denied | null {
  if (row.status === 'approved' || row.status === 'consumed') return new Denied('replayed', row);
  const status = statusAt(row, wiring.time.now());
  if (status === 'pending') return null;
  return new Denied(status === 'expired' ? 'expired' : 'not_pending', row);
}

/** The person who answers: a service or a bot is none, and who asks is none for it, under whichever account. */
async function personAnswering(
  { wiring, action }: Attempt,
  row: ApprovalRow,
  approver: string,
): Promise<string | Denied> {
  const { tenant, principal } = action.constants;
  const accounts = [
    { tenant, kind: 'approver', id: approver },
    { tenant, kind: 'principal', id: principal },
  ] as const;
  const answer = await personsOf(wiring.directory, accounts, wiring.inTime);
  if (!answer.ok) return new Denied('acl_error', row, answer.cause);
  const [person = null, own = null] = answer.persons;
  return person === null || person === own ? new Denied('acl_denied', row) : person;
}
