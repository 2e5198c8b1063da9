import { BoundaryError } from '../../errors.ts';
import type { CallKey, CallRow, CallState } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Value, Values } from './values.ts';

/** The columns of a call, in the order that `readCall` keeps: those of `keyValues`, then those of `ownValues`. */
export const callColumns = `tenant, owner, conversation, id, capability, arguments, state, execution, action, holds,
  deadline, at, settled, sealed, sealed_until, taken, run, chained, undoes, undo, revision,
  mac`;

/** The condition that names one call; its parameters are `keyValues`. */
export const callKey = 'tenant = ? AND owner = ? AND conversation = ? AND id = ?';

/** The four columns that name a call, which are the parameters of `callKey`. */
export function keyValues(key: CallKey): [string, string, string, string] {
  return [key.tenant, key.owner, key.conversation, key.id];
}

/** The other columns of a call. */
export function ownValues(call: CallRow): readonly Value[] {
  return [
    call.capability,
    call.arguments,
    call.state,
    call.execution,
    call.action,
    call.holds,
    call.deadline,
    call.at,
    call.settled,
    call.sealed,
    call.sealedUntil,
    call.taken,
    call.run,
    call.chained ? 1 : 0,
    call.undoes,
    call.undo,
    call.revision,
    call.mac,
  ];
}

/** A call from the values of `callColumns`, which begin at `from`. */
export function readCall(values: Values, from = 0): CallRow {
  const columns = new Columns(values, from);
  return {
    tenant: columns.text(),
    owner: columns.text(),
    conversation: columns.text(),
    id: columns.text(),
    capability: columns.text(),
    arguments: columns.text(),
    state: callState(columns.text()),
    execution: columns.text(),
    action: columns.text(),
    holds: columns.textOrNull(),
    deadline: columns.whole(),
    at: columns.whole(),
    settled: columns.wholeOrNull(),
    sealed: columns.textOrNull(),
    sealedUntil: columns.wholeOrNull(),
    taken: columns.textOrNull(),
    run: columns.textOrNull(),
    chained: columns.yesOrNo(),
    undoes: columns.textOrNull(),
    undo: columns.textOrNull(),
    revision: columns.whole(),
    mac: columns.text(),
  };
}

function callState(text: string): CallState {
  switch (text) {
    case 'asked':
    case 'claimed':
    case 'completed':
    case 'failed':
    case 'indeterminate':
    case 'retryable':
      return text;
    default:
      throw new BoundaryError('store_failed', 'a call in the database is in a state that does not exist');
  }
}
