import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../json/json.ts';
import { keys, step, talk } from './history.fixture.ts';
import { Ledger } from './ledger.ts';
import { boundPrint, boundTo, brokenRule, readsHistory, type SequenceRules } from './sequence.ts';

const free: SequenceRules = { after: [], notAfter: [], atMost: null };
const print = boundPrint(keys, talk);
const cancel = { capability: 'orders.cancel', input: { orderId: 'o-1', version: 3 } };
const after = (...pairs: (readonly [argument: string, pointer: string])[]): SequenceRules => ({
  ...free,
  after: [{ capability: 'orders.view', bind: pairs.map(([argument, pointer]) => ({ argument, pointer })) }],
});

/** A ledger in which a view returned something. */
function viewed(result: Json, ...rules: (readonly string[])[]): Ledger {
  const ledger = new Ledger();
  const bound = boundTo('orders.view', result, rules, print);
  ledger.add('mac', step('c', null, 'completed', { bound }));
  return ledger;
}

test('a rule reads the history where it says anything', () => {
  expect(readsHistory(free)).toBe(false);
  expect([after(), { ...free, notAfter: ['a'] }, { ...free, atMost: 1 }].map(readsHistory)).toEqual([
    true,
    true,
    true,
  ]);
});

test('what has to come before is named where it did not [S-059]', () => {
  expect(brokenRule(after(), cancel, new Ledger(), print)).toBe('after orders.view');
  expect(brokenRule(after(), cancel, viewed(null), print)).toBeNull();
  const running = new Ledger();
  running.add('mac', step('c', null, 'admitted'));
  expect(brokenRule(after(), cancel, running, print)).toBe('after orders.view');
});

test('what may not come before is named where it was admitted, whatever became of it [S-061]', () => {
  const rules = { ...free, notAfter: ['orders.ship', 'orders.view'] };
  expect(brokenRule(rules, cancel, new Ledger(), print)).toBeNull();
  const running = new Ledger();
  running.add('mac', step('c', null, 'admitted'));
  expect(brokenRule(rules, cancel, running, print)).toBe('not after orders.view');
});

test('calls are counted from their admission on [S-061]', () => {
  const rules = { ...free, atMost: 2 };
  const ledger = new Ledger();
  const own = { capability: 'orders.cancel' };
  ledger.add('mac', step('a', null, 'admitted', own));
  expect(brokenRule(rules, cancel, ledger, print)).toBeNull();
  ledger.add('mac', step('b', null, 'completed', own));
  expect(brokenRule(rules, cancel, ledger, print)).toBe('at most 2');
  ledger.add('mac', step('a', 'admitted', 'failed', own));
  expect(brokenRule(rules, cancel, ledger, print)).toBeNull();
});

test('of several broken rules the first in the order after, not after, at most is named', () => {
  const all = { ...after(), notAfter: ['orders.ship'], atMost: 1 };
  const ledger = new Ledger();
  ledger.add('mac', step('s', null, 'completed', { capability: 'orders.ship' }));
  ledger.add('mac', step('c', null, 'completed', { capability: 'orders.cancel' }));
  expect(brokenRule(all, cancel, ledger, print)).toBe('after orders.view');
  ledger.add('mac', step('v', null, 'completed'));
  expect(brokenRule(all, cancel, ledger, print)).toBe('not after orders.ship');
});

const same = 'after orders.view with the same orderId';

test('an argument has to equal what the call before returned, value and kind', () => {
  const rules = after(['orderId', '/id']);
  expect(brokenRule(rules, cancel, viewed({ id: 'o-1' }, ['/id']), print)).toBeNull();
  for (const result of [{ id: 'o-2' }, { id: null }, {}, { id: ['o-1'] }, { id: 'O-1' }, 'o-1', null, []])
    expect(brokenRule(rules, cancel, viewed(result, ['/id']), print)).toBe(same);
  const number = { ...cancel, input: { orderId: 7 } };
  expect(brokenRule(rules, number, viewed({ id: '7' }, ['/id']), print)).toBe(same);
  expect(brokenRule(rules, number, viewed({ id: 7 }, ['/id']), print)).toBeNull();
  expect(brokenRule(rules, { ...cancel, input: { orderId: '7' } }, viewed({ id: 7 }, ['/id']), print)).toBe(
    same,
  );
});

test('an argument that is missing or null equals nothing, not even what is missing or null as well', () => {
  const rules = after(['orderId', '/id']);
  for (const input of [{}, { orderId: null }])
    for (const result of [{}, { id: null }])
      expect(brokenRule(rules, { ...cancel, input }, viewed(result, ['/id']), print)).toBe(same);
});

test('an argument is the call’s own member, never one that every object has', () => {
  const rules = after(['constructor', '/id']);
  expect(brokenRule(rules, { ...cancel, input: {} }, viewed({ id: 'o-1' }, ['/id']), print)).toBe(
    'after orders.view with the same constructor',
  );
});

test('several arguments have to equal what one and the same call returned', () => {
  const rules = after(['orderId', '/id'], ['version', '/version']);
  const pointers = ['/id', '/version'];
  const ledger = viewed({ id: 'o-1', version: 2 }, pointers);
  const more = (result: Json) =>
    ledger.add(
      'm',
      step('d', null, 'completed', { bound: boundTo('orders.view', result, [pointers], print) }),
    );
  more({ id: 'o-2', version: 3 });
  expect(brokenRule(rules, cancel, ledger, print)).toBe('after orders.view with the same orderId, version');
  more({ id: 'o-1', version: 3 });
  expect(brokenRule(rules, cancel, ledger, print)).toBeNull();
});

test('a value compares within its conversation, capability and rule only', () => {
  const other = boundPrint(keys, { ...talk, conversation: 'other' });
  const prints = [
    print('orders.view', 'r', ['o-1']),
    other('orders.view', 'r', ['o-1']),
    boundPrint(keys, { ...talk, owner: 'other' })('orders.view', 'r', ['o-1']),
    boundPrint(keys, { ...talk, tenant: 'other' })('orders.view', 'r', ['o-1']),
    print('orders.find', 'r', ['o-1']),
    print('orders.view', 's', ['o-1']),
    print('orders.view', 'r', [['o-1']]),
    print('orders.view', 'r', ['o', '1']),
  ];
  expect(new Set(prints).size).toBe(prints.length);
});

const tree = { a: { 'b/c': [10, { '~d': 'deep' }], '': 'empty' }, n: 0, f: false, z: null };

test.for([
  ['', tree],
  ['/a/b~1c/0', 10],
  ['/a/b~1c/1/~0d', 'deep'],
  ['/a/', 'empty'],
  ['/n', 0],
  ['/f', false],
] as const)('the pointer %j leads to its value', ([pointer, value]) => {
  const { bound } = { bound: boundTo('orders.view', tree, [[pointer]], print) };
  expect(bound[JSON.stringify([pointer])]).toBe(print('orders.view', JSON.stringify([pointer]), [value]));
});

test.for([
  ...['/z', '/a/b~1c/2', '/a/b~1c/-', '/a/b~1c/00', '/a/b~1c/1e0', '/a/b~1c/length', '/n/0', '/a/b/c'],
  ...['/constructor', '/__proto__', '/a/toString', '/a/b~1c/1/~0d/0', '//'],
])('the pointer %j leads nowhere, and binds nothing', (pointer) => {
  expect(boundTo('orders.view', tree, [[pointer]], print)).toEqual({});
  expect(boundTo('orders.view', tree, [['/n', pointer], ['/f']], print)).toHaveProperty('["/f"]');
});

test('a value that was returned is always found again under its pointer', () => {
  const path = fc.array(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(path, fc.oneof(fc.string(), fc.integer(), fc.boolean()), (names, value) => {
      const safe = names.map((name) => (name === '__proto__' ? 'proto' : name));
      const result = safe.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
      const pointer = safe.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      const rules = after(['orderId', pointer]);
      const call = { ...cancel, input: { orderId: value } };
      expect(brokenRule(rules, call, viewed(result, [pointer]), print)).toBeNull();
    }),
  );
});
