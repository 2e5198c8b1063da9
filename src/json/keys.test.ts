import { createHmac, hkdfSync } from 'node:crypto';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { KeyFault } from './key-fault.ts';
import { deriveKeys } from './keys.ts';

const master = Buffer.alloc(32, 1);
const keys = deriveKeys(master);
const other = deriveKeys(Buffer.alloc(32, 2));
const purpose = 'countersign/test/v1';

test('a row MAC is HMAC-SHA-256 over the JSON text of purpose and columns, under its own HKDF key', () => {
  const derived = hkdfSync('sha256', master, '', 'countersign/keys/mac/v1', 48);
  const key = Buffer.from(derived).toString('base64url');
  const text = '["countersign/test/v1","tenant",12,null,"é"]';
  expect(keys.mac(purpose, ['tenant', 12, null, 'é'])).toBe(
    createHmac('sha256', key).update(text).digest('base64url'),
  );
});

test('keys of one master secret are the same in every process: pinned', () => {
  expect([keys.id, keys.check, keys.mac(purpose, ['a', 1, null]), keys.blind(purpose, 't', 'a')])
    .toMatchInlineSnapshot(`
    [
      "qtiGt5xgpGa6vQxW",
      "X34kzvXOBXsikucetIanZiig8HmMYf1gLUK4NCmJGH4",
      "LQnq5Gx4uau5oMgdtIPmcAVfmtEDhGy2UpsaA9j0pKk",
      "zLxKAUeu7GJW4yTMc04kQ8D5l1C18FArLu6Vwe0iL_4",
    ]
  `);
});

test('a MAC verifies for its purpose, columns and key only [D-011]', () => {
  const mac = keys.mac(purpose, ['a', 1, null]);
  expect(keys.macMatches(mac, purpose, ['a', 1, null])).toBe(true);
  expect(keys.macMatches(mac, 'countersign/test/v2', ['a', 1, null])).toBe(false);
  expect(keys.macMatches(mac, purpose, ['a', '1', null])).toBe(false);
  expect(keys.macMatches(mac, purpose, ['a', 1, ''])).toBe(false);
  expect(keys.macMatches(mac, purpose, ['a', 1])).toBe(false);
  expect(keys.macMatches(mac, purpose, [1, 'a', null])).toBe(false);
  expect(other.macMatches(mac, purpose, ['a', 1, null])).toBe(false);
  expect(keys.macMatches(`${mac}\n`, purpose, ['a', 1, null])).toBe(false);
  expect(keys.macMatches('', purpose, ['a', 1, null])).toBe(false);
});

test('text cannot move from one column, or from the purpose, into the next', () => {
  const macs = [
    keys.mac(purpose, ['ab', 'c']),
    keys.mac(purpose, ['a', 'bc']),
    keys.mac(purpose, ['abc']),
    keys.mac(purpose, ['a","b', 'c']),
    keys.mac(`${purpose}","ab`, ['c']),
    keys.mac(purpose, ['\ud800', 'c']),
    keys.mac(purpose, ['\udfff', 'c']),
  ];
  expect(new Set(macs).size).toBe(macs.length);
});

test('what a hostile database returns instead of a column matches nothing and is never signed', () => {
  const mac = keys.mac(purpose, [null]);
  for (const value of [
    Number.POSITIVE_INFINITY,
    Number.NaN,
    undefined,
    {},
    [],
    1n,
    true,
    new Uint8Array(1),
  ]) {
    const columns = [value] as unknown as readonly null[];
    expect(keys.macMatches(mac, purpose, columns)).toBe(false);
    expect(() => keys.mac(purpose, columns)).toThrow(TypeError);
  }
  for (const value of [null, undefined, 5, new Uint8Array(43)]) {
    expect(keys.macMatches(value as unknown as string, purpose, [null])).toBe(false);
  }
});

test('a blinded text depends on purpose, tenant, text and key, and is no MAC', () => {
  const blinds = [
    keys.blind(purpose, 't', 'a'),
    keys.blind(purpose, 'u', 'a'),
    keys.blind(purpose, 't', 'b'),
    keys.blind('countersign/test/v2', 't', 'a'),
    other.blind(purpose, 't', 'a'),
    keys.mac(purpose, ['t', 'a']),
  ];
  expect(new Set(blinds).size).toBe(blinds.length);
  expect(keys.blind(purpose, 't', 'a')).toBe(blinds[0]);
});

test('a wrapped key opens for its tenant, subject, id and master secret only', () => {
  const blob = keys.newWrapped('tenant', 'subject', 'id');
  expect(keys.unwrap('tenant', 'subject', 'id', blob).id).toBe('id');
  const attempts = [
    () => keys.unwrap('tenant2', 'subject', 'id', blob),
    () => keys.unwrap('tenant', '', 'id', blob),
    () => keys.unwrap('tenant', 'subject', 'id2', blob),
    () => keys.unwrap('tenants', 'ubject', 'id', blob),
    () => keys.unwrap('tenant', 'subject', 'id', `${blob}A`),
    () => keys.unwrap('tenant', 'subject', 'id', ''),
    () => other.unwrap('tenant', 'subject', 'id', blob),
  ];
  for (const attempt of attempts) {
    expect(attempt).toThrow(KeyFault);
    expect(attempt).toThrow(expect.objectContaining({ code: 'state_tampered' }));
  }
});

test('every wrapped key is another random one', () => {
  const fingerprints = ['a', 'a'].map((id) =>
    keys.unwrap('t', 's', id, keys.newWrapped('t', 's', id)).fingerprint(purpose, 'x'),
  );
  expect(fingerprints[0]).not.toBe(fingerprints[1]);
});

test('neither printing nor serialising keys shows key material', () => {
  const shown = inspect(keys, { depth: 9, showHidden: true }) + JSON.stringify(keys);
  expect(shown).not.toContain(master.toString('base64url'));
  expect(Object.entries(keys).filter(([, value]) => typeof value !== 'function')).toEqual([
    ['id', keys.id],
    ['check', keys.check],
  ]);
});
