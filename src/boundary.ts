import { bindContext, type ContextInput } from './action/index.ts';
import type { SessionState } from './call/asked.ts';
import { type Capability, type Catalogue, registerCatalogue } from './capability/index.ts';
import { putInForce, supersedeOthers } from './catalogue-version.ts';
import { systemClock } from './clock.ts';
import { BoundaryError } from './errors.ts';
import { Coalescer, readEvidence, type ReadRecord } from './evidence/index.ts';
import { randomIds } from './ids.ts';
import { canonicalText } from './json/index.ts';
import { optionProblems } from './option-problems.ts';
import type { BoundaryOptions } from './options.ts';
import { within } from './policy/index.ts';
import { openSession, type Session } from './session.ts';
import { adoptKeys } from './store/adopt-keys.ts';
import type { KeySource } from './store/master-key.ts';
import type { Wiring } from './wiring.ts';

/** What a host says about one session beyond its context. */
export interface SessionOptions {
  /** Picks the model's texts. Default `en`. */
  readonly locale?: string;
  /** About the run of the model: kept as keyed fingerprints only. */
  readonly facts?: Readonly<Partial<Record<'model' | 'provider' | 'build' | 'instructions', string>>>;
}

/** One configured instance: catalogue, store, keys, clock. Nothing of it is global. */
export interface Boundary<C extends readonly Capability[] = readonly Capability[]> {
  readonly catalogue: Catalogue;
  readonly mode: 'production' | 'development';
  /** Where the master secret came from. */
  readonly keySource: KeySource;
  /** What `doctor` says of the store. */
  readonly store: { readonly description: string; readonly durable: boolean };
  /** Binds a context that the server authenticated. Synchronous; reads and writes nothing. */
  session(context: ContextInput, options?: SessionOptions): Session<C>;
  /**
   * Ends a rolling deploy: every other catalogue version is refused from here on (`catalogue_stale`), also inside an
   * admission that is under way. `reason` is kept in evidence.
   */
  supersedeOtherCatalogues(reason: string): Promise<void>;
  /** The evidence of one tenant in the order of the database, each record verified as it is read. */
  evidence(tenant: string): AsyncIterable<ReadRecord>;
  /** Writes what was counted, lets what is queued commit and disconnects. Idempotent. */
  close(): Promise<void>;
}

/**
 * Wires a boundary: registers the capabilities and checks the options (each time all problems together), connects and
 * migrates the store, finds the key and makes sure that it is the database's, and puts this catalogue version in force.
 * Throws `BoundaryError`.
 */
export async function createBoundary<const C extends readonly Capability[]>(
  options: BoundaryOptions<C>,
): Promise<Boundary<C>> {
  const { store, mode = 'production', clock = systemClock, ids = randomIds } = options;
  const say = options.say ?? ((sentence: string) => void process.stderr.write(`${sentence}\n`));
  const catalogue = await registerCatalogue(options.capabilities, {
    ...(options.agents === undefined ? {} : { agents: options.agents }),
    ...(options.assurance === undefined ? {} : { assurance: options.assurance }),
  });
  const problems = optionProblems(options);
  if (problems.length > 0) {
    throw new BoundaryError('options_invalid', problems.map(({ sentence }) => sentence).join(' '));
  }
  await store.open(clock);
  try {
    const { keys, ring, source } = await adoptKeys({ store, mode, given: options.key, ids, clock, say });
    const unrecorded = (error: unknown) =>
      say(
        `countersign: evidence could not be written (${error instanceof BoundaryError ? error.code : 'unknown'})`,
      );
    const wiring: Wiring = Object.freeze({
      store,
      keys,
      ring,
      clock,
      ids,
      catalogue,
      inForce: await putInForce({ store, keys, ids, clock }, catalogue.version),
      directory: options.directory ?? null,
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

function boundaryOf<C extends readonly Capability[]>(
  wiring: Wiring,
  mode: 'production' | 'development',
  keySource: KeySource,
): Boundary<C> {
  const { store, catalogue } = wiring;
  let closing: Promise<void> | null = null;
  return Object.freeze({
    catalogue,
    mode,
    keySource,
    store: Object.freeze({ description: store.description, durable: store.durable }),
    session: (context: ContextInput, options: SessionOptions = {}) => {
      if (closing !== null)
        throw new BoundaryError('boundary_closed', 'the boundary is closed: make a new one');
      return openSession<C>(wiring, sessionState(wiring, context, options));
    },
    supersedeOtherCatalogues: (reason: string) => supersedeOthers(wiring, reason),
    evidence: (tenant: string) => readEvidence(wiring, tenant),
    close: () => {
      closing ??= wiring.coalescer.flush().then(() => store.close());
      return closing;
    },
  });
}

function sessionState(wiring: Wiring, input: ContextInput, options: SessionOptions): SessionState {
  const context = bindContext(input);
  const facts = Object.entries(options.facts ?? {}).map(([name, value]): [string, string] => [
    name,
    wiring.keys.blind('countersign/fact/v1', context.tenant, canonicalText([name, value])),
  ]);
  return Object.freeze({
    context,
    locale: options.locale ?? 'en',
    facts: facts.length === 0 ? null : Object.freeze(Object.fromEntries(facts)),
    constants: new Map(),
  });
}
