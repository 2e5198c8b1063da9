import type { Agents, Capability } from './capability/index.ts';
import type { Clock } from './clock.ts';
import type { Directory } from './directory/index.ts';
import type { Ids } from './ids.ts';
import type { Limit } from './limit/index.ts';
import type { Messages } from './messages.ts';
import type { Store } from './store/store.ts';

/** An act of an operator that may take a second person. */
export type SecondPerson =
  'claims.retryable' | 'claims.force' | 'limits.prune' | 'clock.reset' | 'runs.undo' | 'runs.release';

/** What a boundary is configured with. Only the capabilities and the store are needed. */
export interface BoundaryOptions<C extends readonly Capability[] = readonly Capability[]> {
  readonly capabilities: C;
  readonly store: Store;
  /** `production` (default) refuses a store in memory and never makes a key. */
  readonly mode?: 'production' | 'development';
  /** Master secret: at least 32 bytes, as bytes or in base64 or hex. Default: the environment's COUNTERSIGN_KEY. */
  readonly key?: string | Uint8Array;
  /** The application's agents and what each may reach, by exact name. */
  readonly agents?: Agents;
  /** Assurance levels, weakest first. Default: none, password, mfa, hardware. */
  readonly assurance?: readonly string[];
  /** Limits that apply to every capability, besides each one's own. A limit on executions admits reads as well. */
  readonly limits?: readonly Limit[];
  /** How often people may be asked: 5 pending at once a conversation, 20 an hour a principal, unless said otherwise. */
  readonly asks?: { readonly pendingPerConversation?: number; readonly perPrincipalAndHour?: number };
  /**
   * How much of verified histories is remembered, so that it is not read again: 1,000 conversations, and in all of them
   * 500,000 things that rules read, unless said otherwise. Those used longest ago are forgotten first.
   */
  readonly histories?: { readonly conversations?: number; readonly facts?: number };
  readonly directory?: Directory;
  /** `ambient` requires every call and every act of a person to run inside `withTenant` of its tenant. Default: explicit. */
  readonly tenancy?: 'explicit' | 'ambient';
  /** Texts for the model by locale (`*` for all), over the pinned ones. */
  readonly messages?: Readonly<Record<string, Messages>>;
  /** How long a loader, authorizer or directory may take, milliseconds. Default 10,000. */
  readonly decisionDeadline?: number;
  /** How long results are kept for replays, milliseconds. Default 24 hours. */
  readonly resultTtl?: number;
  /** Acts of operators that take a second person: those that let something happen again, or that forget. */
  readonly secondPerson?: readonly SecondPerson[];
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Shows a sentence to whoever runs the process. Default: standard error. */
  readonly say?: (sentence: string) => void;
}

/** Types a configuration for `countersign.config.*` without changing it. */
export function defineBoundary<const C extends readonly Capability[]>(
  options: BoundaryOptions<C>,
): BoundaryOptions<C> {
  return options;
}
