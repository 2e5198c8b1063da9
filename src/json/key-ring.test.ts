import { expect, test } from 'vitest';
import { KeyFault } from './key-fault.ts';
import { keyRing, type StoredKey, type WrappedKeys } from './key-ring.ts';
import { deriveKeys } from './keys.ts';

const keys = deriveKeys(Buffer.alloc(32, 1));
const print = (key: { fingerprint(purpose: string, text: string): string }) => key.fingerprint('p', 'x');

/** Stored keys in memory that count what they are asked; the row that is there first stays. */
function memory() {
  const rows: StoredKey[] = [];
  const asked = { reads: 0, writes: 0 };
  const find = (tenant: string, subject: string) =>
    rows.find((row) => row.tenant === tenant && row.subject === subject) ?? null;
  const stored = {
    wrappedKey(tenant: string, subject: string): StoredKey | null {
      asked.reads += 1;
      return find(tenant, subject);
    },
    addWrappedKey(row: StoredKey): StoredKey {
      asked.writes += 1;
      const first = find(row.tenant, row.subject);
      if (first === null) rows.push(row);
      return first ?? row;
    },
  };
  return { rows, asked, stored };
}

/** The same behind promises. */
function later(stored: WrappedKeys): WrappedKeys {
  return {
    wrappedKey: async (tenant, subject) => stored.wrappedKey(tenant, subject),
    addWrappedKey: async (row) => stored.addWrappedKey(row),
  };
}

let minted = 0;
const newId = () => `key-${(minted += 1)}`;

test('a key is made on first use, stored wrapped, and cached; all of it at once where the store answers at once', () => {
  const { rows, asked, stored } = memory();
  const ring = keyRing(keys, stored, newId);
  const key = ring.of('tenant', 'subject');
  expect(key).not.toHaveProperty('then');
  expect(ring.of('tenant', 'subject')).toBe(key);
  expect(asked).toEqual({ reads: 1, writes: 1 });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ tenant: 'tenant', subject: 'subject' });
});

test('another process finds the same key', async () => {
  const { stored } = memory();
  const first = await keyRing(keys, stored, newId).of('tenant', '');
  const second = await keyRing(deriveKeys(Buffer.alloc(32, 1)), later(stored), newId).of('tenant', '');
  expect(print(second)).toBe(print(first));
  expect(second.id).toBe(first.id);
});

test('tenants and subjects never share a key, however their names are cut', async () => {
  const ring = keyRing(keys, memory().stored, newId);
  const owners = [['ab', 'c'], ['a', 'bc'], ['abc', ''], ['1:a', 'b'], ['', '1:ab']] as const; // prettier-ignore
  const prints = await Promise.all(
    owners.map(async ([tenant, subject]) => print(await ring.of(tenant, subject))),
  );
  expect(new Set(prints).size).toBe(owners.length);
});

test('concurrent first uses share one fetch', async () => {
  const { asked, stored } = memory();
  const ring = keyRing(keys, later(stored), newId);
  const found = await Promise.all([ring.of('t', 's'), ring.of('t', 's'), ring.of('t', 's')]);
  expect(new Set(found).size).toBe(1);
  expect(asked).toEqual({ reads: 1, writes: 1 });
  expect(ring.of('t', 's')).toBe(found[0]);
});

test('who loses the race of first uses takes the key of who won', async () => {
  const { rows, stored } = memory();
  const [first, second] = await Promise.all([
    keyRing(keys, later(stored), newId).of('t', 's'),
    keyRing(keys, later(stored), newId).of('t', 's'),
  ]);
  expect(rows).toHaveLength(1);
  expect(print(second)).toBe(print(first));
});

test('the cache is bounded and forgets the key that was used least lately', () => {
  const { asked, stored } = memory();
  const ring = keyRing(keys, stored, newId, 2);
  for (const subject of ['a', 'b', 'a', 'c']) void ring.of('t', subject);
  expect(asked.reads).toBe(3);
  void ring.of('t', 'a');
  expect(asked.reads).toBe(3);
  void ring.of('t', 'b');
  expect(asked.reads).toBe(4);
});

test('a stored key that was changed or moved is a fault, at once or later', async () => {
  const { rows, stored } = memory();
  await keyRing(keys, stored, newId).of('t', 'victim');
  const moved = rows.map((row) => ({ ...row, subject: 'thief' }));
  rows.push(...moved);
  expect(() => keyRing(keys, stored, newId).of('t', 'thief')).toThrow(KeyFault);
  await expect(keyRing(keys, later(stored), newId).of('t', 'thief')).rejects.toThrow(KeyFault);
  expect(() => keyRing(deriveKeys(Buffer.alloc(32, 9)), stored, newId).of('t', 'victim')).toThrow(KeyFault);
});

test('a failure is not cached: the next use asks again', async () => {
  const { stored } = memory();
  let down = true;
  const flaky: WrappedKeys = {
    wrappedKey: async (tenant, subject) => {
      if (down) throw new Error('store is down');
      return stored.wrappedKey(tenant, subject);
    },
    addWrappedKey: stored.addWrappedKey,
  };
  const ring = keyRing(keys, flaky, newId);
  await expect(ring.of('t', 's')).rejects.toThrow('store is down');
  down = false;
  expect((await ring.of('t', 's')).id).toMatch(/^key-/);
});

test('a ring holds at least one key', () => {
  for (const capacity of [0, -1, Number.NaN]) {
    expect(() => keyRing(keys, memory().stored, newId, capacity)).toThrow(RangeError);
  }
});
