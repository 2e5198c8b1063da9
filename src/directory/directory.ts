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

/** Somebody who wants to answer, as the caller's authentication named them; never from a request body. */
export interface ApproverIdentity {
  readonly tenant: string;
  readonly id: string;
}

/** An account of a tenant, in the part in which it appears. */
export interface Account {
  readonly tenant: string;
  readonly kind: 'principal' | 'subject' | 'agent' | 'approver';
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
  /** Whether this account may see what waits for an answer in its tenant; asked for every act. Absent: only its own. */
  approver?(approver: ApproverIdentity): Awaitable<boolean>;
  /**
   * The person behind an account of a tenant, so that one person under two accounts stays one; null: nobody (a service,
   * a bot). Of an agent: who owns it. Absent: a principal, subject or approver is its own person, and agents are nobody's.
   */
  personOf?(account: Account): Awaitable<string | null>;
  /** Whether this person may act as an operator of this tenant now; asked for every act. Absent: nobody may. */
  operator?(operator: OperatorIdentity): Awaitable<boolean>;
}
