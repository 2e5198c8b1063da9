import { statusAt } from '../approval/index.ts';
import type { Executable } from '../capability/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import type { ApprovalDetail, ApprovalSummary, ShownArgument } from './approver.ts';
import type { Found, Opened } from './found.ts';

/** What waits, as the row says at a time. */
export function summaryOf(row: ApprovalRow, now: number): ApprovalSummary {
  return Object.freeze({
    approvalId: row.id,
    executionId: row.execution,
    capability: row.capability,
    decision: row.kind,
    status: statusAt(row, now),
    quorum: row.quorum,
    askedAt: row.asked,
    expiresAt: row.expires,
  });
}

/** Everything that a person agrees to. `capability`: as it was when they were asked, or null where it is not any more. */
export function detailOf(
  { row, votes }: Found,
  { content, action, context }: Opened,
  { now, capability }: { readonly now: number; readonly capability: Executable | null },
): ApprovalDetail {
  const { principal, subject, agent, conversation } = context;
  const { arguments: args, target, facts, reasons, policy, doubtful } = content;
  const roles = new Map(capability?.roles.map(({ argument, role }) => [argument, role]));
  return Object.freeze({
    ...summaryOf(row, now),
    actionDigest: action.digest,
    principal,
    subject,
    agent,
    conversation,
    arguments: Object.entries(args).map(([name, value]): ShownArgument => {
      const role = roles.get(name) ?? null;
      return Object.freeze({ name, value, role, doubtful: doubtful.includes(name) });
    }),
    target,
    facts,
    reasons,
    policy,
    votes: votes.map(({ approver, at }) => Object.freeze({ approver, at })),
  });
}
