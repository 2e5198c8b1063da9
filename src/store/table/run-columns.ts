import { BoundaryError } from '../../errors.ts';
import type { RunRow, RunState } from '../rows.ts';
import { Columns } from './columns.ts';
import type { Value, Values } from './values.ts';

/** The columns of a run, in the order that `readRun` keeps. */
export const runColumns =
  'tenant, id, owner, conversation, atomic, state, was, opened, deadline, ended, revision, mac';

/** The same, as parameters. */
export function runValues(run: RunRow): readonly Value[] {
  return [
    run.tenant,
    run.id,
    run.owner,
    run.conversation,
    run.atomic ? 1 : 0,
    run.state,
    run.was,
    run.opened,
    run.deadline,
    run.ended,
    run.revision,
    run.mac,
  ];
}

/** A run from the values of `runColumns`, which begin at `from`. */
export function readRun(values: Values, from = 0): RunRow {
  const columns = new Columns(values, from);
  return {
    tenant: columns.text(),
    id: columns.text(),
    owner: columns.text(),
    conversation: columns.text(),
    atomic: columns.yesOrNo(),
    state: state(columns.text()),
    was: before(columns.textOrNull()),
    opened: columns.whole(),
    deadline: columns.whole(),
    ended: columns.wholeOrNull(),
    revision: columns.whole(),
    mac: columns.text(),
  };
}

function state(text: string): RunState {
  switch (text) {
    case 'open':
    case 'finished':
    case 'undoing':
    case 'undone':
    case 'held':
      return text;
    default:
      throw unknown();
  }
}

function before(text: string | null): RunRow['was'] {
  if (text === null || text === 'open' || text === 'undoing') return text;
  throw unknown();
}

function unknown(): BoundaryError {
  return new BoundaryError('store_failed', 'a run in the database is in a state that does not exist');
}
