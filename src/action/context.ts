import { BoundaryError } from '../errors.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { isObject, strictCopy } from '../json/index.ts';

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

/** Longest identifier, in UTF-16 units. */
const longest = 256;

/**
 * Checks and freezes a context. Refuses (throws `context_invalid`) an identifier that is missing, empty, blank,
 * padded, longer than 256 characters, not well-formed Unicode or holds a control character: an empty header must
 * never become a default principal (B-068).
 */
export function bindContext(input: ContextInput): Context {
  if (typeof input !== 'object' || input === null) throw invalid('', 'is missing');
  const unknown = Object.keys(input).find((member) => !members.includes(member));
  if (unknown !== undefined) throw invalid(unknown, `is no member of a context: ${members.join(', ')} are`);
  const { grant = [] } = input;
  const grants: readonly unknown[] = Array.isArray(grant) ? Array.from(grant) : [grant];
  return Object.freeze({
    tenant: identifier('tenant', input.tenant) as TenantId,
    principal: identifier('principal', input.principal) as PrincipalId,
    conversation: identifier('conversation', input.conversation) as ConversationId,
    subject: input.subject === undefined ? null : identifier('subject', input.subject),
    agent: input.agent === undefined ? null : (identifier('agent', input.agent) as AgentId),
    grant: Object.freeze(grants.map((entry) => identifier('grant', entry))),
    assurance: input.assurance === undefined ? null : identifier('assurance', input.assurance),
    attributes: attributesOf(input.attributes),
  });
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

function identifier(name: string, value: unknown): string {
  if (typeof value !== 'string') throw invalid(name, 'is missing or not a string');
  if (value.trim() === '') throw invalid(name, 'is empty');
  if (value.trim() !== value) throw invalid(name, 'begins or ends with white space');
  if (value.length > longest) throw invalid(name, `is longer than ${longest} characters`);
  if (!value.isWellFormed() || /\p{Cc}/u.test(value))
    throw invalid(name, 'holds a control character or half a surrogate pair');
  return value;
}

function invalid(name: string, problem: string): BoundaryError {
  return new BoundaryError(
    'context_invalid',
    `context.${name} ${problem}: take it from authentication, and refuse the request where it is not known`,
  );
}
