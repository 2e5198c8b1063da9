import type { ApproverReason, NeedReason } from '../decision.ts';
import type { Answered, ApprovalSummary } from '../people/approver.ts';
import type { ApprovalStatus } from '../store/rows.ts';
import type { ValueWarning } from './shown-value.ts';

/** A time in milliseconds since 1970 for people: to the second, UTC. */
export function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** How long it is until a time, roughly and never more than it is. */
export function timeLeft(until: number, now: number): string {
  const minutes = Math.floor((until - now) / 60_000);
  if (minutes < 1) return 'in less than a minute';
  if (minutes < 120) return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `in ${Math.floor(minutes / 60)} hours`;
}

/** What keeps a person from taking a value for what it seems to be. */
export const valueWarnings: Readonly<Record<ValueWarning, string>> = {
  hidden:
    'Holds characters that do not show, or that reorder or cover others. Each is spelled out here, marked.',
  look_alike: 'Holds characters that look like others.',
  right_to_left:
    'Holds letters that are written from right to left: what is seen first is not what stands first.',
  padding: 'Holds many spaces or line breaks in a row. Read it to its end.',
};

/** Why a person is needed. */
export const needs: Readonly<Record<NeedReason, string>> = {
  policy: 'The policy of the application asks for it.',
  argument_origin: 'Nobody vouches for some arguments; they are marked below.',
  schema_partial: 'The capability takes arguments that it does not describe.',
  write: 'The application wants a person to agree before this is done.',
};

/** How an approval stands, and on whom it waits. */
export function standing({ status, decision }: Pick<ApprovalSummary, 'status' | 'decision'>): string {
  return status === 'pending' ? waits[decision] : ends[status];
}

const waits = {
  confirm: 'It waits for the person on whose behalf it is asked for.',
  review: 'It waits for people who may review it: others than the person who asks.',
} as const;

const ends: Readonly<Record<Exclude<ApprovalStatus, 'pending'>, string>> = {
  approved: 'It is approved, and was not used yet.',
  consumed: 'It was approved and used.',
  rejected: 'It was rejected.',
  revoked: 'It was taken back.',
  expired: 'Nobody answered, or used, it in time.',
};

/** What became of an answer. */
export function answered({ status, votes, quorum, expiresAt }: Answered): string {
  if (status === 'approved')
    return `Approved. It may run once, exactly as it was shown, until ${timeOf(expiresAt)}.`;
  if (status === 'rejected') return 'Rejected. Asking for the same again is refused for a day.';
  return `Your answer was taken: ${votes} of ${quorum} persons agree.`;
}

/** Why an answer was refused, and how a browser is told. */
export const refusals: Readonly<Record<ApproverReason, readonly [403 | 404 | 409 | 503, string]>> = {
  binding_mismatch: [403, 'This inbox is not served for the tenant that it belongs to.'],
  approver_unauthorized: [403, 'You are not entitled to see or answer this.'],
  approver_error: [503, 'The application could not say whether you are entitled to this. Try again later.'],
  unknown_approval: [404, 'There is nothing of this id that you may know of.'],
  not_pending: [409, 'It was answered, used or taken back meanwhile.'],
  expired: [409, 'It has expired. What is still wanted has to be asked for again.'],
  digest_mismatch: [409, 'What you saw is not what is asked for. Look at it again.'],
  own_action: [
    403,
    'You asked for this yourself, it is about you, or the agent is yours: others have to agree.',
  ],
  already_voted: [409, 'You have agreed already. Another person has to.'],
  target_changed: [409, 'What it is about has changed or is gone since it was asked for.'],
  moved: [409, 'Somebody was faster. Look at it again.'],
};
