export { actionColumn } from './action-column.ts';
export { Action, type ActionMembers, argumentsDigest } from './action.ts';
export { type ActionConstants, type Claimed, constantDigest } from './constants.ts';
export type { ActionTarget } from './target.ts';
export { ambientAgrees, ambientTenant, withTenant } from './ambient.ts';
export {
  type AgentId,
  bindContext,
  type Branded,
  type Context,
  contextInput,
  type ContextInput,
  type ConversationId,
  type PrincipalId,
  type TenantId,
} from './context.ts';
export { contextInvalid, identifier } from './identifier.ts';
export { type BoundProposal, type ModelProposal, ProposalMalformed } from './proposal.ts';
export { reservedKeys } from './reserved-keys.ts';
