/*
 * The table of evidence refuses its n-th insert, for every n that a scenario comes to: once, and from then on. There is
 * never an effect without the record of its admission, what is told is true, and nothing happens twice afterwards.
 */
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { BoundaryError, type BoundaryOptions, EffectNotPerformed, SettlementFailed } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { withPausePoints } from '../src/testing/index.ts';
import { evidenceOf, held, openDesk, turns } from './desk.ts';
import { knowsOperators } from './operator.ts';

type Opened = Awaited<ReturnType<typeof openDesk>>;

/** A store in memory whose table of evidence refuses inserts that are counted from `arm` on. */
function breakable() {
  const database = new Database(':memory:');
  let inserts = 0;
  let refuses = (_insert: number): boolean => false;
  let refused = 0;
  database.function('refuses', () => {
    inserts += 1;
    const yes = refuses(inserts);
    if (yes) refused += 1;
    return yes ? 1 : 0;
  });
  const store = withPausePoints(sqlite(database), (point) => {
    if (point !== 'after open') return;
    database.exec(`CREATE TEMP TRIGGER IF NOT EXISTS broken BEFORE INSERT ON countersign_evidence WHEN refuses()
      BEGIN SELECT RAISE(ABORT, 'the table is broken'); END`);
  });
  return {
    store,
    arm(which: (insert: number) => boolean) {
      inserts = 0;
      refuses = which;
    },
    /** Answers how many inserts were refused. */
    repair(): number {
      refuses = () => false;
      return refused;
    },
  };
}

const cancel = ({ session }: Opened, callId = 'call-1', orderId = 'o-1') =>
  session.call('orders.cancel', { orderId }, { callId });

/** Cancels or does not, and nobody hears which. What is sent afterwards is heard. */
async function unheard(opened: Opened, happens: boolean) {
  const { desk } = opened;
  const { cancel: really } = desk;
  desk.cancel = (...given) => {
    if (happens) really(...given);
    throw new Error('connection lost');
  };
  try {
    return await cancel(opened);
  } finally {
    desk.cancel = really;
  }
}

/** Cancels, but so late that its deadline has passed. What is sent afterwards is in time. */
async function late(opened: Opened) {
  const { desk, clock } = opened;
  const { cancel: really } = desk;
  const end = held();
  desk.cancel = async (...given) => {
    const done = really(...given);
    await end.promise;
    return done;
  };
  const running = cancel(opened);
  // It may fail before anybody waits for it.
  running.catch(() => {});
  await turns();
  desk.cancel = really;
  clock.advance(60_000);
  const outcome = await running;
  end.resolve('late');
  await turns();
  return outcome;
}

const operatorOf = ({ boundary }: Opened) => boundary.operator({ tenant: 'acme', id: 'olga' });

async function resolve(opened: Opened, as: 'completed' | 'retryable') {
  const { claims } = operatorOf(opened);
  const listed = await claims.list();
  if (listed.kind !== 'listed') return listed;
  return claims.resolve(listed.claims[0]!.executionId, { as, reason: 'looked it up' });
}

const oneCall: BoundaryOptions['limits'] = [
  { name: 'calls', key: 'principal', shape: { kind: 'budget', max: 1 } },
];

interface Scenario {
  readonly options?: Partial<BoundaryOptions>;
  readonly before?: (opened: Opened) => Promise<unknown>;
  readonly act: (opened: Opened) => Promise<{ readonly kind: string } | void>;
  /** What is told, and how many effects there are, where insert 1 is refused, 2, and so on; the last is unharmed. */
  readonly told: readonly (readonly [told: string, effects: number])[];
}

const nothing = ['store_failed', 0] as const;
const happened = ['settlement_failed happened', 1] as const;
const executed = ['executed', 1] as const;
const unknown = ['indeterminate', 1] as const;

const scenarios: Readonly<Record<string, Scenario>> = {
  'a write': { act: cancel, told: [nothing, happened, executed] },
  'a write within a limit': {
    options: { limits: oneCall },
    act: cancel,
    told: [nothing, happened, executed],
  },
  'a write that throws': {
    act: (opened) => unheard(opened, true),
    told: [nothing, ['settlement_failed unknown', 1], unknown],
  },
  'a write that did not happen': {
    act: (opened) => {
      opened.desk.cancel = () => Promise.reject(new EffectNotPerformed());
      return cancel(opened);
    },
    told: [nothing, ['settlement_failed none', 0], ['failed', 0]],
  },
  'a write that ends late': { act: late, told: [nothing, unknown, unknown, unknown] },
  'a read': {
    act: ({ session }) => session.call('orders.view', { orderId: 'o-1' }),
    told: [
      ['settlement_failed none', 0],
      ['executed', 0],
    ],
  },
  'a refusal': { act: (opened) => cancel(opened, 'call-2', 'o-2'), told: [nothing, ['denied', 0]] },
  'a refusal of what does not exist': {
    act: ({ session }) => session.call(String('orders.burn'), {}),
    told: [nothing, ['denied', 0]],
  },
  'a refusal for want of room': {
    options: { limits: oneCall },
    before: ({ session }) => session.call('orders.note', { orderId: 'o-1', note: 'fragile' }),
    act: cancel,
    told: [nothing, ['throttled', 0]],
  },
  'a replay': { before: cancel, act: cancel, told: [nothing, ['replayed', 0]] },
  'a duplicate': {
    before: cancel,
    act: (opened) => cancel(opened, 'call-2'),
    told: [nothing, ['denied', 0]],
  },
  'a resolution': {
    before: (opened) => unheard(opened, true),
    act: (opened) => resolve(opened, 'completed'),
    told: [nothing, ['resolved', 0]],
  },
  'leave for one more try': {
    before: (opened) => unheard(opened, false),
    act: (opened) => resolve(opened, 'retryable'),
    told: [nothing, ['resolved', 0]],
  },
  'a refused operator': {
    options: { directory: { principal: () => ({}), operator: () => false } },
    act: (opened) => resolve(opened, 'completed'),
    told: [nothing, ['refused', 0]],
  },
  pruning: {
    act: (opened) => operatorOf(opened).limits.prune({ reason: 'over' }),
    told: [nothing, ['pruned', 0]],
  },
};

/** Cancellations that happened: the execution id of each. */
const effectsOf = ({ desk }: Opened) =>
  desk.effects.flatMap((effect) => (effect.startsWith('cancel ') ? [effect.split(' ')[2]] : []));

async function toldBy(acted: ReturnType<Scenario['act']>): Promise<string> {
  try {
    return (await acted)?.kind ?? 'done';
  } catch (error) {
    if (!(error instanceof BoundaryError)) throw error;
    return error instanceof SettlementFailed ? `${error.code} ${error.effect}` : error.code;
  }
}

for (const [title, { options, before, act, told }] of Object.entries(scenarios)) {
  describe(`${title}`, () => {
    for (const [place, [expected, effects]] of told.entries()) {
      const harmed = place < told.length - 1;
      for (const lasting of harmed ? [false, true] : [false]) {
        const how = harmed
          ? `insert ${place + 1}${lasting ? ' and every later one' : ''} refused`
          : 'unharmed';
        test(`${how}: the truth is told, and no effect lacks its admission or happens twice [V-107, V-110, D-017, D-048]`, async () => {
          const { store, arm, repair } = breakable();
          const opened = await openDesk({ store, directory: knowsOperators, say: () => {}, ...options });
          await before?.(opened);
          const earlier = effectsOf(opened).length;
          arm((insert) => (lasting ? insert > place : insert === place + 1));
          expect(await toldBy(act(opened))).toBe(expected);
          expect(effectsOf(opened)).toHaveLength(earlier + effects);
          expect(repair() > 0).toBe(harmed);

          await cancel(opened);
          opened.clock.advance(60_001);
          const later = await cancel(opened);
          expect(later.kind).not.toBe('in_progress');
          expect(effectsOf(opened).length).toBeLessThanOrEqual(1);
          const records = await evidenceOf(opened.boundary);
          expect(records.filter(({ authentic }) => !authentic)).toEqual([]);
          const admitted = records.flatMap(({ type, body }) =>
            type === 'call.admitted' ? [body['execution']] : [],
          );
          expect(effectsOf(opened).filter((execution) => !admitted.includes(execution))).toEqual([]);
        });
      }
    }
  });
}

test('a catalogue version that cannot be put on record is not in force, and a boundary does not open [V-110, D-004]', async () => {
  const { store, arm, repair } = breakable();
  arm(() => true);
  await expect(openDesk({ store })).rejects.toMatchObject({ code: 'store_failed' });
  repair();
  const { boundary } = await openDesk({ store });
  expect((await evidenceOf(boundary, '')).map(({ type }) => type)).toEqual(['catalogue.registered']);
});
