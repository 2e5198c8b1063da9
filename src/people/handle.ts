import { idAsked, optionsAsked, pageAsked, reasonAsked } from '../acting/asked.ts';
import { identityOf } from '../acting/identity.ts';
import type { ApproverIdentity } from '../directory/index.ts';
import type { Wiring } from '../wiring.ts';
import { approve, reject } from './answering.ts';
import type { Approver, ApproverApprovals } from './approver.ts';
import { listApprovals, showApproval } from './looking.ts';
import { lift, renew, revoke } from './tending.ts';

/** Makes the handle of an approver. Throws `context_invalid` for identifiers that are none. */
export function approverOf(wiring: Wiring, input: ApproverIdentity): Approver {
  const identity = identityOf('approver', input);
  const acting = { wiring, ...identity };
  const during = <T>(work: () => Promise<T>): Promise<T> => wiring.calls.during(work);
  const approvals: ApproverApprovals = {
    list: (options) => during(async () => listApprovals(acting, pageAsked(options))),
    show: (id) => during(async () => showApproval(acting, approvalAsked(id))),
    approve: (id, options) =>
      during(async () => approve(acting, approvalAsked(id), seenAsked('approve', options))),
    reject: (id, options) => during(async () => reject(acting, approvalAsked(id), rejectionAsked(options))),
    revoke: (id, options) =>
      during(async () => revoke(acting, approvalAsked(id), wordsAsked('revoke', 'revoking', options))),
    renew: (id, options) => during(async () => renew(acting, approvalAsked(id), seenAsked('renew', options))),
    lift: (id, options) =>
      during(async () => lift(acting, approvalAsked(id), wordsAsked('lift', 'lifting', options))),
  };
  return Object.freeze({ ...identity, approvals: Object.freeze(approvals) });
}

function approvalAsked(value: unknown): string {
  return idAsked('an approval id is the text that an outcome or a list gave', value);
}

function digestAsked(value: unknown): string {
  return idAsked('an answer names the digest that was shown', value);
}

function seenAsked(act: string, options: unknown): string {
  return digestAsked(optionsAsked(act, options, ['digest']).digest);
}

function wordsAsked(act: string, acting: string, options: unknown): string {
  return reasonAsked(acting, optionsAsked(act, options, ['reason']).reason);
}

function rejectionAsked(options: unknown) {
  const { digest, reason } = optionsAsked('reject', options, ['digest', 'reason']);
  return {
    digest: digestAsked(digest),
    reason: reason === undefined ? null : reasonAsked('rejecting', reason),
  };
}
