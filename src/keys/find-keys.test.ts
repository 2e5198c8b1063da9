import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import { environmentKey } from './environment-key.ts';
import { findKeys, type KeySearch } from './find-keys.ts';
import { keyMismatch } from './key-mismatch.ts';

const secret = 'a'.repeat(64);
const inMemory = { file: null, durable: false };

function inFolder(): { readonly folder: string; readonly store: KeySearch['store'] } {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  return { folder, store: { file: join(folder, 'app.db'), durable: true } };
}

function search(change: Partial<KeySearch>): KeySearch {
  return {
    given: undefined,
    mode: 'production',
    store: inMemory,
    database: null,
    say: (sentence) => expect(sentence).toBeUndefined(),
    ...change,
  };
}

test('a given secret comes first, and what is no secret is not shown', () => {
  const { store } = inFolder();
  expect(findKeys(search({ given: secret, store }))).toMatchObject({
    source: 'given',
    keys: { id: deriveKeys(secret).id },
  });
  expect(() => findKeys(search({ given: 'hunter2' }))).toThrow(
    expect.objectContaining({ code: 'key_malformed', message: expect.not.stringContaining('hunter2') }),
  );
});

test('in development a key is made beside the database, said so once, and found the next time', () => {
  const { folder, store } = inFolder();
  const said: string[] = [];
  const made = findKeys(search({ mode: 'development', store, say: (sentence) => said.push(sentence) }));
  expect(made.source).toBe('file');
  expect(said).toEqual([expect.stringContaining('made a development key')]);
  expect(statSync(join(folder, 'app.db.key')).mode & 0o777).toBe(0o600);
  expect(findKeys(search({ store })).keys.id).toBe(made.keys.id);
});

test('a store in memory gets keys that die with it, in development alone', () => {
  const [one, other] = [1, 2].map(() => findKeys(search({ mode: 'development' })));
  expect(one).toMatchObject({ source: 'memory' });
  expect(one?.keys.id).not.toBe(other?.keys.id);
  expect(() => findKeys(search({}))).toThrow(expect.objectContaining({ code: 'key_missing' }));
});

test('in production a missing key is not made, and the sentence says how to come by one', () => {
  const { folder, store } = inFolder();
  expect(() => findKeys(search({ store }))).toThrow(
    expect.objectContaining({ code: 'key_missing', message: expect.stringContaining('openssl rand') }),
  );
  expect(readdirSync(folder)).toEqual([]);
});

test.for(['production', 'development'] as const)(
  'in %s a database whose key is gone asks for that key by its id, and for no new one',
  (mode) => {
    const { folder, store } = inFolder();
    const database = { id: 'key-of-yore', check: 'check' };
    for (const where of [store, inMemory]) {
      expect(() => findKeys(search({ mode, store: where, database }))).toThrow(
        expect.objectContaining({
          code: 'key_missing',
          message: expect.stringMatching(/^(?!.*openssl).* belongs to the master key key-of-yore /),
        }),
      );
    }
    expect(() => findKeys(search({ mode, store, database }))).toThrow(join(folder, 'app.db.key'));
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('another key than the database’s is told by both ids; the id alone does not make it the same', () => {
  const keys = deriveKeys(secret);
  expect(keyMismatch({ id: keys.id, check: keys.check }, keys)).toBeNull();
  for (const database of [
    { id: 'other', check: keys.check },
    { id: keys.id, check: 'other' },
  ]) {
    expect(keyMismatch(database, keys)).toMatchObject({
      code: 'key_mismatch',
      message: expect.stringMatching(new RegExp(`${database.id}.*${keys.id}`)),
    });
  }
});

test('the line break at the end of a secret in the environment is not part of it', () => {
  expect(environmentKey({ COUNTERSIGN_KEY: `${secret}\n` })).toBe(secret);
  expect(environmentKey({ COUNTERSIGN_KEY: ` ${secret}\r\n` })).toBe(secret);
  expect(environmentKey({})).toBeUndefined();
});
