import type { Awaitable } from '../awaitable.ts';
import type { Context } from '../action/context.ts';

/** What a principal may do right now. */
export interface Rights {
  /** Grants held now; where given, a session's grants count only as far as they are among these. */
  readonly grant?: readonly string[];
  /** Assurance now, where the directory knows better than the session; the weaker of the two counts. */
  readonly assurance?: string;
}

/** Who acts on claims, for one tenant: not a principal, whose calls these are. */
export interface OperatorIdentity {
  readonly tenant: string;
  readonly id: string;
}

/**
 * The port through which the boundary learns *current* rights, at the check and again right before the effect.
 * An answer of null means unknown or disabled: denied. What it throws, or a late answer, is a fault: denied too.
 */
export interface Directory {
  principal(context: Context): Awaitable<Rights | null>;
  /** Whether the session's agent may act now; asked only where a session names one. */
  agent?(context: Context): Awaitable<boolean>;
  /** Whether this person may act as an operator of this tenant now; asked for every act. Absent: nobody may. */
  operator?(operator: OperatorIdentity): Awaitable<boolean>;
}
