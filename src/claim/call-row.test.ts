import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import { type UnsignedCall, callVerifies, signCall } from './call-row.ts';

const keys = deriveKeys('ab'.repeat(32));
const row: UnsignedCall = {
  tenant: 'acme',
  owner: 'owner',
  conversation: 'talk',
  id: 'call-1',
  capability: 'orders.cancel',
  arguments: 'print',
  state: 'completed',
  execution: 'e-1',
  action: 'action',
  holds: 'operation',
  deadline: 100,
  at: 1,
  settled: 2,
  sealed: 'nonce.tag.result',
  sealedUntil: 200,
  taken: '[["k",0,1]]',
  run: null,
  chained: false,
  undoes: null,
  undo: null,
  revision: 2,
};
const signed = signCall(keys, row);

test('a signed call verifies under its own key alone [D-011]', () => {
  expect(callVerifies(keys, signed)).toBe(true);
  expect(callVerifies(deriveKeys('cd'.repeat(32)), signed)).toBe(false);
  expect(callVerifies(keys, { ...signed, mac: keys.mac('countersign/other/v1', []) })).toBe(false);
});

const changed: { readonly [C in keyof UnsignedCall]: UnsignedCall[C] } = {
  tenant: 'other',
  owner: 'other',
  conversation: 'other',
  id: 'call-2',
  capability: 'orders.view',
  arguments: 'other',
  state: 'retryable',
  execution: 'e-2',
  action: 'other',
  holds: null,
  deadline: 101,
  at: 2,
  settled: null,
  sealed: null,
  sealedUntil: null,
  taken: null,
  run: 'run',
  chained: true,
  undoes: 'call-0',
  undo: 'nonce.tag.plan',
  revision: 3,
};

for (const column of Object.keys(changed) as (keyof UnsignedCall)[]) {
  test(`a call whose ${column} is another does not verify [D-009]`, () => {
    expect(callVerifies(keys, { ...signed, [column]: changed[column] })).toBe(false);
  });
}

test('of a sealed result the nonce and the tag are signed: they bind the rest when it is opened [D-018]', () => {
  expect(callVerifies(keys, { ...signed, sealed: 'other.tag.result' })).toBe(false);
  expect(callVerifies(keys, { ...signed, sealed: 'nonce.other.result' })).toBe(false);
});

test('values that moved to the next column do not verify [D-009]', () => {
  expect(callVerifies(keys, { ...signed, execution: row.action, action: row.execution })).toBe(false);
  expect(callVerifies(keys, { ...signed, deadline: row.at, at: row.deadline })).toBe(false);
});

test('a row that took nothing has the MAC that it had before there were limits, and cannot be made to look like one', () => {
  const { taken: _taken, ...before } = row;
  const mac = keys.mac('countersign/call/v1', [
    ...[before.tenant, before.owner, before.conversation, before.id, before.revision, before.capability],
    ...[before.arguments, before.state, before.execution, before.action, before.holds, before.deadline],
    ...[before.at, before.settled, 'nonce.tag', before.sealedUntil],
  ]);
  expect(signCall(keys, { ...row, taken: null }).mac).toBe(mac);
  expect(callVerifies(keys, { ...signed, taken: null })).toBe(false);
});

test('a row of no run has the MAC that it had before there were runs, and cannot be made to look like one', () => {
  const step = signCall(keys, {
    ...row,
    run: 'run',
    chained: true,
    undoes: 'call-0',
    undo: 'nonce.tag.plan',
  });
  expect(callVerifies(keys, step)).toBe(true);
  expect(callVerifies(keys, { ...step, undo: 'nonce.other.plan' })).toBe(false);
  const none = { run: null, chained: false, undoes: null, undo: null };
  for (const column of Object.keys(none) as (keyof typeof none)[])
    expect(callVerifies(keys, { ...step, [column]: none[column] })).toBe(false);
  expect(callVerifies(keys, { ...step, ...none })).toBe(false);
});
