import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capability, createBoundary, jsonSchema } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';
import { ended } from './shop.ts';

test('steps inside one transaction with their effect count once it is committed, and not where it was undone [S-061]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sequence-'));
  let fails = false;
  const book = capability({
    name: 'book',
    effect: 'write',
    ask: 'never',
    input: jsonSchema<{ readonly seat: string }>({
      type: 'object',
      properties: { seat: { type: 'string' } },
      required: ['seat'],
    }),
    authorize: () => true,
    transactional: true,
    sequence: { atMost: 2 },
    execute: ({ input: { seat } }) => {
      if (fails) throw new Error('no seat');
      return { seat };
    },
  });
  const board = capability({
    name: 'board',
    effect: 'write',
    ask: 'never',
    input: jsonSchema<{ readonly seat: string }>({
      type: 'object',
      properties: { seat: { type: 'string' } },
      required: ['seat'],
    }),
    authorize: () => true,
    sequence: { after: [{ capability: 'book', bind: { seat: '/seat' } }] },
    execute: () => null,
  });
  const file = join(folder, 'app.db');
  const boundary = await createBoundary({
    capabilities: [book, board],
    store: sqlite(file),
    key: 'ab'.repeat(32),
    clock: fakeClock(),
    say: () => {},
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const books = async (seat: string) => ended(await session.call('book', { seat }));
  fails = true;
  expect([await books('1a'), await books('1a'), await books('1a')]).toEqual(['failed', 'failed', 'failed']);
  expect(ended(await session.call('board', { seat: '1a' }))).toBe('order_rule: after book');
  fails = false;
  const seats = await Promise.all(['1a', '1b', '1c', '1d'].map(books));
  expect(seats.filter((one) => one === 'executed')).toHaveLength(2);
  expect(seats.filter((one) => one === 'order_rule: at most 2')).toHaveLength(2);
  expect(ended(await session.call('board', { seat: '9z' }))).toBe(
    'order_rule: after book with the same seat',
  );
  expect(ended(await session.call('board', { seat: '1a' }))).toBe('executed');
  await boundary.close();
  rmSync(folder, { recursive: true });
});
