import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeKeyFile, readKeyFile } from './key-file.ts';

const key = 'A'.repeat(43);

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'key-file-'));
}

function keyFile(content: string, mode = 0o600): string {
  const path = join(folder(), 'app.db.key');
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

test.for([0, 0o077, 0o777])('a key file is for its owner alone, whatever the umask: %o [B-229]', (mask) => {
  const path = join(folder(), 'app.db.key');
  const before = process.umask(mask);
  try {
    expect(makeKeyFile(path)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  } finally {
    process.umask(before);
  }
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('making finds what is there, and leaves nothing else behind', () => {
  const path = join(folder(), 'app.db.key');
  expect(readKeyFile(path)).toBeNull();
  const made = makeKeyFile(path);
  expect(makeKeyFile(path)).toBe(made);
  expect(readKeyFile(path)).toBe(made);
  expect(readdirSync(join(path, '..'))).toEqual(['app.db.key']);
});

test('two keys made are not the same', () => {
  expect(makeKeyFile(join(folder(), 'a.key'))).not.toBe(makeKeyFile(join(folder(), 'b.key')));
});

test.for([readKeyFile, makeKeyFile])(
  'a planted link is refused, its target untouched: $name [B-230]',
  (find) => {
    const path = join(folder(), 'app.db.key');
    const target = keyFile(key);
    symlinkSync(target, path);
    expect(() => find(path)).toThrow(
      expect.objectContaining({ code: 'key_malformed', message: expect.stringMatching(/is a link$/) }),
    );
    expect(readFileSync(target, 'utf8')).toBe(key);
  },
);

test('a planted link to nowhere makes no file there [B-230]', () => {
  const path = join(folder(), 'app.db.key');
  const elsewhere = folder();
  symlinkSync(join(elsewhere, 'planted'), path);
  expect(() => makeKeyFile(path)).toThrow(expect.objectContaining({ code: 'key_malformed' }));
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a folder in its place is refused [B-230]', () => {
  const path = join(folder(), 'app.db.key');
  mkdirSync(path, { mode: 0o700 });
  expect(() => makeKeyFile(path)).toThrow(expect.objectContaining({ code: 'key_malformed' }));
});

test.for([0o640, 0o604, 0o620, 0o602, 0o644])('a file open to others is refused: %o [B-229]', (mode) => {
  expect(() => readKeyFile(keyFile(key, mode))).toThrow(expect.objectContaining({ code: 'key_malformed' }));
});

test.for(['', 'short', `${key}A`, `${key}\n\n`, `${key.slice(1)}=`, `${key.slice(1)}/`, 'A'.repeat(1_000)])(
  'other content is refused and not shown: %j',
  (content) => {
    const path = keyFile(content);
    expect(() => readKeyFile(path)).toThrow(
      expect.objectContaining({ message: `the key file ${path} does not hold 32 bytes in base64url` }),
    );
  },
);

test('a line end after the key is not part of it', () => {
  expect(readKeyFile(keyFile(`${key}\n`))).toBe(key);
});

test('where the folder takes no file, the key is missing', () => {
  expect(() => makeKeyFile(join(folder(), 'no', 'such', 'folder.key'))).toThrow(
    expect.objectContaining({ code: 'key_missing' }),
  );
});
