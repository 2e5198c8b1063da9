import type { CallRow, CallState } from '../store/rows.ts';

/** What is known of a call id that comes again, for exactly the same call. */
export type KnownCall =
  /** Nothing stands in the way: the call is new, or an operator allowed one more try under the same execution id. */
  | { readonly kind: 'open'; readonly execution: string | null }
  | { readonly kind: 'in_progress' }
  /** `kept`: the sealed result may still be given out. */
  | { readonly kind: 'replayed'; readonly row: CallRow; readonly kept: boolean }
  | { readonly kind: 'failed' }
  | { readonly kind: 'indeterminate'; readonly execution: string }
  /** The id is bound to another capability or other arguments. */
  | { readonly kind: 'reused' };

/** How a call row reads at a time: a claim past its deadline is indeterminate, with no heartbeat needed. */
export function stateAt(row: Pick<CallRow, 'state' | 'deadline'>, now: number): CallState {
  return row.state === 'claimed' && now > row.deadline ? 'indeterminate' : row.state;
}

/**
 * The known-call table. `row` must have verified; `asked` is the capability's name, the fingerprint of the arguments as
 * received, and the run. This comes before the catalogue, so that a deploy between a crash and a resend changes
 * nothing.
 */
export function knownCall(
  row: CallRow | null,
  asked: { readonly capability: string; readonly arguments: string; readonly run: string | null },
  now: number,
): KnownCall {
  if (row === null) return { kind: 'open', execution: null };
  const same =
    row.capability === asked.capability && row.arguments === asked.arguments && row.run === asked.run;
  if (!same) return { kind: 'reused' };
  const state = stateAt(row, now);
  switch (state) {
    case 'asked':
      return { kind: 'open', execution: null };
    case 'retryable':
      return { kind: 'open', execution: row.execution };
    case 'claimed':
      return { kind: 'in_progress' };
    case 'completed':
      return { kind: 'replayed', row, kept: row.sealedUntil !== null && now <= row.sealedUntil };
    case 'failed':
      return { kind: 'failed' };
    case 'indeterminate':
      return { kind: 'indeterminate', execution: row.execution };
  }
}
