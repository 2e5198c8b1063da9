import type { ApproverReason } from '../../src/decision.ts';
import { inboxApp, SignIn } from '../../src/inbox/index.ts';
import type {
  Answered,
  ApprovalDetail,
  ApproverApprovals,
  ApproverRefusal,
} from '../../src/people/approver.ts';
import { type FakeClock, fakeClock } from '../../src/testing/index.ts';
import { type Answering, host, visitor } from './visitor.ts';

/** An approval that waits, as an approver is shown it. */
export function pending(changed: Partial<ApprovalDetail> = {}): ApprovalDetail {
  return {
    approvalId: 'approval-1',
    executionId: 'execution-1',
    capability: 'orders.cancel',
    decision: 'review',
    status: 'pending',
    quorum: 1,
    askedAt: Date.UTC(2026, 0, 1),
    expiresAt: Date.UTC(2026, 0, 2),
    actionDigest: 'digest-1',
    principal: 'ann',
    subject: null,
    agent: 'helpdesk',
    conversation: 'c-1',
    arguments: [{ name: 'orderId', value: '4411', role: 'resource', doubtful: false }],
    target: { type: 'order', identity: '4411', version: 7 },
    facts: { total: '12.00 EUR' },
    reasons: ['write'],
    policy: null,
    votes: [],
    ...changed,
  };
}

/** What a test is given: an inbox, and an approver that keeps what it was asked to do. */
export interface Desk extends ReturnType<typeof visitor>, Answering {
  readonly clock: FakeClock;
  readonly signIn: SignIn;
  /** What was done, without what was only looked at. */
  readonly acts: readonly (readonly [act: string, approvalId: string, options: unknown])[];
  /** What kept pages from being made. */
  readonly faults: readonly unknown[];
  /** What the approver answers from now on instead: a refusal, or a fault that is thrown. */
  readonly answer: (instead: ApproverReason | Error) => void;
}

/** An inbox of olga, approver of shop. */
export function desk(
  approvals: readonly ApprovalDetail[] = [pending()],
  hosts: readonly string[] = [host],
): Desk {
  const clock = fakeClock();
  const signIn = new SignIn(clock);
  const acts: [string, string, unknown][] = [];
  const faults: unknown[] = [];
  let instead: ApproverReason | Error | null = null;

  const answering = <T>(answer: T): T | ApproverRefusal => {
    if (instead instanceof Error) throw instead;
    return instead === null ? answer : { kind: 'refused', reason: instead };
  };
  const answered = (act: string, status: 'approved' | 'rejected') => async (id: string, options: unknown) => {
    acts.push([act, id, options]);
    const { quorum, expiresAt } = approvals.find(({ approvalId }) => approvalId === id)!;
    const reached = status === 'approved' && quorum > 1 ? 'pending' : status;
    return answering<Answered>({
      kind: 'answered',
      approvalId: id,
      status: reached,
      votes: 1,
      quorum,
      expiresAt,
    });
  };
  const unused = () => Promise.reject(new Error('the inbox does not ask for this'));
  const its: ApproverApprovals = {
    list: async ({ after, limit = 100 } = {}) => {
      const from =
        after === undefined ? 0 : approvals.findIndex(({ approvalId }) => approvalId === after) + 1;
      const page = approvals.slice(from, from + limit);
      const next = from + limit < approvals.length ? (page.at(-1)?.approvalId ?? null) : null;
      return answering({ kind: 'listed', approvals: page, next } as const);
    },
    show: async (id) => {
      const approval = approvals.find(({ approvalId }) => approvalId === id);
      if (approval === undefined) return { kind: 'refused', reason: 'unknown_approval' };
      return answering({ kind: 'shown', approval } as const);
    },
    approve: answered('approve', 'approved'),
    reject: answered('reject', 'rejected'),
    revoke: unused,
    renew: unused,
    lift: unused,
  };
  const app = inboxApp({
    approver: { tenant: 'shop', id: 'olga', approvals: its },
    signIn,
    hosts,
    clock,
    report: (error) => void faults.push(error),
  });
  return {
    clock,
    signIn,
    acts,
    faults,
    answer: (given) => (instead = given),
    fetch: (request) => app.fetch(request),
    ...visitor(app, signIn),
  };
}
