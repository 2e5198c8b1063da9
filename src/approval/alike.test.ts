import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import { type Alike, alikeKey } from './alike.ts';

const keys = deriveKeys('ab'.repeat(32));
const asked: Alike = {
  principal: 'ann',
  capability: 'orders.refund',
  target: { type: 'order', identity: { id: '4411', tenant: 'acme' } },
  facts: { order: '4411', cents: 1200 },
};

test('asks are alike whatever order their members are in', () => {
  expect(
    alikeKey(keys, 'acme', {
      facts: { cents: 1200, order: '4411' },
      target: { identity: { tenant: 'acme', id: '4411' }, type: 'order' },
      capability: 'orders.refund',
      principal: 'ann',
    }),
  ).toBe(alikeKey(keys, 'acme', asked));
});

test.each<[string, Partial<Alike>]>([
  ['principal', { principal: 'bob' }],
  ['capability', { capability: 'orders.cancel' }],
  ['target', { target: { type: 'order', identity: { id: '4412', tenant: 'acme' } } }],
  ['kind of target', { target: { type: 'invoice', identity: { id: '4411', tenant: 'acme' } } }],
  ['absence of a target', { target: null }],
  ['facts', { facts: { order: '4411', cents: 1201 } }],
  ['kind of a fact', { facts: { order: '4411', cents: '1200' } }],
  ['absence of facts', { facts: null }],
])('another %s is another ask', (_what, change) => {
  expect(alikeKey(keys, 'acme', { ...asked, ...change })).not.toBe(alikeKey(keys, 'acme', asked));
});

test('members cannot slide into one another, tenants share nothing, and the key is blinded [D-006, D-007]', () => {
  const shifted = alikeKey(keys, 'acme', { ...asked, principal: 'ann","orders', capability: 'refund' });
  expect(shifted).not.toBe(
    alikeKey(keys, 'acme', { ...asked, principal: 'ann', capability: 'orders","refund' }),
  );
  expect(alikeKey(keys, 'other', asked)).not.toBe(alikeKey(keys, 'acme', asked));
  expect(alikeKey(deriveKeys('cd'.repeat(32)), 'acme', asked)).not.toBe(alikeKey(keys, 'acme', asked));
  expect(alikeKey(keys, 'acme', asked)).toMatch(/^[\w-]{43}$/);
});
