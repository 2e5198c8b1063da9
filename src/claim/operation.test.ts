import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import { type OperationKey, operationOf } from './operation.ts';

const keys = deriveKeys('ab'.repeat(32));
const of = (operation: OperationKey) => operationOf(keys, operation);

const once: OperationKey = {
  kind: 'once',
  tenant: 'acme',
  capability: 'orders.cancel',
  key: { order: 'o-1', version: 1 },
};
const write: OperationKey = {
  kind: 'default',
  tenant: 'acme',
  principal: 'ann',
  capability: 'orders.note',
  target: { id: 'o-1' },
  arguments: { orderId: 'o-1', note: 'hello' },
};

test('an operation with a declared key is that key, of one capability and one tenant [V-091]', () => {
  expect(of({ ...once, key: { version: 1, order: 'o-1' } })).toBe(of(once));
  for (const change of [
    { tenant: 'other' },
    { capability: 'orders.note' },
    { key: { order: 'o-2', version: 1 } },
    { key: { order: 'o-1', version: '1' } },
    { key: { order: 'o-1' } },
  ])
    expect(of({ ...once, ...change })).not.toBe(of(once));
});

test('an operation without one is a principal doing the same to the same target [V-098]', () => {
  expect(of({ ...write, arguments: { note: 'hello', orderId: 'o-1' } })).toBe(of(write));
  for (const change of [
    { tenant: 'other' },
    { principal: 'bob' },
    { capability: 'orders.cancel' },
    { target: { id: 'o-2' } },
    { target: null },
    { arguments: { orderId: 'o-1', note: 'hello', loud: true } },
  ])
    expect(of({ ...write, ...change })).not.toBe(of(write));
});

test('a declared key never meets a default one, whatever it says [D-011]', () => {
  const { tenant, capability, principal, target, arguments: args } = write;
  for (const key of [
    args,
    { principal, capability, target, arguments: args },
    [principal, capability, target, args],
    ['default', principal, capability, target, args],
  ])
    expect(of({ kind: 'once', tenant, capability, key })).not.toBe(of(write));
});

test('a reader of the database learns nothing from an operation, and cannot guess one [D-007]', () => {
  expect(of(once)).toMatch(/^[\w-]{43}$/);
  expect(operationOf(deriveKeys('cd'.repeat(32)), once)).not.toBe(of(once));
});
