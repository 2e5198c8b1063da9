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
    const at = (now: number) => statusAt({ status, asked: 0, expires }, now);
    expect([at(0), at(expires - 1)]).toEqual([before, before]);
    expect([at(expires), at(expires + 1), at(Number.MAX_SAFE_INTEGER)]).toEqual([from, from, from]);
  });
}

test('what was asked for at a time that is not here yet is over, whenever it would end', () => {
  const at = (status: ApprovalStatus, ahead: number) =>
    statusAt({ status, asked: 1_000_000 + ahead, expires: 2_000_000 }, 1_000_000);
  // Processes go by times that differ a little.
  for (const status of ['pending', 'approved'] as const)
    expect([at(status, 60_000), at(status, 60_001)]).toEqual([status, 'expired']);
  expect(at('rejected', 60_001)).toBe('rejected');
});
