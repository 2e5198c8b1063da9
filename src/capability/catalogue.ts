import type { Awaitable } from '../awaitable.ts';
import type { Context } from '../action/context.ts';
import type { RegisteredAsking } from '../approval/approval.ts';
import type { Decision } from '../decision.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { JsonBounds } from '../json/index.ts';
import { watchingLimits } from '../limit/effective-limits.ts';
import type { RegisteredLimit } from '../limit/limit.ts';
import type { AnyTarget } from '../target/target.ts';
import type { Executing, Seen } from './seen.ts';
import type { RegisteredOrder } from './declared-order.ts';
import { type ReadBySequence, readBySequence } from './relations.ts';
import type { RoleOf } from './roles.ts';
import type { ArgumentSchema } from './schema.ts';

/** A capability as registered: checked, with its schema compiled and everything inferred that can be. Frozen. */
export interface Registered extends RegisteredAsking, RegisteredOrder {
  readonly name: string;
  /** null where a declaration from outside TypeScript left it out: such a capability is never executed. */
  readonly effect: 'read' | 'write' | null;
  readonly description: string | null;
  readonly version: string | null;
  readonly schema: ArgumentSchema;
  readonly target: AnyTarget | null;
  readonly authorize: (seen: Seen<JsonObject, unknown>) => Awaitable<boolean | Decision>;
  readonly once: ((seen: Seen<JsonObject, unknown>) => Json) | null;
  readonly execute: ((executing: Executing<JsonObject, unknown>) => Awaitable<unknown>) | null;
  readonly requires: { readonly grant: readonly string[]; readonly assurance: string | null };
  /** Its own limits, and those of the boundary that its admission takes from: each name once. */
  readonly limits: readonly RegisteredLimit[];
  readonly roles: readonly RoleOf[];
  readonly freshness: 'refresh' | { readonly snapshot: string };
  readonly replay: 'result' | 'notice';
  /** Whether it is admitted, executed and settled in one transaction. */
  readonly transactional: boolean;
  /** Milliseconds. */
  readonly deadline: number;
  readonly bounds: JsonBounds;
}

/** A capability that is classified: what it does is declared, and how. Only such a one is ever called. */
export interface Executable extends Registered {
  readonly effect: 'read' | 'write';
  readonly execute: (executing: Executing<JsonObject, unknown>) => Awaitable<unknown>;
}

/** The agents of the application, and which capabilities each may reach. Absent: every session reaches all. */
export type Agents = Readonly<Record<string, { readonly capabilities: readonly string[] }>>;

/** Why a name leads nowhere. Unknown and unreachable are one answer, so that nothing can be probed. */
export type Unreachable = 'unknown_capability' | 'agent_required' | 'not_classified';

/** The registered capabilities, versioned by digest. Immutable. */
export interface Catalogue extends ReadBySequence {
  /** Digest over everything that was declared and can be digested; functions are covered by `version`. */
  readonly version: string;
  readonly capabilities: readonly Registered[];
  /** Assurance levels, weakest first. */
  readonly assurance: readonly string[];
  /** The boundary's own limits. */
  readonly limits: readonly RegisteredLimit[];
  /** Every limit there is, of the boundary and of capabilities, each name once. */
  readonly allLimits: readonly RegisteredLimit[];
  /**
   * The limits that watch what is asked for under a name, and what becomes of it: those of the capability and the
   * boundary, each name once; for a name that leads this session's agent nowhere those of the boundary, so that nobody
   * learns from a limit, or spends of one, what is out of reach.
   */
  readonly limitsOf: (name: string, context: Pick<Context, 'agent'>) => readonly RegisteredLimit[];
  /** Whether a capability of exactly this name is registered, reachable or not. */
  readonly has: (name: string) => boolean;
  /** The capability that this session's agent may reach by exactly this name, or why there is none. */
  readonly find: (name: string, context: Pick<Context, 'agent'>) => Executable | Unreachable;
}

/** What a catalogue is made of, checked already. */
export interface CatalogueParts {
  readonly version: string;
  readonly capabilities: readonly Registered[];
  readonly assurance: readonly string[];
  readonly limits: readonly RegisteredLimit[];
  readonly agents: Agents | null;
}

/**
 * Makes a catalogue. Names are compared exactly, letter by letter, and looked up in a map, so that no spelling, pattern
 * or inherited member leads to a capability. Reach comes before classification: what an agent may not reach answers as
 * if it did not exist.
 */
export function catalogueOf({ version, capabilities, assurance, limits, agents }: CatalogueParts): Catalogue {
  const byName = new Map(capabilities.map((capability) => [capability.name, capability]));
  const reach =
    agents === null
      ? null
      : new Map(Object.entries(agents).map(([agent, { capabilities: names }]) => [agent, new Set(names)]));
  const watching = new Map(
    capabilities.map((capability) => [capability.name, watchingLimits(capability.limits, limits)]),
  );
  const watchingAll = watchingLimits([], limits);
  const only = reach?.size === 1 ? [...reach.values()][0] : undefined;
  const everyLimit = new Map(
    [...limits, ...capabilities.flatMap((one) => one.limits)].map((limit) => [limit.name, limit]),
  );
  return Object.freeze({
    version,
    capabilities: Object.freeze([...capabilities]),
    assurance,
    limits,
    allLimits: Object.freeze([...everyLimit.values()]),
    limitsOf: (name: string, context: Pick<Context, 'agent'>) =>
      (typeof find(name, context) === 'string' ? undefined : watching.get(name)) ?? watchingAll,
    has: (name: string) => byName.has(name),
    find,
    ...readBySequence(capabilities),
  });

  function find(name: string, { agent }: Pick<Context, 'agent'>): Executable | Unreachable {
    const reachable = reach === null ? byName : agent === null ? only : (reach.get(agent) ?? new Set());
    if (reachable === undefined) return 'agent_required';
    const found = reachable.has(name) ? byName.get(name) : undefined;
    if (found === undefined) return 'unknown_capability';
    return isExecutable(found) ? found : 'not_classified';
  }
}

function isExecutable(capability: Registered): capability is Executable {
  return capability.effect !== null && capability.execute !== null;
}
