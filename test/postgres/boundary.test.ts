/* Whole stories over PostgreSQL, each by two boundaries as two processes would have them. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { type Capability, capability, createBoundary, jsonSchema, type Limit } from '../../src/index.ts';
import { postgres } from '../../src/store/postgres/index.ts';
import { openCounter, pendingOf } from '../approvals/counter.ts';
import { openDepot } from '../limits/depot.ts';
import { newDatabase, stopsServerAfterwards } from './server.ts';

stopsServerAfterwards();

test('what one process asks a person another one is told, and of all that go on then one has the effect', async () => {
  const url = await newDatabase();
  const [here, there] = [
    await openCounter({ store: postgres({ url }) }),
    await openCounter({ store: postgres({ url }) }),
  ];
  const { id, seen } = pendingOf(await here.cancel());
  await there.as('ann').approve(id, seen);
  const outcomes = await Promise.all([here.cancel(), there.cancel(), here.cancel()]);
  expect(here.counter.effects.length + there.counter.effects.length).toBe(1);
  const kinds = new Set(outcomes.map(({ kind }) => kind));
  expect([...kinds].filter((kind) => !['executed', 'replayed', 'in_progress'].includes(kind))).toEqual([]);
  expect((await there.cancel()).kind).toBe('replayed');
  for (const { boundary } of [here, there]) await boundary.close();
});

test('a limit is one for all processes, to the unit', async () => {
  const url = await newDatabase();
  const limit: Limit = {
    name: 'sends',
    key: 'principal',
    shape: { kind: 'sliding_window', max: 5, every: 60_000 },
  };
  const open = () => openDepot({ send: [limit] }, { store: postgres({ url }) });
  const [here, there] = [await open(), await open()];
  const told = await Promise.all(
    [here, there].flatMap(({ depot, told: tell, sessionOf }, process) =>
      Array.from({ length: 10 }, (_, n) => {
        const id = `q-${process}/${n}`;
        depot.parcels.set(id, { id, owner: 'ann', cents: 1 });
        return tell('parcels.send', id, {}, sessionOf('ann', `c-${process}`));
      }),
    ),
  );
  expect(told.filter((one) => one === 'executed')).toHaveLength(5);
  expect(told.filter((one) => one === 'throttled by sends for 60000')).toHaveLength(15);
  expect(here.depot.effects.length + there.depot.effects.length).toBe(5);
  for (const { boundary } of [here, there]) await boundary.close();
});

test('an executor writes in the transaction that admits its call, with the connection of pg', async () => {
  const url = await newDatabase();
  const database = new Client({ connectionString: url });
  await database.connect();
  await database.query('CREATE TABLE booking (room integer, guest text)');
  const boundary = await createBoundary<readonly Capability[]>({
    capabilities: [
      capability({
        name: 'rooms.book',
        effect: 'write',
        ask: 'never',
        transactional: true,
        input: jsonSchema<{ readonly room: number }>({
          type: 'object',
          properties: { room: { type: 'integer' } },
          required: ['room'],
        }),
        authorize: () => true,
        execute: async ({ context, input, tx }) => {
          const { room } = input;
          await (tx as Client).query('INSERT INTO booking VALUES ($1, $2)', [room, context.principal]);
          if (room === 13) throw new Error('there is no such room');
        },
      }),
    ],
    store: postgres({ url }),
    mode: 'development',
    key: 'ab'.repeat(32),
    say: () => {},
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const kinds: string[] = [];
  for (const room of [12, 13]) kinds.push((await session.call('rooms.book', { room })).kind);
  expect(kinds).toEqual(['executed', 'failed']);
  expect((await database.query('SELECT room, guest FROM booking')).rows).toEqual([
    { room: 12, guest: 'ann' },
  ]);
  await boundary.close();
  await database.end();
});
