import { expect, test } from 'vitest';
import { bindContext } from '../action/index.ts';
import { resource } from './index.ts';
import { sourceProblems } from './target.ts';

const context = bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c1' });

interface Order {
  id: string;
  tenant: string;
  version: number;
}

function shop(records: readonly Order[]) {
  const asked: string[] = [];
  const find = (id: string): Order | undefined => {
    asked.push(id);
    return records.find((record) => record.id === id.toUpperCase());
  };
  return { asked, find };
}

test('the target is what load returned, recognised by the record, with its version', async () => {
  const { find } = shop([{ id: 'A1', tenant: 'acme', version: 7 }]);
  const source = resource({
    type: 'order',
    id: 'orderId',
    load: async (_context, id) => find(id),
    key: (record) => record.id,
    tenant: (record) => record.tenant,
    version: (record) => record.version,
  });
  const loaded = await source.load(context, { orderId: 'a1' });
  expect(loaded).toEqual({
    type: 'order',
    identity: { id: 'A1', tenant: 'acme' },
    identityText: '{"id":"A1","tenant":"acme"}',
    version: 7,
    value: { id: 'A1', tenant: 'acme', version: 7 },
  });
  expect(Object.isFrozen(loaded?.identity)).toBe(true);
  expect(Object.isFrozen(loaded?.value)).toBe(false);
  expect(source).toMatchObject({ kind: 'resource', type: 'order', argument: 'orderId' });
});

test('a loader that answers at once keeps the whole step synchronous', () => {
  const source = resource({ type: 'order', id: 'orderId', load: (_context, id) => ({ id }) });
  expect(source.load(context, { orderId: '1' })).toMatchObject({ identity: { id: '1' } });
});

test('a record of another tenant counts as not there [V-074]', () => {
  const { find } = shop([{ id: 'A1', tenant: 'globex', version: 1 }]);
  const source = resource({
    type: 'order',
    id: 'orderId',
    load: (_context, id) => find(id),
    tenant: (record) => record.tenant,
  });
  expect(source.load(context, { orderId: 'A1' })).toBeNull();
});

test('null and undefined both mean that there is none', () => {
  for (const nothing of [null, undefined]) {
    const source = resource({ type: 'order', id: 'orderId', load: () => nothing });
    expect(source.load(context, { orderId: 'A1' })).toBeNull();
  }
});

test.each([
  ['an object such as a query operator', { $ne: null }],
  ['a list', ['A1']],
  ['null', null],
  ['true', true],
  ['blank', '  '],
  ['empty', ''],
  ['absent', undefined],
  ['not finite', Number.NaN],
])('an id that is %s finds nothing and never reaches the loader', (_what, id) => {
  const { asked, find } = shop([]);
  const source = resource({ type: 'order', id: 'orderId', load: (_context, wanted) => find(wanted) });
  expect(Reflect.apply(source.load, source, [context, { orderId: id }])).toBeNull();
  expect(asked).toEqual([]);
});

test('an id that the arguments merely inherit is none', () => {
  const source = resource({ type: 'order', id: 'toString', load: (_context, id) => ({ id }) });
  expect(Reflect.apply(source.load, source, [context, {}])).toBeNull();
});

test('numbers are ids as well, and are the same id as their text', () => {
  const source = resource({ type: 'order', id: 'orderId', load: (_context, id) => ({ id }) });
  expect(source.load(context, { orderId: 42 })).toMatchObject({ identity: { id: '42' } });
});

test('refresh loads by the own key of what was loaded, not by the argument [V-074]', () => {
  const { asked, find } = shop([{ id: 'A1', tenant: 'acme', version: 1 }]);
  const source = resource({
    type: 'order',
    id: 'orderId',
    load: (_context, id) => find(id),
    key: (record) => record.id,
  });
  const loaded = source.load(context, { orderId: 'a1' });
  if (loaded === null || 'then' in loaded) throw new Error('expected a target at once');
  expect(source.refresh(context, { orderId: 'b2' }, loaded)).toMatchObject({ identity: { id: 'A1' } });
  expect(asked).toEqual(['a1', 'A1']);
});

test('a record that is mutated in place cannot hide that it became another one [V-075]', () => {
  const record = { id: 'A1' };
  const source = resource({ type: 'order', id: 'orderId', load: () => record, key: (found) => found.id });
  const loaded = source.load(context, { orderId: 'A1' });
  if (loaded === null || 'then' in loaded) throw new Error('expected a target at once');
  record.id = 'B2';
  expect(loaded.identity).toEqual({ id: 'A1' });
  expect(source.refresh(context, { orderId: 'A1' }, loaded)).toMatchObject({ identity: { id: 'B2' } });
});

test('a refresher is given the key and the record, and its answer is recognised afresh [V-074]', () => {
  const seen: unknown[] = [];
  const source = resource({
    type: 'order',
    id: 'orderId',
    load: (_context, id) => ({ id, fresh: false }),
    refresh: (_context, key, record) => {
      seen.push([key, record]);
      return { id: 'other', fresh: true };
    },
    key: (record) => record.id,
  });
  const loaded = source.load(context, { orderId: 'A1' });
  if (loaded === null || 'then' in loaded) throw new Error('expected a target at once');
  expect(source.refresh(context, { orderId: 'A1' }, loaded)).toMatchObject({ identity: { id: 'other' } });
  expect(seen).toEqual([['A1', { id: 'A1', fresh: false }]]);
});

test('what vanished is null, and what a loader throws is a fault that propagates [V-069] [V-077]', async () => {
  let answer: () => { id: string } | null = () => ({ id: 'A1' });
  const source = resource({ type: 'order', id: 'orderId', load: () => answer() });
  const loaded = await source.load(context, { orderId: 'A1' });
  if (loaded === null) throw new Error('expected a target');
  answer = () => null;
  expect(source.refresh(context, { orderId: 'A1' }, loaded)).toBeNull();
  answer = () => {
    throw new Error('database gone');
  };
  expect(() => source.refresh(context, { orderId: 'A1' }, loaded)).toThrow('database gone');
  const late = resource({
    type: 'order',
    id: 'orderId',
    load: () => Promise.reject(new Error('connection lost')),
  });
  await expect(late.load(context, { orderId: 'A1' })).rejects.toThrow('connection lost');
});

test.each([
  ['an empty key', { key: () => '' }],
  ['a blank key', { key: () => '  ' }],
  ['no key', { key: () => undefined }],
  ['a key that is no number', { key: () => Number.NaN }],
  ['a key that loses digits', { key: () => 2 ** 53 }],
  ['an object for a key', { key: () => ({ $gt: '' }) }],
  ['half a character for a key', { key: () => 'a\ud800' }],
  ['no tenant', { tenant: () => undefined }],
  ['no version', { version: () => undefined }],
  ['null for a version', { version: () => null }],
  ['a version that is no number', { version: () => Number.NaN }],
  ['an object for a version', { version: () => ({}) }],
])('%s is a fault, never a target and never "not there" [V-079]', (_what, members) => {
  const declaration = { type: 'order', id: 'orderId', load: () => ({ secret: 'hunter2' }), ...members };
  const source: ReturnType<typeof resource> = Reflect.apply(resource, undefined, [declaration]);
  expect(() => source.load(context, { orderId: 'A1' })).toThrow(TypeError);
  expect(() => source.load(context, { orderId: 'A1' })).not.toThrow('hunter2');
});

test('a malformed declaration is remembered for registration, with every problem [V-079] [V-141]', () => {
  const source = Reflect.apply(resource, undefined, [
    { type: ' ', id: '', load: 'x', key: 1, tennant: () => 'acme' },
  ]);
  expect(sourceProblems(source)).toEqual([
    'has a member "tennant", which does not exist',
    'needs "type": 1 to 128 letters, digits, "_", "-" or "."',
    'needs "id", the name of an argument',
    'needs "load", a function',
    'has "key", which is not a function',
  ]);
  expect(sourceProblems({ ...source })).toBeNull();
  expect(sourceProblems(null)).toBeNull();
});
