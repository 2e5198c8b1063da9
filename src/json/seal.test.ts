import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBytes, sealBytes, sealHead } from './seal.ts';

const key = createSecretKey(Buffer.alloc(32, 7));
const plain = Buffer.from('what was sealed');
const sealed = sealBytes(key, 'owner', plain);

test('what was sealed comes out again', () => {
  expect(openBytes(key, 'owner', sealed)).toEqual(plain);
  expect(openBytes(key, 'owner', sealBytes(key, 'owner', Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
});

test('another key or another associated text opens nothing', () => {
  expect(openBytes(createSecretKey(Buffer.alloc(32, 8)), 'owner', sealed)).toBeNull();
  expect(openBytes(key, 'owner2', sealed)).toBeNull();
  expect(openBytes(key, '', sealed)).toBeNull();
});

test('no character of a seal can be changed, dropped or added', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=\n';
  for (let at = 0; at < sealed.length; at += 1) {
    expect(openBytes(key, 'owner', sealed.slice(0, at) + sealed.slice(at + 1))).toBeNull();
    for (const other of alphabet) {
      if (other === sealed[at]) continue;
      expect(openBytes(key, 'owner', sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeNull();
    }
  }
  expect(openBytes(key, 'owner', `${sealed}.`)).toBeNull();
  expect(openBytes(key, 'owner', `${sealed}\n`)).toBeNull();
});

test('a shortened tag does not verify', () => {
  const [nonce, tag, ciphertext] = sealed.split('.');
  const short = Buffer.from(tag ?? '', 'base64url')
    .subarray(0, 4)
    .toString('base64url');
  expect(openBytes(key, 'owner', [nonce, short, ciphertext].join('.'))).toBeNull();
});

test('no two seals share a nonce', () => {
  const nonces = Array.from({ length: 1000 }, () => sealBytes(key, 'owner', plain).split('.')[0]);
  expect(new Set(nonces).size).toBe(1000);
});

test('the head of a seal is its nonce and tag; what is no seal is its own head', () => {
  expect(sealHead(sealed)).toBe(sealed.split('.').slice(0, 2).join('.'));
  expect(sealHead(sealed)).toHaveLength(16 + 1 + 22);
  for (const other of ['', 'text', 'one.dot']) expect(sealHead(other)).toBe(other);
});
