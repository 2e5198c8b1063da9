import type { Column, Keys } from '../json/index.ts';
import { sealHead } from '../json/index.ts';
import type { CallRow } from '../store/rows.ts';

/** A call row before its MAC is made. */
export type UnsignedCall = Omit<CallRow, 'mac'>;

const purpose = 'countersign/call/v1';

/** Puts the MAC on a call row: over its key, its revision and every other column. */
export function signCall(keys: Keys, row: UnsignedCall): CallRow {
  return Object.freeze({ ...row, mac: keys.mac(purpose, columns(row)) });
}

/** Whether a call row is as the boundary wrote it. */
export function callVerifies(keys: Keys, row: CallRow): boolean {
  return keys.macMatches(row.mac, purpose, columns(row));
}

// Of the sealed result the MAC covers nonce and tag: those bind the rest of it.
function columns(row: UnsignedCall): readonly Column[] {
  return [
    row.tenant,
    row.owner,
    row.conversation,
    row.id,
    row.revision,
    row.capability,
    row.arguments,
    row.state,
    row.execution,
    row.action,
    row.holds,
    row.deadline,
    row.at,
    row.settled,
    row.sealed === null ? null : sealHead(row.sealed),
    row.sealedUntil,
    // A row without any of these has the MAC that it had before there were limits, and before there were runs.
    ...(row.run !== null || row.chained || row.undoes !== null || row.undo !== null
      ? [row.taken, row.run, row.chained ? 1 : 0, row.undoes, row.undo === null ? null : sealHead(row.undo)]
      : row.taken === null
        ? []
        : [row.taken]),
  ];
}
