import type { Context } from '../action/context.ts';
import type { Decision } from '../decision.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { JsonBounds } from '../json/strict.ts';
import type { Awaitable } from '../store/store.ts';
import type { AnyTarget } from '../target/target.ts';
import type { RoleOf } from './roles.ts';
import type { ArgumentSchema } from './schema.ts';
import type { Executing, Seen } from './capability.ts';

/** A capability as registered: checked, with its schema compiled and everything inferred that can be. Frozen. */
export interface Registered {
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
  readonly roles: readonly RoleOf[];
  readonly freshness: 'refresh' | { readonly snapshot: string };
  readonly replay: 'result' | 'notice';
  readonly deadline: number;
  readonly bounds: JsonBounds;
}

/** The agents of the application, and which capabilities each may reach. Absent: every session reaches all. */
export type Agents = Readonly<Record<string, { readonly capabilities: readonly string[] }>>;

/** Why a name leads nowhere. Unknown and unreachable are one answer, so that nothing can be probed. */
export type Unreachable = 'unknown_capability' | 'agent_required' | 'not_classified';

/** The registered capabilities, versioned by digest. Immutable. */
export interface Catalogue {
  /** Digest over everything that was declared and can be digested; functions are covered by `version`. */
  readonly version: string;
  readonly capabilities: readonly Registered[];
  /** Assurance levels, weakest first. */
  readonly assurance: readonly string[];
  find(name: string, context: Context): Registered | Unreachable;
}
