export type { ClaimResolved, ClaimShown, ClaimsListed, ShownClaim } from './claims.ts';
export type {
  ListOptions,
  Operator,
  OperatorClaims,
  OperatorLimits,
  PruneOptions,
  ResolveOptions,
} from './handle.ts';
export type { LimitsListed, LimitsPruned, MeterState, ShownMeter } from './limits.ts';
export { operatorOf } from './operator.ts';
export type { OperatorRefusal } from './refusal.ts';
