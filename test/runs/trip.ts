import {
  type BoundaryOptions,
  capability,
  createBoundary,
  EffectNotPerformed,
  jsonSchema,
  type Outcome,
} from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';

/** What an executor of the trip does instead of booking or cancelling. */
export type Mishap = 'none' | 'not_performed' | 'throws' | 'denied';

/** A trip that is booked step by step, and what happened, in order. */
export interface Trip {
  readonly effects: string[];
  /** By capability. */
  readonly mishaps: Map<string, Mishap>;
  /** Called by every executor before it does anything, with its capability. */
  onEffect: (capability: string) => void | Promise<void>;
}

/** The steps that a trip has: each booked and cancelled by a capability of its own, but for the last. */
export const bookings = ['flight', 'hotel', 'car', 'visa'] as const;

export function newTrip(): Trip {
  return { effects: [], mishaps: new Map(), onEffect: () => {} };
}

/** `undoneBy`: what undoes a booking where it is not its own cancellation. */
export function tripCapabilities(trip: Trip, undoneBy: Readonly<Record<string, string>> = {}) {
  const input = jsonSchema<{ readonly ref: string }>({
    type: 'object',
    properties: { ref: { type: 'string' } },
    required: ['ref'],
    additionalProperties: false,
  });
  const does = async (name: string, ref: string) => {
    await trip.onEffect(name);
    const mishap = trip.mishaps.get(name) ?? 'none';
    if (mishap === 'not_performed') throw new EffectNotPerformed('no room');
    trip.effects.push(`${name} ${ref}`);
    if (mishap === 'throws') throw new Error('the line went dead');
    return { confirmation: `${name}/${ref}` };
  };
  return bookings.flatMap((what) => {
    const book = `${what}.book`;
    const cancel = `${what}.cancel`;
    const authorize = (name: string) => () => trip.mishaps.get(name) !== 'denied';
    return [
      capability({
        name: book,
        effect: 'write',
        ask: 'never',
        input,
        authorize: authorize(book),
        execute: ({ input: { ref } }) => does(book, ref),
        undo:
          what === 'visa'
            ? undefined
            : { with: undoneBy[book] ?? cancel, arguments: ({ result }) => ({ ref: result.confirmation }) },
      }),
      capability({
        name: cancel,
        effect: 'write',
        ask: 'never',
        input,
        authorize: authorize(cancel),
        execute: ({ input: { ref } }) => does(cancel, ref),
      }),
    ];
  });
}

export const master = 'cd'.repeat(32);

/** A boundary over a trip, one session, and how it books. */
export async function openTrip(
  change: Partial<Omit<BoundaryOptions, 'capabilities'>> = {},
  trip: Trip = newTrip(),
  undoneBy: Readonly<Record<string, string>> = {},
) {
  const clock = fakeClock();
  const boundary = await createBoundary({
    store: sqlite(':memory:'),
    mode: 'development',
    key: master,
    clock,
    say: () => {},
    directory: { principal: () => ({}), operator: () => true },
    ...change,
    capabilities: tripCapabilities(trip, undoneBy),
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const operator = boundary.operator({ tenant: 'acme', id: 'olga' });
  return { boundary, clock, session, operator, trip };
}

/** How a call ended: its kind, or why it was denied. */
export function ended(outcome: Outcome): string {
  return outcome.kind === 'denied' ? outcome.reason : outcome.kind;
}
