import type { Context } from '../action/index.ts';
import type { Registered } from '../capability/index.ts';
import type { ApproverReason } from '../decision.ts';
import { type Account, type ApproverIdentity, personsOf } from '../directory/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Wiring } from '../wiring.ts';

/** Somebody who wants to answer, or has answered, about one action. */
export interface Answering {
  readonly capability: Pick<Registered, 'review'>;
  readonly kind: 'confirm' | 'review';
  readonly approver: ApproverIdentity;
  readonly about: { readonly context: Context; readonly input: JsonObject; readonly target: unknown };
}

/** Whether they may, and which person they are. `cause` is for operators. */
export type Entitled =
  | { readonly ok: true; readonly person: string }
  | {
      readonly ok: false;
      readonly reason: Extract<ApproverReason, 'approver_unauthorized' | 'approver_error' | 'own_action'>;
      readonly cause?: unknown;
    };

/**
 * Whether an account may answer about an action now. To confirm it must be the person who asks; to review it must be
 * another person than who asks, whom it is about and who owns the agent, and `approvers` must answer exactly `true`.
 * Never rejects: what throws, is late or answers rubbish entitles nobody.
 */
export async function entitled(wiring: Wiring, answering: Answering): Promise<Entitled> {
  const { capability, kind, approver, about } = answering;
  const { tenant, principal, subject, agent } = about.context;
  const accounts: Account[] = [
    { tenant, kind: 'approver', id: approver.id },
    { tenant, kind: 'principal', id: principal },
    ...(subject === null ? [] : [{ tenant, kind: 'subject', id: subject } as const]),
    ...(agent === null ? [] : [{ tenant, kind: 'agent', id: agent } as const]),
  ];
  const answer = await personsOf(wiring.directory, accounts, wiring.inTime);
  if (!answer.ok) return { ok: false, reason: 'approver_error', cause: answer.cause };
  const [person = null, own = null, ...others] = answer.persons;
  // A service or a bot agrees to nothing.
  if (person === null) return { ok: false, reason: 'approver_unauthorized' };
  if (kind === 'confirm')
    return person === own ? { ok: true, person } : { ok: false, reason: 'approver_unauthorized' };
  if ([own, ...others].includes(person)) return { ok: false, reason: 'own_action' };
  const { review } = capability;
  if (review === null) return { ok: false, reason: 'approver_unauthorized' };
  try {
    const said: unknown = await wiring.inTime(() => review.approvers({ ...about, approver }));
    if (said === true) return { ok: true, person };
    if (said === false) return { ok: false, reason: 'approver_unauthorized' };
    throw new TypeError('"approvers" gave an answer that is no boolean');
  } catch (cause) {
    return { ok: false, reason: 'approver_error', cause };
  }
}
