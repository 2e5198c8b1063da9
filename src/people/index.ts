export type {
  Answered,
  ApprovalDetail,
  ApprovalShown,
  ApprovalsListed,
  ApprovalSummary,
  Approver,
  ApproverApprovals,
  ApproverRefusal,
  ReasonOptions,
  SeenOptions,
  ShownArgument,
} from './approver.ts';
export { approverOf } from './handle.ts';
