import {
  type ActionConstants,
  bindContext,
  type Context,
  type ContextInput,
  identifier,
} from '../action/index.ts';
import { misuse } from './misuse.ts';
import { ownerOf, type Place, placeOf } from '../claim/index.ts';
import type { Digest } from '../json/index.ts';
import type { Wiring } from '../wiring.ts';

/** What one session keeps between its calls. */
export interface SessionState {
  readonly context: Context;
  readonly place: Place;
  readonly locale: string;
  /** What the host said about the run of the model, by name. Evidence holds fingerprints of it. */
  readonly facts: readonly (readonly [string, string])[];
  /** The constant part of actions, by capability: its digest costs more than the rest. */
  readonly constants: Map<string, { readonly constants: ActionConstants; readonly digest: Digest }>;
  /** Blinded, where the principal takes part in somebody else's conversation; null in its own. */
  readonly guest: string | null;
  /** The principal whose conversation it is then; null in its own. */
  readonly sharedBy: string | null;
  /** The contexts of those that have delegated, the first one first. What they may not, nobody may whom they delegate to. */
  readonly delegators: readonly Context[];
  /** The capabilities that were delegated, or null for all that the agent may reach. */
  readonly only: ReadonlySet<string> | null;
  /** What was heard and seen and is not in the history yet. */
  readonly entering: Entering;
}

/** Entries on their way into the history: the calls of a session wait for them, and fail where they did. */
export interface Entering {
  last: Promise<void> | null;
}

/** What a host says about one session beyond its context. */
export interface SessionOptions {
  /** Picks the model's texts. Default `en`. */
  readonly locale?: string;
  /** About the run of the model: kept as keyed fingerprints only. */
  readonly facts?: Readonly<Partial<Record<'model' | 'provider' | 'build' | 'instructions', string>>>;
  /**
   * The principal whose conversation this is, where it is not the session's own. Nothing is called in it unless that
   * principal has shared it.
   */
  readonly sharedBy?: string;
}

/** What a session hands on to another agent: never more than it has itself. */
export interface Delegation {
  readonly agent: string;
  /** Exact names. What the session itself may not reach stays out of reach. */
  readonly capabilities: readonly string[];
}

const sessionOptions: readonly string[] = ['locale', 'facts', 'sharedBy'];
const factNames: readonly string[] = ['model', 'provider', 'build', 'instructions'];

/** Makes what a session keeps. Throws `context_invalid`. */
export function sessionState(wiring: Wiring, input: ContextInput, options: SessionOptions): SessionState {
  refuseUnknown('session option', options, sessionOptions);
  refuseUnknown('fact', options.facts ?? {}, factNames);
  const facts = Object.entries(options.facts ?? {}).filter(([, value]) => value !== undefined);
  for (const [name, value] of facts) {
    if (typeof value !== 'string' || !value.isWellFormed())
      throw misuse(`the fact "${name}" must be a well-formed text`);
  }
  const context = bindContext(input);
  const { locale = 'en', sharedBy } = options;
  if (typeof locale !== 'string') throw misuse('the locale must be a text');
  return Object.freeze({
    context,
    ...ownershipOf(wiring, context, sharedBy),
    locale,
    facts: Object.freeze(facts),
    constants: new Map(),
    delegators: Object.freeze([]),
    only: null,
    entering: { last: null },
  });
}

/** The session of an agent that another session delegates to. Throws `context_invalid`. */
export function delegated(wiring: Wiring, state: SessionState, delegation: Delegation): SessionState {
  const given: unknown = delegation;
  if (typeof given !== 'object' || given === null) throw misuse('a delegation is { agent, capabilities }');
  refuseUnknown('member of a delegation', delegation, ['agent', 'capabilities']);
  const { capabilities } = delegation;
  const agent = identifier('delegation.agent', delegation.agent);
  if (!Array.isArray(capabilities)) throw misuse('a delegation lists its capabilities by their exact names');
  const names: readonly unknown[] = [...(capabilities as readonly unknown[])];
  const unknown = names.find((name) => typeof name !== 'string' || !wiring.catalogue.has(name));
  if (unknown !== undefined)
    throw misuse('a delegation lists a name that is not the exact name of a capability');
  const { context: parent, only } = state;
  const context = Object.freeze({ ...parent, agent: bindContext({ ...bare(parent), agent }).agent });
  const kept = names.filter((name): name is string => typeof name === 'string' && (only?.has(name) ?? true));
  return Object.freeze({
    ...state,
    context,
    constants: new Map(),
    delegators: Object.freeze([...state.delegators, parent]),
    only: new Set(kept),
  });
}

/** Whose conversation it is, and whether the principal is a guest in it. */
function ownershipOf(
  wiring: Wiring,
  context: Context,
  sharedBy: string | undefined,
): Pick<SessionState, 'place' | 'guest' | 'sharedBy'> {
  if (sharedBy === undefined) return { place: placeOf(wiring.keys, context), guest: null, sharedBy: null };
  const { tenant, principal, conversation } = context;
  const host = bindContext({ tenant, principal: sharedBy, conversation });
  if (host.principal === principal)
    throw misuse('sharedBy names another principal than the one of the session');
  return {
    place: placeOf(wiring.keys, host),
    guest: ownerOf(wiring.keys, tenant, principal),
    sharedBy: host.principal,
  };
}

function bare({ tenant, principal, conversation }: Context): ContextInput {
  return { tenant, principal, conversation };
}

function refuseUnknown(what: string, given: object, allowed: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  throw misuse(`there is no ${what} ${JSON.stringify(unknown)}: it is one of ${allowed.join(', ')}`);
}
