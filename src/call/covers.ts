import { type Action, actionColumn } from '../action/index.ts';
import { isWeaker, statusAt, type Vote, votesOf } from '../approval/index.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { Ledger } from '../history/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { Target } from '../target/target.ts';
import { refuse, type Stop } from './chain.ts';
import { entitled } from './entitled.ts';
import { hasMoved, type Held } from './held-approval.ts';
import type { Judged, MaybeNeeded } from './need.ts';
import { pseudonymsOf } from './pseudonyms.ts';

/** A call right before its effect: what is needed now, and what people agreed to. */
type Reverified = Judged & {
  readonly ledger: Ledger;
  readonly held: Held | null;
  readonly refreshed: Target<unknown> | null;
  readonly needNow: MaybeNeeded;
  readonly action: Action;
};

/**
 * Whether what people agreed to is this action, as it is now: the same facts on the refreshed target, an answer at least
 * as strong as is needed by now, not expired, and every voter still entitled.
 */
export function approvalCovers(state: Reverified): Awaitable<Stop | undefined> {
  const { wiring, session, held, needNow, action, ledger } = state;
  const row = held?.live ?? null;
  if (row === null) return needNow === null ? undefined : refuse('approval_mismatch');
  if (statusAt(row, wiring.time.now()) === 'expired') return refuse('approval_expired');
  const column = actionColumn(wiring.keys, session.context.tenant, action);
  // What entered since may have led the model, or the person, elsewhere; what its own response brought did not.
  if (hasMoved(row, ledger)) return refuse('approval_mismatch');
  if (needNow === 'nobody' || column !== row.action || (needNow !== null && isWeaker(row, needNow)))
    return refuse('approval_mismatch');
  return andThen(pseudonymsOf(wiring, session), ({ tenant }) =>
    votersStand(state, row, votesOf(tenant, row)),
  );
}

/** As many different persons as it takes, each entitled now. */
async function votersStand(
  state: Reverified,
  row: ApprovalRow,
  votes: readonly Vote[],
): Promise<Stop | undefined> {
  const { wiring, session, capability, input, refreshed } = state;
  const persons = new Set<string>();
  for (const { approver: id } of votes) {
    const approver = Object.freeze({ tenant: session.context.tenant, id });
    const about = { context: session.context, input, target: refreshed?.value };
    const answer = await entitled(wiring, { capability, kind: row.kind, approver, about });
    if (answer.ok) persons.add(answer.person);
    else if (answer.reason === 'approver_error')
      return refuse('authorization_error', { fault: true, cause: answer.cause });
  }
  return persons.size >= row.quorum ? undefined : refuse('approval_revoked');
}
