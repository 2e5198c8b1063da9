import type { ApprovalStatus } from '../src/store/rows.ts';

/** One record of evidence about an approval. */
export interface Said {
  readonly type: string;
  readonly at: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How an approval stands after its records. Times in milliseconds. */
export interface Told {
  readonly status: ApprovalStatus;
  /** How often it was written. */
  readonly revision: number;
  /** Who agreed, as evidence names them. */
  readonly persons: readonly unknown[];
  readonly quorum: unknown;
  readonly expires: number;
  readonly refusedUntil: number | null;
}

/**
 * Tells the life of one approval from its records alone, as a small program would that knows nothing of rows: who may
 * follow whom, and when. A sentence where a record cannot follow the ones before it.
 */
export function toldBy(records: readonly Said[]): Told | string {
  let told: Told | null = null;
  for (const record of records) {
    const next = following(told, record);
    if (next === null) return `${record.type} cannot follow ${told?.status ?? 'nothing'}`;
    told = next;
  }
  return told ?? 'nothing is told';
}

/** How an approval stands after one more record; null where it cannot follow. */
export function following(told: Told | null, { type, at, body }: Said): Told | null {
  if (told === null) return type === 'approval.requested' && body['joined'] === false ? begun(body) : null;
  const { status, revision, persons, quorum, expires } = told;
  const inTime = at < expires;
  const waits = status === 'pending' && inTime;
  const lives = waits || (status === 'approved' && inTime);
  const next = (can: boolean, change: Partial<Told>) =>
    can ? { ...told, revision: revision + 1, ...change } : null;
  switch (type) {
    case 'approval.requested':
      return body['joined'] === true ? told : null;
    case 'approval.voted':
    case 'approval.approved': {
      const all = [...persons, body['person']];
      const enough = all.length === quorum;
      const said = body['votes'] === all.length && (type === 'approval.approved') === enough;
      const can = waits && said && !persons.includes(body['person']);
      return next(can, { persons: all, status: enough ? 'approved' : 'pending' });
    }
    case 'approval.rejected':
      return next(waits, { status: 'rejected', refusedUntil: timeIn(body, 'refusedUntil') });
    case 'approval.revoked':
      return next(lives, { status: 'revoked' });
    case 'approval.expired':
      return next(!inTime && (status === 'pending' || status === 'approved'), { status: 'expired' });
    case 'approval.renewed': {
      const until = timeIn(body, 'expires');
      return next(lives && until > expires, { expires: until });
    }
    case 'approval.lifted':
      return next(status === 'rejected', { refusedUntil: null });
    case 'call.admitted':
      return next(status === 'approved' && inTime && persons.length === quorum, { status: 'consumed' });
    case 'call.failed':
      // Nothing was performed: what people agreed to can be used again. What was undone never used it.
      return body['undone'] === true ? told : next(status === 'consumed', { status: 'approved' });
    default:
      return status === 'consumed' ? told : null;
  }
}

function begun(body: Said['body']): Told {
  const expires = timeIn(body, 'expires');
  return { status: 'pending', revision: 1, persons: [], quorum: body['quorum'], expires, refusedUntil: null };
}

function timeIn(body: Said['body'], name: string): number {
  const time = body[name];
  if (typeof time !== 'number') throw new Error(`a record has no ${name}`);
  return time;
}
