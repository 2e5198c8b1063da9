import {
  bindContext,
  capability,
  chaining,
  createBoundary,
  deriveKeys,
  jsonSchema,
  placeOf,
  sqlite,
} from './built.ts';
import type { EntryBody } from '../src/history/index.ts';
import type { Store } from '../src/store/store.ts';
import { interleaved, median } from './rounds.ts';
import { alone, type Row } from './row.ts';

const each = 1_000;
const long = 1_000;
const longest = 100_000;

const key = 'ab'.repeat(32);
const keys = deriveKeys(key);

const input = jsonSchema<{ readonly orderId: string }>({
  type: 'object',
  properties: { orderId: { type: 'string' } },
  required: ['orderId'],
  additionalProperties: false,
});

/** A read, and a write that has to name what the read returned. */
const capabilities = [
  capability({
    name: 'orders.view',
    effect: 'read',
    input,
    authorize: () => true,
    execute: ({ input: { orderId } }) => ({ id: orderId }),
  }),
  capability({
    name: 'orders.cancel',
    effect: 'write',
    ask: 'never',
    input,
    authorize: () => true,
    sequence: { after: [{ capability: 'orders.view', bind: { orderId: '/id' } }], atMost: 1_000 },
    execute: () => null,
  }),
] as const;

const contextOf = (conversation: string) => ({ tenant: 'acme', principal: 'ann', conversation });

/**
 * What a history costs a check that reads it: one of 1,000 entries whose beginning was verified before, beside one of a
 * single entry; and one of 100,000 entries that this process has never seen.
 */
export async function histories(folder: string): Promise<readonly Row[]> {
  const store = sqlite(':memory:');
  const boundary = await createBoundary({ capabilities, store, mode: 'development', key });
  const short = boundary.session(contextOf('short'));
  const talk = boundary.session(contextOf('long'));
  await short.call('orders.view', { orderId: 'o-1' });
  await write(store, 'long', long - 1);
  await talk.call('orders.view', { orderId: 'o-1' });
  const check = (session: typeof short) => () => p50(session);
  const measured = await interleaved({ warm: 5, counted: 25 }, { short: check(short), long: check(talk) });
  await boundary.close();

  const [few, many] = [median(measured.short), median(measured.long)];
  const cold: number[] = [];
  for (let round = 0; round < 5; round += 1) cold.push(await coldCheck(`${folder}/history-${round}.db`));
  return [
    alone('session.check after another call, a history of 1 entry', few, 'µs', null),
    alone('session.check after another call, a history of 1,000 entries', many, 'µs', null),
    alone('what the 1,000 entries cost it', Math.max(0, many - few), 'µs', { atMost: 40 }),
    alone('the first check in a history of 100,000 entries, never seen', median(cold), 'ms', {
      atMost: 1_000,
    }),
  ];
}

/** Milliseconds of the first check of a process in a history that another one left, on a database in a file. */
async function coldCheck(file: string): Promise<number> {
  const before = sqlite(file, { driver: 'better-sqlite3' });
  const left = await createBoundary({ capabilities, store: before, key });
  await write(before, 'long', longest - 1);
  await left.session(contextOf('long')).call('orders.view', { orderId: 'o-1' });
  await left.close();

  const store = sqlite(file, { driver: 'better-sqlite3' });
  const boundary = await createBoundary({ capabilities, store, key });
  const session = boundary.session(contextOf('long'));
  const began = performance.now();
  const { decision } = await session.check('orders.cancel', { orderId: 'o-1' });
  const took = performance.now() - began;
  if (decision !== 'permit') throw new Error(`the decision was ${decision}`);
  await boundary.close();
  return took;
}

/** Writes so many entries at once: words, pages that are not trusted, and steps. */
async function write(store: Store, conversation: string, count: number): Promise<void> {
  const place = placeOf(keys, bindContext(contextOf(conversation)));
  const print = (n: number) => `fingerprint-of-something-43-characters-${n}`;
  const kinds: readonly ((n: number) => EntryBody)[] = [
    (n) => ({ kind: 'heard', text: print(n), length: 40, quoted: [] }),
    (n) => ({
      kind: 'saw',
      content: print(n),
      length: 4_000,
      source: print(n % 9),
      trust: 'untrusted',
      class: 'internal',
      channel: 'web',
      step: print(n % 5),
    }),
    (n) => ({
      kind: 'step',
      call: print(n),
      capability: 'orders.view',
      run: null,
      from: null,
      to: 'completed',
      bound: { '["/id"]': print(n % 500) },
    }),
  ];
  const bodies = Array.from({ length: count }, (_, n) => kinds[n % kinds.length]!(n));
  await store.append({ ...place, history: chaining(keys, place, 1, bodies), evidence: null });
}

async function p50(session: {
  check(name: string, args: unknown, options: object): Promise<{ decision: string }>;
}) {
  const times: number[] = [];
  for (let index = 0; index < each; index += 1) {
    const began = performance.now();
    const { decision } = await session.check('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    times.push(performance.now() - began);
    if (decision !== 'permit') throw new Error(`the decision was ${decision}`);
  }
  return median(times) * 1_000;
}
