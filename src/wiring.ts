import type { Deadline } from './awaitable.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import type { Catalogue } from './capability/index.ts';
import type { Clock } from './clock.ts';
import type { Directory } from './directory/index.ts';
import type { Coalescer } from './evidence/index.ts';
import type { VerifiedHistories } from './history/index.ts';
import type { Ids } from './ids.ts';
import type { KeyRing, Keys } from './json/index.ts';
import type { Messages } from './messages.ts';
import type { SecondPerson } from './options.ts';
import type { Turns, TurnsByKey } from './turns.ts';
import type { DecisionTime } from './decision-time.ts';
import type { CatalogueRow } from './store/rows.ts';
import type { Store } from './store/store.ts';

/** How often people may be asked, so that nobody is worn down until they agree. */
export interface AsksAllowed {
  /** Pending at once in one conversation. */
  readonly pendingPerConversation: number;
  /** Asked for by one principal in any hour. */
  readonly perPrincipalAndHour: number;
}

/** What one boundary is made of. Built once by `createBoundary` and never changed. */
export interface Wiring {
  readonly store: Store;
  readonly keys: Keys;
  readonly ring: KeyRing;
  readonly clock: Clock;
  /** Where evidence, deadlines and expiries take their time from. */
  readonly time: DecisionTime;
  readonly ids: Ids;
  /** Counts the calls that are being answered, and refuses new ones once the boundary closes. */
  readonly calls: CallsInFlight;
  /** Transactions of executors, one after the other. */
  readonly transactions: Turns;
  /** What calls of one conversation that read its history decide, one after the other. */
  readonly conversations: TurnsByKey;
  /** The histories of conversations, as far as they were verified. */
  readonly histories: VerifiedHistories;
  readonly catalogue: Catalogue;
  /** The row under which this boundary registered its catalogue; admission requires it to be in force unchanged. */
  readonly inForce: CatalogueRow;
  readonly directory: Directory | null;
  /** How often people may be asked. */
  readonly asks: AsksAllowed;
  /** Acts of operators that take a second person. */
  readonly secondPerson: readonly SecondPerson[];
  readonly tenancy: 'explicit' | 'ambient';
  readonly coalescer: Coalescer;
  /** Hears of what could not be recorded after its effect; never throws. */
  readonly unrecorded: (error: unknown) => void;
  readonly messages: Readonly<Record<string, Messages>>;
  /** Asks the application (loaders, authorizers, the directory) under the deadline for decisions. */
  readonly inTime: Deadline;
  /** How long a result is kept for replays, milliseconds. */
  readonly resultTtl: number;
}
