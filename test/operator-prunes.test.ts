/* How an operator deletes counters that constrain nothing any more, and what stays. */
import { expect, test } from 'vitest';
import type { BoundaryOptions, Operator } from '../src/index.ts';
import { bentStore, full } from './bent-store.ts';
import { evidenceOf, openDesk } from './desk.ts';
import { knowsOperators } from './operator.ts';

const reason = 'monthly clean-up';
const minute = 60_000;
const limits: NonNullable<BoundaryOptions['limits']> = [
  { name: 'window', key: 'tenant', shape: { kind: 'fixed_window', max: 5, every: minute } },
  { name: 'budget', key: 'tenant', shape: { kind: 'budget', max: 5 } },
];

/** A desk on which one call was counted. */
async function countedDesk(options: Partial<BoundaryOptions> = {}) {
  const opened = await openDesk({ directory: knowsOperators, limits, ...options });
  const view = async () => (await opened.session.call('orders.view', { orderId: 'o-1' })).kind;
  await view();
  return { ...opened, view, operator: opened.boundary.operator({ tenant: 'acme', id: 'olga' }) };
}

async function statesOf(operator: Operator) {
  const answer = await operator.limits.list();
  if (answer.kind !== 'listed') return expect.unreachable(answer.reason);
  return Object.fromEntries(answer.meters.map(({ limit, taken }) => [limit, taken]));
}

test('what is over is deleted with a reason on record, and what still counts stays [D-045]', async () => {
  const { boundary, operator, clock } = await countedDesk();
  expect(await operator.limits.prune({ reason })).toEqual({ kind: 'pruned', count: 0 });
  expect(await statesOf(operator)).toEqual({ window: 1, budget: 1 });
  clock.advance(minute);
  expect(await operator.limits.prune({ reason })).toEqual({ kind: 'pruned', count: 1 });
  expect(await statesOf(operator)).toEqual({ budget: 1 });
  const records = await evidenceOf(boundary);
  expect(records.at(-1)).toEqual({
    type: 'limits.pruned',
    at: clock.now(),
    authentic: true,
    body: {
      operator: expect.stringMatching(/^[\w-]{43}$/),
      second: null,
      catalogue: boundary.catalogue.version,
      count: 1,
      reason,
    },
  });
  expect(JSON.stringify(records)).not.toContain('olga');
});

test('many go in rounds of a thousand, each with a record of its own', async () => {
  const { real, database } = bentStore();
  const { boundary, operator } = await countedDesk({ store: real });
  const insert = database.prepare(
    `INSERT INTO countersign_meter (tenant, key, "limit", "from", until, units, entries)
     VALUES ('acme', ?, 'window', 0, 60000, 1, NULL)`,
  );
  for (let n = 0; n < 2_500; n += 1) insert.run(`key-${n}`);
  expect(await operator.limits.prune({ reason })).toEqual({ kind: 'pruned', count: 2_500 });
  const records = (await evidenceOf(boundary)).filter(({ type }) => type === 'limits.pruned');
  expect(records.map(({ body }) => body['count'])).toEqual([1_000, 1_000, 500]);
  expect(await statesOf(operator)).toEqual({ window: 1, budget: 1 });
});

test('where a round fails, those before it are done and on record', async () => {
  const { real, store, database, bend } = bentStore();
  const { boundary, operator } = await countedDesk({ store });
  database.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
     INSERT INTO countersign_meter (tenant, key, "limit", "from", until, units, entries)
       SELECT 'acme', 'key-' || i, 'window', 0, 60000, 1, NULL FROM n`,
  );
  let rounds = 0;
  bend({ pruneMeters: (...asked) => ((rounds += 1) === 1 ? real.pruneMeters(...asked) : full()) });
  await expect(operator.limits.prune({ reason })).rejects.toMatchObject({ code: 'store_failed' });
  bend({});
  expect((await evidenceOf(boundary)).at(-1)).toMatchObject({
    type: 'limits.pruned',
    body: { count: 1_000 },
  });
  expect(await operator.limits.prune({ reason })).toEqual({ kind: 'pruned', count: 500 });
});

test('a counter that is taken from while it is pruned is in a new window, and stays', async () => {
  const { real, store, bend } = bentStore();
  const { operator, view, clock } = await countedDesk({ store });
  clock.advance(minute);
  bend({
    pruneMeters: async (...asked) => {
      bend({});
      expect(await view()).toBe('executed');
      return real.pruneMeters(...asked);
    },
  });
  expect(await operator.limits.prune({ reason })).toEqual({ kind: 'pruned', count: 0 });
  expect(await statesOf(operator)).toEqual({ window: 1, budget: 2 });
});

test('a window that was pruned does not open again for a clock that goes back', async () => {
  const { operator, view, clock } = await countedDesk();
  const before = clock.now();
  for (let n = 0; n < 4; n += 1) await view();
  clock.advance(minute);
  await operator.limits.prune({ reason });
  clock.set(before);
  expect(await view()).toBe('throttled');
});

test('a counter is deleted with its evidence, or stays with it [D-045]', async () => {
  const { real, database } = bentStore();
  const { operator, clock } = await countedDesk({ store: real });
  clock.advance(minute);
  database.exec(
    `CREATE TRIGGER no_evidence BEFORE INSERT ON countersign_evidence WHEN NEW.type = 'limits.pruned'
     BEGIN SELECT RAISE(ABORT, 'no'); END`,
  );
  await expect(operator.limits.prune({ reason })).rejects.toMatchObject({ code: 'store_failed' });
  database.exec('DROP TRIGGER no_evidence');
  expect(await operator.limits.prune({ reason })).toEqual({ kind: 'pruned', count: 1 });
});

test.each<[string, unknown]>([
  ['no options', undefined],
  ['options that are none', 'now'],
  ['no reason', {}],
  ['an empty reason', { reason: '' }],
  ['a blank reason', { reason: ' \u00a0' }],
  ['a reason of 501 characters', { reason: 'x'.repeat(501) }],
  ['a reason with a control character', { reason: 'a\u0007b' }],
  ['half a character', { reason: '\udc00' }],
  ['a reason that is no text', { reason: ['because'] }],
  ['an option that does not exist', { reason, force: true }],
  ['a second person who is no handle', { reason, second: { tenant: 'acme', id: 'otto' } }],
  ['a second person who is a name', { reason, second: 'otto' }],
  ['a second person who is null', { reason, second: null }],
])('%s is misuse, and nothing is pruned [D-045]', async (_title, options) => {
  const { boundary, operator, clock } = await countedDesk();
  clock.advance(minute);
  await expect(operator.limits.prune(options as { reason: string })).rejects.toMatchObject({
    code: 'options_invalid',
  });
  expect(await statesOf(operator)).toEqual({ window: 0, budget: 1 });
  const types = (await evidenceOf(boundary)).map(({ type }) => type);
  expect(types.filter((type) => /operator|limits/.test(type))).toEqual([]);
});

test('a page of counters that is none is misuse', async () => {
  const { operator } = await countedDesk();
  for (const page of [
    null,
    { limit: 0 },
    { limit: 1_001 },
    { limit: 1.5 },
    { after: '' },
    { after: 7 },
    { all: true },
  ])
    await expect(operator.limits.list(page as never)).rejects.toMatchObject({ code: 'options_invalid' });
});

test('where a second person is wanted, pruning takes another operator who may act now', async () => {
  const may = new Set(['olga', 'otto']);
  const { boundary, operator, clock } = await countedDesk({
    secondPerson: ['limits.prune'],
    directory: { principal: () => ({}), operator: ({ id }) => may.has(id) },
  });
  clock.advance(minute);
  const [otto, olga, eve] = ['otto', 'olga', 'eve'].map((id) => boundary.operator({ tenant: 'acme', id }));
  const prune = (second?: typeof otto) =>
    operator.limits.prune(second === undefined ? { reason } : { reason, second });
  for (const same of [undefined, operator, olga])
    expect(await prune(same)).toEqual({ kind: 'refused', reason: 'second_person_needed' });
  expect(await prune(eve)).toEqual({ kind: 'refused', reason: 'operator_unauthorized' });
  may.delete('otto');
  expect(await prune(otto)).toEqual({ kind: 'refused', reason: 'operator_unauthorized' });
  may.add('otto');
  expect(await statesOf(operator)).toEqual({ window: 0, budget: 1 });
  expect(await prune(otto)).toEqual({ kind: 'pruned', count: 1 });
  const { body } = (await evidenceOf(boundary)).at(-1)!;
  expect(body['second']).toEqual(expect.stringMatching(/^[\w-]{43}$/));
  expect(body['second']).not.toBe(body['operator']);
});

test('a second person of another boundary or tenant agrees to no pruning', async () => {
  const { boundary, operator } = await countedDesk({ secondPerson: ['limits.prune'] });
  const elsewhere = await countedDesk();
  for (const second of [
    elsewhere.boundary.operator({ tenant: 'acme', id: 'otto' }),
    boundary.operator({ tenant: 'other', id: 'otto' }),
    { ...boundary.operator({ tenant: 'acme', id: 'otto' }) },
  ])
    await expect(operator.limits.prune({ reason, second })).rejects.toMatchObject({
      code: 'options_invalid',
    });
});

test('second persons for claims are none for pruning, and the list takes none ever', async () => {
  const others = await countedDesk({ secondPerson: ['claims.retryable', 'claims.force'] });
  expect((await others.operator.limits.prune({ reason })).kind).toBe('pruned');
  const own = await countedDesk({ secondPerson: ['limits.prune'] });
  expect((await own.operator.limits.list()).kind).toBe('listed');
});
