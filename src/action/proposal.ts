import { BoundaryError } from '../errors.ts';
import { isObject, strictCopy } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ActionConstants, Claimed } from './constants.ts';
import { reservedKeys } from './reserved-keys.ts';

/** What a model proposed to a gateway that runs its own effects. All of it is untrusted. */
export interface ModelProposal {
  readonly resource?: unknown;
  readonly effect?: unknown;
  readonly target?: unknown;
  readonly args?: unknown;
  readonly evidenceRefs?: unknown;
}

/** What the gateway's server adds: identity and authority come from here alone. */
export interface BoundProposal {
  /** The registered name of the action. */
  readonly actionId: string;
  readonly tenantId: string;
  readonly principalId: string;
  readonly proposal: ModelProposal;
  /** The permission and the authentication strength that the action requires. */
  readonly grant: string;
  readonly assurance: string;
}

/** A model's proposal is not well-formed. Where, and what was expected; never the value. */
export class ProposalMalformed extends BoundaryError {
  readonly pointer: string;
  readonly expected: string;

  constructor(pointer: string, expected: string) {
    super('proposal_malformed', `the proposal is malformed at "${pointer}": ${expected} expected`);
    this.pointer = pointer;
    this.expected = expected;
  }
}

/** What a proposal contributes to its action; no target yet, since nothing was loaded. */
export interface ProposalMembers {
  readonly constants: ActionConstants;
  readonly arguments: JsonObject;
  readonly target: null;
  readonly evidenceRefs: readonly Json[];
}

/**
 * Binds a model's proposal to what the server owns. Reserved members (`tenant_id`, `principal_id`, `grant`,
 * `assurance`, `reservation_ref`) are stripped from the arguments, whatever they say; claimed resource, effect and
 * target are bound as claims; evidence references stay outside the digest. Throws `ProposalMalformed`.
 */
export function membersOfProposal(bound: BoundProposal): ProposalMembers {
  const proposal: unknown = bound.proposal;
  if (!isProposal(proposal)) throw new ProposalMalformed('', 'an object');
  const args = plainObject('/args', proposal.args ?? {});
  const kept = Object.entries(args).filter(([member]) => !reservedKeys.includes(member));
  const claimed: Claimed = {
    resource: claim('/resource', proposal.resource),
    effect: claim('/effect', proposal.effect),
    target: claim('/target', proposal.target),
  };
  return {
    constants: Object.freeze({
      capability: owned('actionId', bound.actionId),
      version: null,
      schema: null,
      tenant: owned('tenantId', bound.tenantId),
      principal: owned('principalId', bound.principalId),
      subject: null,
      agent: null,
      conversation: null,
      grant: Object.freeze([owned('grant', bound.grant)]),
      assurance: owned('assurance', bound.assurance),
      claimed: Object.freeze(claimed),
    }),
    arguments: Object.freeze(Object.fromEntries(kept)),
    target: null,
    evidenceRefs: plainList('/evidenceRefs', proposal.evidenceRefs ?? []),
  };
}

function isProposal(value: unknown): value is ModelProposal {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plain(pointer: string, value: unknown): Json {
  const copy = strictCopy(value);
  if (!copy.ok) throw new ProposalMalformed(pointer + copy.refusal.pointer, copy.refusal.expected);
  return copy.value;
}

function plainObject(pointer: string, value: unknown): JsonObject {
  const copy = plain(pointer, value);
  if (!isObject(copy)) throw new ProposalMalformed(pointer, 'an object');
  return copy;
}

function plainList(pointer: string, value: unknown): readonly Json[] {
  const copy = plain(pointer, value);
  if (!isList(copy)) throw new ProposalMalformed(pointer, 'a list');
  return copy;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function claim(pointer: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || !value.isWellFormed()) throw new ProposalMalformed(pointer, 'a string');
  return value;
}

function owned(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '' && value.isWellFormed()) return value;
  throw new BoundaryError('context_invalid', `${name} is missing or empty: the server must supply it`);
}
