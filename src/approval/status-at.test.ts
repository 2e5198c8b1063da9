import { expect, test } from 'vitest';
import type { ApprovalStatus } from '../store/rows.ts';
import { statusAt } from './status-at.ts';

const expires = 1_000;

/** How each status reads a millisecond before the moment of expiry, at it, and later. */
const reads: { readonly [S in ApprovalStatus]: readonly [before: ApprovalStatus, from: ApprovalStatus] } = {
  pending: ['pending', 'expired'],
  approved: ['approved', 'expired'],
  consumed: ['consumed', 'consumed'],
  rejected: ['rejected', 'rejected'],
  revoked: ['revoked', 'revoked'],
  expired: ['expired', 'expired'],
};

for (const status of Object.keys(reads) as ApprovalStatus[]) {
  const [before, from] = reads[status];
  test(`what is ${status} reads ${before} until its expiry and ${from} from that very millisecond on [B-061, B-050]`, () => {
    const at = (now: number) => statusAt({ status, expires }, now);
    expect([at(0), at(expires - 1)]).toEqual([before, before]);
    expect([at(expires), at(expires + 1), at(Number.MAX_SAFE_INTEGER)]).toEqual([from, from, from]);
  });
}
