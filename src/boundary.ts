import type { ContextInput } from './action/index.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import {
  type Capability,
  type Catalogue,
  catalogueView,
  type CatalogueView,
  registerCatalogue,
} from './capability/index.ts';
import { putInForce, supersedeOthers } from './catalogue-version.ts';
import { systemClock } from './clock.ts';
import { DecisionTime } from './decision-time.ts';
import type { ApproverIdentity, OperatorIdentity } from './directory/index.ts';
import { BoundaryError } from './errors.ts';
import { Coalescer, readEvidence, type ReadRecord } from './evidence/index.ts';
import { type Gateway, openGateway } from './gateway/index.ts';
import { VerifiedHistories } from './history/index.ts';
import { randomIds } from './ids.ts';
import { adoptKeys, type KeySource } from './keys/index.ts';
import { type Operator, operatorOf } from './operator/index.ts';
import { optionProblems } from './option-problems.ts';
import type { BoundaryOptions } from './options.ts';
import { type Approver, approverOf } from './people/index.ts';
import { within } from './policy/index.ts';
import { openSession, type Session } from './session.ts';
import { type SessionOptions, sessionState } from './call/session-state.ts';
import type { Store } from './store/store.ts';
import { Turns, TurnsByKey } from './turns.ts';
import type { Wiring } from './wiring.ts';

/** One configured instance: catalogue, store, keys, clock. Nothing of it is global. */
export interface Boundary<C extends readonly Capability[] = readonly Capability[]> {
  /** What is registered, as data. */
  readonly catalogue: CatalogueView;
  readonly mode: 'production' | 'development';
  /** Where the master secret came from. */
  readonly keySource: KeySource;
  /** What `doctor` says of the store. */
  readonly store: { readonly description: string; readonly durable: boolean };
  /** Binds a context that the server authenticated. Synchronous; reads and writes nothing. */
  session(context: ContextInput, options?: SessionOptions): Session<C>;
  /**
   * The handle of an operator whom the server authenticated. Synchronous; whether that person may act is asked of the
   * directory at every act. The empty tenant is the installation, as in `evidence`: what belongs to no tenant.
   */
  operator(operator: OperatorIdentity): Operator;
  /**
   * The handle of a person who may have to agree, whom the server authenticated: never taken from a request body.
   * Synchronous; what this person may see and answer is asked at every act.
   */
  approver(approver: ApproverIdentity): Approver;
  /** Approvals for whoever runs effects of their own: nothing that it approves is run here. */
  readonly gateway: Gateway;
  /**
   * Ends a rolling deploy: every other catalogue version is refused from here on (`catalogue_stale`), also inside an
   * admission that is under way. `reason` is kept in evidence.
   */
  supersedeOtherCatalogues(reason: string): Promise<void>;
  /**
   * The evidence of one tenant in the order of the database, each record verified as it is read. The empty tenant is
   * the installation: what belongs to no tenant, such as catalogue versions.
   */
  evidence(tenant: string): AsyncIterable<ReadRecord>;
  /**
   * Refuses further calls, waits for those under way (at the latest until their deadlines), writes what was counted
   * and disconnects. Idempotent.
   */
  close(): Promise<void>;
}

/**
 * Wires a boundary: checks the options and registers the capabilities (each time all problems together), connects and
 * migrates the store, finds the key and makes sure that it is the database's, and puts this catalogue version in force.
 * Throws `BoundaryError`.
 */
export async function createBoundary<const C extends readonly Capability[]>(
  options: BoundaryOptions<C>,
): Promise<Boundary<C>> {
  const problems = optionProblems(options);
  if (problems.length > 0) {
    throw new BoundaryError('options_invalid', problems.map(({ sentence }) => sentence).join(' '));
  }
  const { store, mode = 'production', clock = systemClock, ids = randomIds } = options;
  const say = options.say ?? ((sentence: string) => void process.stderr.write(`${sentence}\n`));
  const catalogue = await registerCatalogue(options.capabilities, {
    ...(options.agents === undefined ? {} : { agents: options.agents }),
    ...(options.assurance === undefined ? {} : { assurance: options.assurance }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  refuseWithoutTransactions(catalogue, store);
  if (!store.durable && catalogue.allLimits.length > 0)
    say(
      'countersign: limits are counted in memory: each process counts for itself, and forgets when it ends',
    );
  await store.open(clock);
  try {
    const { keys, ring, source } = await adoptKeys({ store, mode, given: options.key, ids, clock, say });
    const unrecorded = (error: unknown): void => {
      const code = error instanceof BoundaryError ? error.code : 'unknown';
      try {
        say(`countersign: evidence could not be written (${code})`);
      } catch {
        // Whoever cannot be told is not told; a call is never answered otherwise because of it.
      }
    };
    const time = new DecisionTime(clock);
    await time.ask(store, catalogue.version);
    const wiring: Wiring = Object.freeze({
      store,
      keys,
      ring,
      clock,
      time,
      ids,
      calls: new CallsInFlight(),
      transactions: new Turns(),
      conversations: new TurnsByKey(),
      histories: new VerifiedHistories(store, keys, {
        conversations: options.histories?.conversations ?? 1_000,
        facts: options.histories?.facts ?? 500_000,
      }),
      catalogue,
      inForce: await putInForce({ store, keys, ids, time }, catalogue.version),
      directory: options.directory ?? null,
      asks: Object.freeze({
        pendingPerConversation: options.asks?.pendingPerConversation ?? 5,
        perPrincipalAndHour: options.asks?.perPrincipalAndHour ?? 20,
      }),
      secondPerson: Object.freeze([...(options.secondPerson ?? [])]),
      tenancy: options.tenancy ?? 'explicit',
      coalescer: new Coalescer(clock, unrecorded),
      unrecorded,
      messages: options.messages ?? {},
      inTime: within(clock, options.decisionDeadline ?? 10_000),
      resultTtl: options.resultTtl ?? 86_400_000,
    });
    return boundaryOf<C>(wiring, mode, source);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** An executor in a transaction needs a database that a second connection reaches. */
function refuseWithoutTransactions({ capabilities }: Catalogue, store: Store): void {
  const names = capabilities.filter(({ transactional }) => transactional).map(({ name }) => name);
  if (store.transactional || names.length === 0) return;
  throw new BoundaryError(
    'options_invalid',
    `transactional capabilities need a store in a file that a second connection can open: ${names.join(', ')}`,
  );
}

function boundaryOf<C extends readonly Capability[]>(
  wiring: Wiring,
  mode: 'production' | 'development',
  keySource: KeySource,
): Boundary<C> {
  const { store, calls } = wiring;
  let closing: Promise<void> | null = null;
  return Object.freeze({
    catalogue: catalogueView(wiring.catalogue),
    mode,
    keySource,
    store: Object.freeze({ description: store.description, durable: store.durable }),
    session: (context: ContextInput, options: SessionOptions = {}) => {
      calls.refuseIfClosed();
      return openSession<C>(wiring, sessionState(wiring, context, options));
    },
    operator: (operator: OperatorIdentity) => {
      calls.refuseIfClosed();
      return operatorOf(wiring, operator);
    },
    approver: (approver: ApproverIdentity) => {
      calls.refuseIfClosed();
      return approverOf(wiring, approver);
    },
    gateway: openGateway(wiring),
    supersedeOtherCatalogues: (reason: string) => calls.during(() => supersedeOthers(wiring, reason)),
    evidence: (tenant: string) => {
      calls.refuseIfClosed();
      return readEvidence(wiring, tenant);
    },
    close: () => {
      closing ??= closed(wiring);
      return closing;
    },
  });
}

async function closed({ calls, coalescer, store }: Wiring): Promise<void> {
  await calls.close();
  await coalescer.flush();
  await store.close();
}
