import {
  Action,
  type BoundaryOptions,
  type Gateway,
  type GatewayApproved,
  type GatewayAsked,
  type ModelProposal,
} from '../../src/index.ts';
import { bentStore } from '../bent-store.ts';
import { evidenceOf, openDesk } from '../desk.ts';

/** What a model proposes about a knowledge base, bound to what the server of a gateway knows. */
export function search(
  change: ModelProposal & {
    readonly tenant?: string;
    readonly principal?: string;
    readonly name?: string;
  } = {},
): Action {
  const { tenant = 'acme', principal = 'user-42', name = 'search_knowledge_base', ...proposal } = change;
  return Action.fromModelProposal({
    actionId: name,
    tenantId: tenant,
    principalId: principal,
    proposal: {
      resource: 'knowledge_document',
      effect: 'read',
      target: 'project/hr',
      args: { query: 'retention policy' },
      ...proposal,
    },
    grant: 'kb.read',
    assurance: 'mfa',
  });
}

/** Somebody of the tenant who may answer. */
export const seven = Object.freeze({ tenant: 'acme', id: 'approver-7' });
/** Somebody else. */
export const eight = Object.freeze({ tenant: 'acme', id: 'approver-8' });
/** Access control that allows everything. */
export const allows = () => true;

/** A gateway over a store in memory, on a clock that stands still. */
export async function openKnowledge(options: Partial<BoundaryOptions> = {}) {
  const bent = bentStore();
  const { boundary, clock } = await openDesk({ store: bent.store, ...options });
  return { ...bent, boundary, clock, gateway: boundary.gateway };
}

/** Asks about an action; fails loudly where nobody is asked. */
export async function asked(
  gateway: Gateway,
  action = search(),
  more: { readonly quorum?: number; readonly ttl?: number; readonly conversation?: string } = {},
): Promise<GatewayAsked> {
  const answer = await gateway.request(action, { conversation: 'c-1', ...more });
  if (answer.kind !== 'requested') throw new Error(`nobody was asked: ${JSON.stringify(answer)}`);
  return answer;
}

/** Asks about an action, and has approver-7 agree. */
export async function approved(
  gateway: Gateway,
  action = search(),
  more: Parameters<typeof asked>[2] = {},
): Promise<GatewayApproved & { readonly token: string }> {
  const { token } = await asked(gateway, action, more);
  const answer = await gateway.approve(token, action, {
    approver: { ...seven, tenant: action.constants.tenant },
    acl: allows,
  });
  if (answer.kind !== 'approved') throw new Error(`nobody agreed: ${JSON.stringify(answer)}`);
  return { ...answer, token };
}

/** How an answer reads in a test: its kind, or the reason that it was refused for. */
export function said(answer: { readonly kind: string; readonly reason?: string }): string {
  return answer.kind === 'refused' ? answer.reason! : answer.kind;
}

type Boundary = Parameters<typeof evidenceOf>[0];

/** The refusals on record in the log of a tenant: what was tried, and why not. */
export async function refusals(boundary: Boundary, tenant = 'acme'): Promise<readonly string[]> {
  const records = await evidenceOf(boundary, tenant);
  return records
    .filter(({ type, authentic }) => type === 'approval.denied' && authentic)
    .map(({ body }) => `${String(body['operation'])}: ${String(body['reason'])}`);
}

/** The records of the log of a tenant by type. */
export async function types(boundary: Boundary, tenant = 'acme'): Promise<readonly string[]> {
  return (await evidenceOf(boundary, tenant)).map(({ type }) => type);
}
