import { type NeedReason, needReasons } from '../decision.ts';
import type { RegisteredAsking, RegisteredConfirm } from './approval.ts';

/** That a person is needed: who, why, and what they are shown. */
export interface Need {
  readonly kind: 'confirm' | 'review';
  readonly quorum: number;
  /** Milliseconds that the answer lasts from asking. */
  readonly ttl: number;
  /** None where nothing would ask by now and people were asked before. */
  readonly reasons: readonly NeedReason[];
  /** The code that the authorizer asked with, or null. */
  readonly policy: string | null;
  /** The arguments that nobody vouches for, by name. */
  readonly doubtful: readonly string[];
  readonly facts: RegisteredConfirm['facts'];
}

/** The part of a registered capability that decides whether people are asked. */
export interface Asking extends Omit<RegisteredAsking, 'askFunction'> {
  readonly roles: readonly { readonly argument: string; readonly role: string | null }[];
  readonly schema: { readonly partial: boolean };
}

/** What policy and the declaration said of one call. */
export interface Asked {
  /** The authorizer's `confirm()` or `review()`, or null. */
  readonly policy: { readonly kind: 'confirm' | 'review'; readonly code: string } | null;
  /** What the function `ask` answered; anything but `false` asks. null where `ask` is no function. */
  readonly own: boolean | null;
  /** Whether the target has an identity that an answer can be bound to. */
  readonly target: boolean;
  /** Whether somebody stands behind the principal who could confirm. */
  readonly person: boolean;
  /** The members of the arguments that were given. */
  readonly given: readonly string[];
  /** Whether people were asked about this very call before: it does not go on without them because nobody would ask now. */
  readonly before: boolean;
}

/**
 * Whether a person is needed, and which: null where not, `nobody` where one is and none can be asked (nothing to show,
 * nothing to bind to, or nobody to ask). All reasons together; if confirming and reviewing are both asked for, or nobody
 * stands behind the principal, it is review.
 */
export function needOf(capability: Asking, asked: Asked): Need | 'nobody' | null {
  const doubtful = capability.ask === 'in-doubt' ? doubtfulIn(capability, asked.given) : [];
  const reasons = needReasons.filter((reason) => holds(reason, capability, asked, doubtful));
  if (reasons.length === 0 && !asked.before) return null;
  const { confirm, review } = capability;
  if (!asked.target) return 'nobody';
  const reviewed = asked.policy?.kind === 'review' || confirm === null || !asked.person;
  const policy = asked.policy?.code ?? null;
  if (!reviewed)
    return { kind: 'confirm', quorum: 1, ttl: confirm.ttl, reasons, policy, doubtful, facts: confirm.facts };
  if (review === null) return 'nobody';
  const { quorum, ttl, facts } = review;
  return { kind: 'review', quorum, ttl, reasons, policy, doubtful, facts };
}

function holds(
  reason: NeedReason,
  { ask, schema }: Asking,
  asked: Asked,
  doubtful: readonly string[],
): boolean {
  switch (reason) {
    case 'policy':
      return asked.policy !== null;
    case 'argument_origin':
      return doubtful.length > 0;
    case 'schema_partial':
      return ask === 'in-doubt' && schema.partial;
    case 'write':
      return ask === 'always' || (ask === 'function' && asked.own !== false);
  }
}

/** Arguments that are given and neither pinned by their schema nor declared plain: both have the role `plain`. */
function doubtfulIn({ roles }: Asking, given: readonly string[]): readonly string[] {
  return given.filter((name) => roles.find(({ argument }) => argument === name)?.role !== 'plain');
}
