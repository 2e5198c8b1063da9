import type { Keys, SubjectKey } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { UnrecordedApproval } from './approval-row.ts';
import { type AskContent, sealAsk } from './ask-content.ts';
import { personColumn } from './person-column.ts';

/** What people are to be asked: the columns that only whoever asks knows, and the contents that they are shown. */
export interface NewApproval extends Pick<
  ApprovalRow,
  | 'id'
  | 'execution'
  | 'catalogue'
  | 'kind'
  | 'quorum'
  | 'owner'
  | 'conversation'
  | 'action'
  | 'alike'
  | 'token'
  | 'entries'
  | 'step'
> {
  /** The person behind the principal; null: nobody stands there. */
  readonly person: string | null;
  /** What tells the target from others, as canonical text. */
  readonly target: string;
  /** Milliseconds since 1970 UTC, and how long it lasts from then on. */
  readonly at: number;
  readonly ttl: number;
  readonly content: AskContent;
}

/** The approval that asks people: pending, nobody has answered, and what they are shown is sealed in it under the tenant's key. */
export function requested(
  keys: Keys,
  key: SubjectKey,
  { person, target, at, ttl, content, ...columns }: NewApproval,
): UnrecordedApproval {
  const { tenant, principal, capability } = content.constants;
  return {
    ...columns,
    tenant,
    capability,
    // Every person begins otherwise: a principal behind whom nobody stands is nobody's own.
    person: personColumn(keys, tenant, person ?? `nobody:${principal}`),
    target: keys.blind('countersign/target/v1', tenant, target),
    status: 'pending',
    asked: at,
    expires: at + ttl,
    decided: null,
    refusedUntil: null,
    votes: null,
    sealed: sealAsk(key, { tenant, id: columns.id, action: columns.action }, content),
    revision: 1,
  };
}
