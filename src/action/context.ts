import type { BoundaryError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { isObject, strictCopy } from '../json/index.ts';
import { contextInvalid, identifier } from './identifier.ts';

declare const branded: unique symbol;

/** A string that the boundary has checked and that cannot be mistaken for another kind of identifier. */
export type Branded<Name extends string> = string & { readonly [branded]: Name };

/** The customer or organisation whose data is at stake. */
export type TenantId = Branded<'tenant'>;
/** The authenticated account on whose behalf the agent acts. */
export type PrincipalId = Branded<'principal'>;
/** One conversation of one principal; the same text under another principal names another conversation. */
export type ConversationId = Branded<'conversation'>;
/** An agent of the application. */
export type AgentId = Branded<'agent'>;

/** What a host passes to `boundary.session`: taken from authentication, never from the model or a request body. */
export interface ContextInput {
  readonly tenant: string;
  readonly principal: string;
  readonly conversation: string;
  /** The person or account that the action is about, where it is not the principal. */
  readonly subject?: string;
  readonly agent?: string;
  /** What the session was granted, for example `orders.write`. */
  readonly grant?: string | readonly string[];
  /** How strongly the principal was authenticated: one of the boundary's assurance levels. */
  readonly assurance?: string;
  /** Further facts for authorization, frozen. Never a model's output. */
  readonly attributes?: Readonly<Record<string, Json>>;
}

/** What the server knows and the model cannot set. Frozen; every identifier was checked by `bindContext`. */
export interface Context {
  readonly tenant: TenantId;
  readonly principal: PrincipalId;
  readonly conversation: ConversationId;
  readonly subject: string | null;
  readonly agent: AgentId | null;
  readonly grant: readonly string[];
  readonly assurance: string | null;
  readonly attributes: JsonObject;
}

/** A misspelt member would be a right or a restriction that silently does not count. */
const members: readonly string[] = [
  ...['tenant', 'principal', 'conversation', 'subject'],
  ...['agent', 'grant', 'assurance', 'attributes'],
];

/** Checks and freezes a context. Throws `context_invalid` for an identifier that is none and for unknown members. */
export function bindContext(input: ContextInput): Context {
  if (typeof input !== 'object' || input === null) throw invalid('', 'is missing');
  const unknown = Object.keys(input).find((member) => !members.includes(member));
  if (unknown !== undefined) throw invalid(unknown, `is no member of a context: ${members.join(', ')} are`);
  const { grant = [] } = input;
  const grants: readonly unknown[] = Array.isArray(grant) ? Array.from(grant) : [grant];
  return Object.freeze({
    tenant: identifier('context.tenant', input.tenant) as TenantId,
    principal: identifier('context.principal', input.principal) as PrincipalId,
    conversation: identifier('context.conversation', input.conversation) as ConversationId,
    subject: input.subject === undefined ? null : identifier('context.subject', input.subject),
    agent: input.agent === undefined ? null : (identifier('context.agent', input.agent) as AgentId),
    grant: Object.freeze(grants.map((entry) => identifier('context.grant', entry))),
    assurance: input.assurance === undefined ? null : identifier('context.assurance', input.assurance),
    attributes: attributesOf(input.attributes),
  });
}

/** What binds to exactly this context again: for keeping it with what is done later under it. */
export function contextInput(context: Context): ContextInput {
  const { tenant, principal, conversation, subject, agent, grant, assurance, attributes } = context;
  return {
    tenant,
    principal,
    conversation,
    grant,
    attributes,
    ...(subject === null ? {} : { subject }),
    ...(agent === null ? {} : { agent }),
    ...(assurance === null ? {} : { assurance }),
  };
}

function attributesOf(input: ContextInput['attributes']): JsonObject {
  const copy = strictCopy(input ?? {});
  if (!copy.ok)
    throw invalid(
      `attributes${copy.refusal.pointer}`,
      `is not plain JSON (${copy.refusal.expected} expected)`,
    );
  if (!isObject(copy.value)) throw invalid('attributes', 'is not an object');
  return copy.value;
}

function invalid(member: string, problem: string): BoundaryError {
  return contextInvalid(`context.${member}`, problem);
}
