import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type Awaitable,
  type BoundaryOptions,
  type Capability,
  capability,
  createBoundary,
  deny,
  EffectNotPerformed,
  jsonSchema,
  type Outcome,
  type Run,
  throttle,
} from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { type FakeClock, fakeClock, type PausePoint, withPausePoints } from '../../src/testing/index.ts';

/** What an executor of the trip does instead of booking or cancelling, or an authorizer instead of allowing it. */
export type Mishap =
  'none' | 'not_performed' | 'throws' | 'denied' | 'denied by policy' | 'throttled' | 'breaks';

/** A trip that is booked step by step, and what happened, in order. */
export interface Trip {
  readonly effects: string[];
  /** The execution id of each effect, in order. */
  readonly executions: string[];
  /** By capability. */
  readonly mishaps: Map<string, Mishap>;
  /** Called by every executor before it does anything, with its capability. */
  onEffect: (capability: string) => void | Promise<void>;
}

/** The steps that a trip has: each booked and cancelled by a capability of its own, but for the last. */
export const bookings = ['flight', 'hotel', 'car', 'visa'] as const;

export function newTrip(): Trip {
  return { effects: [], executions: [], mishaps: new Map(), onEffect: () => {} };
}

/** What every capability of a trip takes. */
export const ref = jsonSchema<{ readonly ref: string }>({
  type: 'object',
  properties: { ref: { type: 'string' } },
  required: ['ref'],
  additionalProperties: false,
});

/** Whether policy allows a capability, as its mishap has it. */
export function allowed(trip: Trip, name: string) {
  return () => {
    switch (trip.mishaps.get(name)) {
      case 'denied by policy':
        return deny('closed');
      case 'throttled':
        return throttle(1_000);
      case 'breaks':
        throw new Error('the policy engine is down');
      default:
        return trip.mishaps.get(name) !== 'denied';
    }
  };
}

/** Books or cancels, or what happens instead. */
export async function does(trip: Trip, name: string, what: string, executionId: string) {
  await trip.onEffect(name);
  const mishap = trip.mishaps.get(name) ?? 'none';
  if (mishap === 'not_performed') throw new EffectNotPerformed('no room');
  trip.effects.push(`${name} ${what}`);
  trip.executions.push(executionId);
  if (mishap === 'throws') throw new Error('the line went dead');
  return { confirmation: `${name}/${what}` };
}

export function tripCapabilities(trip: Trip) {
  return bookings.flatMap((what) => {
    const [book, cancel] = [`${what}.book`, `${what}.cancel`];
    const plain = (name: string) =>
      ({
        name,
        effect: 'write',
        ask: 'never',
        input: ref,
        authorize: allowed(trip, name),
        execute: ({ input, executionId }: { input: { readonly ref: string }; executionId: string }) =>
          does(trip, name, input.ref, executionId),
      }) as const;
    return [
      capability({
        ...plain(book),
        undo:
          what === 'visa'
            ? undefined
            : { with: cancel, arguments: ({ result }) => ({ ref: result.confirmation }) },
      }),
      // Cancelling a car a second time does nothing.
      capability({ ...plain(cancel), retrySafe: what === 'car' }),
    ];
  });
}

export const master = 'cd'.repeat(32);

/** What else a test wants of a trip. */
export interface TripOptions extends Partial<Omit<BoundaryOptions, 'capabilities' | 'clock'>> {
  /** Capabilities beside those that every trip has, and in place of those of the same name. */
  readonly more?: (trip: Trip) => readonly Capability[];
}

/** A boundary over a trip, one session, and how it books. */
export async function openTrip(
  { more = () => [], ...change }: TripOptions = {},
  trip: Trip = newTrip(),
  clock: FakeClock = fakeClock(),
) {
  const others = more(trip);
  const usual = tripCapabilities(trip).filter(({ name }) => others.every((other) => other.name !== name));
  const boundary = await createBoundary<readonly Capability[]>({
    store: sqlite(':memory:'),
    mode: 'development',
    key: master,
    clock,
    say: () => {},
    directory: { principal: () => ({}), operator: () => true },
    ...change,
    capabilities: [...usual, ...others],
  });
  const session = boundary.session(traveller);
  const operator = boundary.operator({ tenant: 'acme', id: 'olga' });
  const book = (what: (typeof bookings)[number], run: Run, callId?: string) =>
    session.call(`${what}.book`, { ref: what }, callId === undefined ? { run } : { run, callId });
  return { boundary, clock, session, operator, trip, book };
}

export const traveller = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };

/**
 * Two boundaries of one application on one database, as two processes have them, and one clock. `pause` is waited for at
 * every pause point of either store. Whoever opens it closes it, or has it closed by a test: see `twoTrips`.
 */
export async function pairOfTrips(
  { store: _own, ...options }: TripOptions,
  pause: (point: PausePoint) => Awaitable<void> = () => {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-trip-'));
  const file = join(folder, 'trip.db');
  const trip = newTrip();
  const clock = fakeClock();
  const store = () => withPausePoints(sqlite(file, { synchronous: 'NORMAL' }), pause);
  const open = (change: TripOptions = {}) => openTrip({ ...options, ...change, store: store() }, trip, clock);
  const [one, two] = [await open(), await open()];
  const close = async () => {
    await one.boundary.close();
    await two.boundary.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { one, two, trip, clock, file, open, close };
}

/** Such a pair, closed when the test is over. */
export async function twoTrips(options: TripOptions = {}) {
  const pair = await pairOfTrips(options);
  onTestFinished(pair.close);
  return pair;
}

/** How a call ended: its kind, or why it was denied. */
export function ended(outcome: Outcome): string {
  return outcome.kind === 'denied' ? outcome.reason : outcome.kind;
}

/** The records about runs and calls, oldest first: their types and what they say. */
export async function recorded(boundary: Awaited<ReturnType<typeof openTrip>>['boundary']) {
  const records: { readonly type: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
  for await (const { type, body, authentic } of boundary.evidence('acme')) {
    if (!authentic) throw new Error(`a record of ${type} was edited`);
    records.push({ type, body });
  }
  return records;
}

/** Lets everything that is ready go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
