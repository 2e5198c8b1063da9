import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { obstacle, writeObstacle } from './obstacle.ts';
import { sqlite } from './sqlite.ts';

/** What this user may not read or write: who runs the tests may everything. */
const forbidden = new Set<string>();
vi.mock(import('node:fs'), async (original) => {
  const fs = await original();
  return {
    ...fs,
    accessSync(path, mode) {
      if (forbidden.has(String(path))) throw new Error('EACCES');
      fs.accessSync(path, mode);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obstacle-'));
  forbidden.clear();
});

const at = (name: string): string => join(folder, name);
const found = (name: string) => obstacle(at(name), name);

test('nothing stands in the way of a database, of an empty file, and of one that can be made', async () => {
  const store = sqlite(at('app.db'));
  await store.open(fakeClock());
  await store.close();
  writeFileSync(at('empty.db'), '');
  for (const name of ['app.db', 'empty.db', 'new.db']) {
    expect([found(name), writeObstacle(at(name), name)]).toEqual([null, null]);
  }
  expect(existsSync(at('new.db'))).toBe(false);
});

test('what stands in the way is named with the path as it was given', () => {
  mkdirSync(at('folder'));
  writeFileSync(at('text'), 'no database');
  expect(found('nodir/x.db')).toBe('cannot open nodir/x.db: the folder nodir does not exist: make it first');
  expect(found('text/x.db')).toBe('cannot open text/x.db: text is no folder');
  expect(found('folder')).toBe('cannot open folder: it is a folder: name a file');
  expect(found('text')).toBe('cannot open text: it is no SQLite database: name another file');
  expect(obstacle('/dev/null', 'null')).toBe(
    'cannot open null: it is no regular file: name one, or one to be made',
  );
});

test('what this user may not do is told apart', () => {
  writeFileSync(at('app.db'), '');
  symlinkSync('loop', at('loop'));
  forbidden.add(at('app.db'));
  expect(found('app.db')).toBe('cannot open app.db: this user may not read it');
  expect(writeObstacle(at('app.db'), 'app.db')).toBe('cannot write app.db: this user may not write it');
  forbidden.clear();
  forbidden.add(folder);
  expect(found('new.db')).toBe('cannot open new.db: this user may not make files in the folder .');
  expect(found('app.db')).toBeNull();
  expect(writeObstacle(at('app.db'), 'app.db')).toBe(
    'cannot write app.db: this user may not write in the folder .',
  );
  expect(found('loop/app.db')).toMatch(/^cannot open loop\/app\.db: this user may not look/);
});

test('opening fails with the path and the reason, and makes nothing', async () => {
  const store = sqlite(at('nodir/x.db'));
  const message = `cannot open ${at('nodir/x.db')}: the folder ${at('nodir')} does not exist: make it first`;
  await expect(store.open(fakeClock())).rejects.toMatchObject({ code: 'store_failed', message });
  expect(readdirSync(folder)).toEqual([]);
});

test('a database that begins as one and is damaged is named as well', async () => {
  writeFileSync(at('app.db'), `SQLite format 3\u0000${'x'.repeat(5000)}`);
  await expect(sqlite(at('app.db')).open(fakeClock())).rejects.toMatchObject({
    code: 'store_failed',
    message: expect.stringMatching(/^open \S+app\.db: the database answered with .*, it is /),
  });
});
