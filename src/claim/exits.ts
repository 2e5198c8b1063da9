import type { CallState } from '../store/rows.ts';

/** How an admitted call can end. */
export type Exit =
  | 'executed'
  | 'not_performed'
  | 'undone'
  | 'read_failed'
  | 'unknown'
  | 'resolved_completed'
  | 'resolved_retryable';

/** What becomes of what admission took. */
export interface ExitRow {
  /** Of limits. `successes_returned`: only what counts successes is given back. */
  readonly units: 'spent' | 'returned' | 'successes_returned';
  /** The answer of a person, where one was needed. `untouched`: it was never used, since nothing was committed. */
  readonly approval: 'consumed' | 'valid_again' | 'untouched';
  /** Whether the call goes on holding its operation, so that nobody else may do the same. */
  readonly operation: 'blocks' | 'blocks_where_once' | 'free';
  /** What the call row says from then on. */
  readonly call: CallState;
}

/**
 * The exits of an admitted call, and what each leaves behind; settling and resolving read it from here. A call that was
 * refused before admission leaves nothing behind and is not in this table.
 */
export const exits = Object.freeze({
  /** The executor returned. */
  executed: { units: 'spent', approval: 'consumed', operation: 'blocks_where_once', call: 'completed' },
  /** It threw `EffectNotPerformed`, or was not started because its deadline had passed. */
  not_performed: { units: 'returned', approval: 'valid_again', operation: 'free', call: 'failed' },
  /** It threw or took too long inside a transaction that was rolled back. */
  undone: { units: 'returned', approval: 'untouched', operation: 'free', call: 'failed' },
  /** A read threw or took too long: it changed nothing, and it cost. */
  read_failed: { units: 'successes_returned', approval: 'consumed', operation: 'free', call: 'failed' },
  /** A write threw, or its process died, or its deadline passed: it may have happened. */
  unknown: { units: 'spent', approval: 'consumed', operation: 'blocks', call: 'indeterminate' },
  /** An operator found out that it happened. */
  resolved_completed: {
    units: 'spent',
    approval: 'consumed',
    operation: 'blocks_where_once',
    call: 'completed',
  },
  /** An operator allows one more try: the same call may be sent again, under the same execution id. */
  resolved_retryable: { units: 'spent', approval: 'consumed', operation: 'free', call: 'retryable' },
} as const satisfies Readonly<Record<Exit, ExitRow>>);

/** The `holds` column after an exit. `once`: whether the capability declares that it happens once, ever. */
export function heldAfter(exit: Exit, holds: string | null, once: boolean): string | null {
  const { operation } = exits[exit];
  return operation === 'blocks' || (operation === 'blocks_where_once' && once) ? holds : null;
}
