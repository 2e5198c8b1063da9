import { actionColumn } from '../action/index.ts';
import { approvalVerifies } from '../approval/index.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import { Tampered } from '../errors.ts';
import { sameText } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { type Attempt, Denied } from './attempt.ts';
import { receiptIn, receiptProblem } from './receipt.ts';
import { tokenPrint } from './token.ts';

/**
 * The approval that a token belongs to, if it is of exactly this action and the tenants of the action, of the row and of
 * who tries agree. It is looked for in every tenant, so that its owner learns of those who try it elsewhere. Takes up
 * the time that the store knows of. Throws `Tampered` for a row that is not as it was written.
 */
export function byToken(attempt: Attempt, token: unknown): Awaitable<ApprovalRow | Denied> {
  return find(attempt, tokenPrint(token));
}

/** The same for the approval that a receipt names, if every member of the receipt is what was given out with it. */
export function byReceipt(attempt: Attempt, given: unknown): Awaitable<ApprovalRow | Denied> {
  const receipt = receiptIn(given);
  const named = receipt?.['approvalId'];
  return andThen(find(attempt, typeof named === 'string' ? named : null), (row) => {
    if (row instanceof Denied || receipt === null) return row;
    const problem = receiptProblem(receipt, row, attempt.action);
    return problem === null ? row : new Denied(problem, row);
  });
}

function find(attempt: Attempt, print: string | null): Awaitable<ApprovalRow | Denied> {
  const { store, time } = attempt.wiring;
  if (print === null) return new Denied('approval_unknown', null);
  return andThen(store.approvalByToken(print), ({ now, approval }) => {
    time.see(now);
    return approval === null ? new Denied('approval_unknown', null) : bound(attempt, approval, print);
  });
}

function bound({ wiring, action, agrees }: Attempt, row: ApprovalRow, print: string): ApprovalRow | Denied {
  // Of a gateway's approval the id is the print of the token as well.
  if (row.token !== print || row.id !== print || !approvalVerifies(wiring.keys, row))
    throw new Tampered('approval');
  const { tenant } = action.constants;
  const column = actionColumn(wiring.keys, tenant, action);
  const same = agrees && row.tenant === tenant && sameText(row.action, column);
  return same ? row : new Denied('binding_mismatch', row);
}
