export type { ApprovalsRevoked } from './approvals.ts';
export type { ClaimResolved, ClaimShown, ClaimsListed, ShownClaim } from './claims.ts';
export type { ClockSetBack } from './clock.ts';
export type {
  ListOptions,
  Operator,
  OperatorApprovals,
  OperatorClaims,
  OperatorClock,
  OperatorLimits,
  OperatorRuns,
  PruneOptions,
  ResetOptions,
  ResolveOptions,
  RevocationOptions,
  RunActOptions,
} from './handle.ts';
export type { LimitsListed, LimitsPruned, MeterState, ShownMeter } from './limits.ts';
export { operatorOf } from './operator.ts';
export type { OperatorRefusal } from './refusal.ts';
export type { RunActed, RunShown, RunsListed } from './runs.ts';
