/* A rule that is deployed while a conversation goes on. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type Capability, capability, createBoundary, jsonSchema } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';
import { ended, shopKey } from './shop.ts';

const nothing = jsonSchema({ type: 'object', properties: {}, additionalProperties: false });

/** One version of an application, on a database that others have used; `rules` of its refund. */
async function deployed(database: Database.Database, rules: object | null) {
  const write = (name: string, more: object = {}): Capability =>
    capability({
      name,
      effect: 'write',
      ask: 'never',
      input: nothing,
      authorize: () => true,
      execute: () => name,
      ...more,
    });
  const boundary = await createBoundary<readonly Capability[]>({
    capabilities: [
      write('orders.ship'),
      write('orders.pack'),
      write('orders.refund', rules === null ? {} : { sequence: rules }),
    ],
    store: sqlite(database),
    mode: 'development',
    key: shopKey,
    clock: fakeClock(),
    say: () => {},
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const does = async (name: string) => ended(await session.call(`orders.${name}`, {}));
  return { boundary, does };
}

test('a rule counts what is done from its deploy on: nothing of before is one to come after, or not after [S-059, S-061]', async () => {
  const database = new Database(':memory:');
  const before = await deployed(database, null);
  for (const what of ['pack', 'ship']) expect(await before.does(what)).toBe('executed');
  await before.boundary.close();
  const strict = await deployed(database, { after: ['orders.pack'], notAfter: ['orders.ship'] });
  expect(await strict.does('refund')).toBe('order_rule: after orders.pack');
  expect(await strict.does('pack')).toBe('executed');
  expect(await strict.does('refund')).toBe('executed');
  expect(await strict.does('ship')).toBe('executed');
  expect(await strict.does('refund')).toBe('order_rule: not after orders.ship');
  await strict.boundary.close();
});

test('what a rule counted stays counted, also where a version without it went on meanwhile [S-061]', async () => {
  const database = new Database(':memory:');
  const rule = { atMost: 1 };
  const first = await deployed(database, rule);
  expect(await first.does('refund')).toBe('executed');
  await first.boundary.close();
  const lax = await deployed(database, null);
  expect(await lax.does('refund')).toBe('executed');
  await lax.boundary.close();
  const again = await deployed(database, rule);
  expect(await again.does('refund')).toBe('order_rule: at most 1');
  await again.boundary.close();
});
