/*
 * The public surface, in the order of an action's life. This list is the contract: a pin test freezes it.
 */
export { type Boundary, createBoundary } from './boundary.ts';
export { type BoundaryOptions, defineBoundary, type SecondPerson } from './options.ts';
export { type CallOptions, type Session } from './session.ts';
export type { Delegation, SessionOptions } from './call/session-state.ts';
export type { HeardOptions, SawOptions } from './call/heard-and-seen.ts';
export type { Channel, DataClass, Trust } from './history/index.ts';
export type { Run, RunOptions } from './runs/index.ts';
export type { RunReport, ShownStep } from './run-report.ts';
export type {
  ApprovalsRevoked,
  ClaimResolved,
  ClaimShown,
  ClaimsListed,
  ClockSetBack,
  LimitsListed,
  LimitsPruned,
  ListOptions,
  MeterState,
  Operator,
  OperatorApprovals,
  OperatorClaims,
  OperatorClock,
  OperatorLimits,
  OperatorRuns,
  OperatorRefusal,
  PruneOptions,
  ResetOptions,
  ResolveOptions,
  RevocationOptions,
  RunActed,
  RunActOptions,
  RunShown,
  RunsListed,
  ShownClaim,
  ShownMeter,
} from './operator/index.ts';
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
} from './people/index.ts';
export type { Ask, ConfirmDeclaration, Facts, ReviewDeclaration } from './approval/index.ts';
export type { ApprovalStatus } from './store/rows.ts';
export type {
  Acl,
  GatewayAnswerOptions,
  GatewayAskOptions,
  Gateway,
  GatewayApproved,
  GatewayAsked,
  GatewayKnown,
  GatewayRefusal,
  GatewayRejected,
  GatewayRevoked,
  GatewayThrottled,
  GatewayVerified,
  GatewayVoted,
  Receipt,
  GatewayRejectOptions,
  GatewayRevokeOptions,
} from './gateway/index.ts';
export type { Spent } from './call/spent.ts';
export type { Link } from './call/chain.ts';
export type { Foreseen, Preflight } from './call/foresee.ts';

export {
  type Agents,
  type Capability,
  capability,
  type CapabilityView,
  type CatalogueView,
  type Declaration,
  type Executing,
  jsonSchema,
  type Requirement,
  type Role,
  type Seen,
} from './capability/index.ts';
export {
  atScale,
  type CalendarUnit,
  type ContextKey,
  type Limit,
  type LimitContext,
  type LimitKey,
  type LimitSeen,
  type LimitShape,
  type LimitView,
  type Meter,
} from './limit/index.ts';
export {
  contextTarget,
  type ContextTargetDeclaration,
  resource,
  type ResourceDeclaration,
  scope,
  type ScopeDeclaration,
  target,
  type Target,
  type TargetDeclaration,
  type TargetSource,
} from './target/index.ts';

export {
  Action,
  type ActionConstants,
  type ActionMembers,
  type ActionTarget,
  type AgentId,
  type BoundProposal,
  type Claimed,
  type Context,
  type ContextInput,
  type ConversationId,
  type ModelProposal,
  type PrincipalId,
  ProposalMalformed,
  reservedKeys,
  type TenantId,
  withTenant,
} from './action/index.ts';
export {
  type ApproverReason,
  type AskReason,
  confirm,
  type Decision,
  deny,
  type GatewayReason,
  type NeedReason,
  type OperatorReason,
  permit,
  type ReasonCode,
  reasonCodes,
  review,
  throttle,
} from './decision.ts';
export {
  type Account,
  type ApproverIdentity,
  type Directory,
  type OperatorIdentity,
  type Rights,
} from './directory/index.ts';

export type {
  Denied,
  Executed,
  Failed,
  InProgress,
  Indeterminate,
  Outcome,
  Pending,
  PermitRoad,
  Replayed,
  Throttled,
} from './outcome.ts';
export { type MessageKey, type Messages, messages } from './messages.ts';
export { type ModelView, modelView } from './model-view.ts';
export { type HttpForm, httpForm } from './http-forms.ts';
export {
  BoundaryError,
  DecisionUnavailable,
  type EffectKnown,
  EffectNotPerformed,
  type ErrorCode,
  RegistrationRefused,
  SettlementFailed,
} from './errors.ts';
export { type ReadRecord } from './evidence/index.ts';

export { type Json, type JsonObject } from './json/json.ts';
export { type Clock, systemClock } from './clock.ts';
export { type Ids, randomIds } from './ids.ts';
export type { Awaitable, ClockReset, Store } from './store/store.ts';
