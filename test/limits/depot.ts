import {
  type BoundaryOptions,
  type Capability,
  capability,
  createBoundary,
  EffectNotPerformed,
  jsonSchema,
  type Limit,
  resource,
} from '../../src/index.ts';
import { randomIds } from '../../src/ids.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';

/** A parcel as the depot has it. */
export interface Parcel {
  readonly id: string;
  readonly owner: string;
  readonly cents: number;
}

/** What happened, and what executors do next. */
export interface Depot {
  readonly parcels: Map<string, Parcel>;
  readonly effects: string[];
  /** Replaces what every executor does after it has noted that it ran. */
  act: () => unknown;
  mayAct: boolean;
}

type Limits = readonly Limit<{ readonly parcel: string; readonly amount?: number }, Parcel>[];

/** A depot with ten parcels of ann's and one of bob's. */
export function newDepot(): Depot {
  const parcels = new Map<string, Parcel>();
  for (let n = 0; n < 10; n += 1) parcels.set(`p-${n}`, { id: `p-${n}`, owner: 'ann', cents: 100 * n });
  parcels.set('b-1', { id: 'b-1', owner: 'bob', cents: 500 });
  return { parcels, effects: [], act: () => 'done', mayAct: true };
}

/** `parcels.send`, a write; `parcels.insure`, one with an amount; `parcels.track`, a read. Each with its limits. */
export function depotCapabilities(
  depot: Depot,
  limits: { readonly send?: Limits; readonly insure?: Limits; readonly track?: Limits },
) {
  const parcel = resource({
    type: 'parcel',
    id: 'parcel',
    load: (_context, id: string) => depot.parcels.get(id) ?? null,
    key: (found) => found.id,
  });
  const own = ({ context, target }: { context: { principal: string }; target: Parcel }) =>
    depot.mayAct && target.owner === context.principal;
  const does =
    (what: string) =>
    ({ target }: { target: Parcel }) => {
      depot.effects.push(`${what} ${target.id}`);
      return depot.act();
    };
  const input = jsonSchema<{ readonly parcel: string; readonly amount?: number }>({
    type: 'object',
    properties: { parcel: { type: 'string' }, amount: { type: 'number' } },
    required: ['parcel'],
  });
  const common = { input, target: parcel, authorize: own };
  return [
    capability({
      ...common,
      name: 'parcels.send',
      effect: 'write',
      ask: 'never',
      limits: limits.send ?? [],
      execute: does('send'),
    }),
    capability({
      ...common,
      name: 'parcels.insure',
      effect: 'write',
      ask: 'never',
      limits: limits.insure ?? [],
      execute: does('insure'),
    }),
    capability({
      ...common,
      name: 'parcels.track',
      effect: 'read',
      limits: limits.track ?? [],
      execute: does('track'),
    }),
  ] as const;
}

/** A boundary over a depot, with the numbers of its calls and the outcome as a short text. */
export async function openDepot(
  limits: Parameters<typeof depotCapabilities>[1],
  options: Partial<BoundaryOptions> = {},
) {
  const depot = newDepot();
  const clock = fakeClock();
  const boundary = await createBoundary<readonly Capability[]>({
    capabilities: depotCapabilities(depot, limits),
    store: sqlite(':memory:'),
    mode: 'development',
    clock,
    ids: randomIds,
    say: () => {},
    key: 'ab'.repeat(32),
    ...options,
  });
  const sessionOf = (principal: string, conversation = 'c-1', tenant = 'acme') =>
    boundary.session({ tenant, principal, conversation });
  const session = sessionOf('ann');
  let calls = 0;
  /** Calls under an id of its own. */
  const call = (name: string, parcel: string, more: object = {}, by = session) =>
    by.call(name, { parcel, ...more }, { callId: `call-${(calls += 1)}` });
  /** How the call went, in a word or two. */
  const told = async (...asked: Parameters<typeof call>): Promise<string> => {
    const outcome = await call(...asked);
    switch (outcome.kind) {
      case 'throttled':
        return `throttled by ${outcome.limit} for ${outcome.retryAfter}`;
      case 'denied':
        return `denied ${outcome.reason}`;
      default:
        return outcome.kind;
    }
  };
  return { boundary, depot, clock, session, sessionOf, call, told };
}

/** What an executor throws that has done nothing. */
export function nothing(): never {
  throw new EffectNotPerformed();
}
