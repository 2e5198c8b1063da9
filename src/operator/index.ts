export type {
  ClaimResolved,
  ClaimShown,
  ClaimsListed,
  ListOptions,
  Operator,
  OperatorClaims,
  OperatorRefusal,
  ResolveOptions,
  ShownClaim,
} from './claims.ts';
export { operatorOf } from './operator.ts';
