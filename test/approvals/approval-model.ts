import type { ApprovalStatus } from '../../src/store/rows.ts';

/** What a plain program would remember of one approval. Times in milliseconds. */
export interface Modelled {
  readonly status: ApprovalStatus;
  /** Who agreed. */
  readonly persons: readonly string[];
  readonly expires: number;
  readonly refusedUntil: number | null;
}

/** What somebody who may answer does about it. */
export interface Act {
  readonly how: 'approve' | 'reject' | 'revoke' | 'renew' | 'lift';
  /** By account. Rita has two; Ann is who asks. */
  readonly by: 'rita' | 'rita-admin' | 'ron' | 'ann';
}

/** What the model answers, and what it is from then on. */
export interface Answer {
  readonly told: string;
  readonly next: Modelled;
}

/** So many persons have to agree, for so long it can be answered and used, and for so long a rejection holds. */
export const quorum = 2;
export const ttl = 10_000;
const refusedFor = 86_400_000;

/** The person behind an account. */
export function personOf(by: Act['by']): string {
  return by === 'rita-admin' ? 'rita' : by;
}

/** A fresh ask. */
export function askedAt(now: number): Modelled {
  return { status: 'pending', persons: [], expires: now + ttl, refusedUntil: null };
}

/** How it reads at a time: whoever comes too late meets what has expired, whether or not anybody wrote so. */
export function readAt({ status, expires }: Modelled, now: number): ApprovalStatus {
  return isLive(status) && now >= expires ? 'expired' : status;
}

/** What an act comes to at a time. */
export function answerTo({ how, by }: Act, model: Modelled, now: number): Answer {
  const status = readAt(model, now);
  const refused = (reason: string): Answer => ({ told: `refused ${reason}`, next: model });
  const answered = (change: Partial<Modelled>): Answer => {
    const next = { ...model, ...change };
    return { told: `${next.status} ${next.persons.length}`, next };
  };
  const closed = refused(status === 'expired' ? 'expired' : 'not_pending');
  // Nobody answers an ask of their own but by taking it back.
  if (by === 'ann' && how !== 'revoke' && (how === 'lift' || isLive(model.status)))
    return how === 'lift' && !holds(model, now) ? refused('not_pending') : refused('own_action');
  switch (how) {
    case 'approve': {
      if (status !== 'pending') return closed;
      if (model.persons.includes(personOf(by))) return refused('already_voted');
      const persons = [...model.persons, personOf(by)];
      return answered({ persons, status: persons.length >= quorum ? 'approved' : 'pending' });
    }
    case 'reject':
      return status === 'pending' ? answered({ status: 'rejected', refusedUntil: now + refusedFor }) : closed;
    case 'revoke':
      return isLive(status) ? answered({ status: 'revoked' }) : closed;
    case 'renew':
      return isLive(status) ? answered({ expires: Math.max(model.expires, now + ttl) }) : closed;
    case 'lift':
      return holds(model, now) ? answered({ refusedUntil: null }) : refused('not_pending');
  }
}

/** Whether it still refuses asking alike. */
export function holds({ status, refusedUntil }: Modelled, now: number): boolean {
  return status === 'rejected' && refusedUntil !== null && now < refusedUntil;
}

/** Whether it is pending or approved. */
export function isLive(status: ApprovalStatus): boolean {
  return status === 'pending' || status === 'approved';
}
