import { expect, test } from 'vitest';
import type { Context } from '../action/context.ts';
import { bindContext } from '../action/index.ts';
import { contextTarget, resource, scope, target } from './index.ts';
import { sourceProblems } from './target.ts';

const context = bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c1' });

test('a scope is its filter: recognised by it, and handed on frozen', () => {
  const lists = [['open']];
  const source = scope({
    type: 'orders',
    filter: (seen: { context: Context; input: { status: string } }) => ({
      tenant: String(seen.context.tenant),
      status: [...(lists[0] ?? []), seen.input.status],
    }),
  });
  const loaded = source.load(context, { status: 'late' });
  expect(loaded).toEqual({
    type: 'orders',
    identity: { tenant: 'acme', status: ['open', 'late'] },
    identityText: '{"status":["open","late"],"tenant":"acme"}',
    version: null,
    value: { tenant: 'acme', status: ['open', 'late'] },
  });
  if (loaded === null || 'then' in loaded) throw new Error('expected a target at once');
  expect(Object.isFrozen(loaded.value) && Object.isFrozen(loaded.value.status)).toBe(true);
  lists[0] = ['paid'];
  expect(source.refresh(context, { status: 'late' }, loaded)).toMatchObject({
    identity: { tenant: 'acme', status: ['paid', 'late'] },
  });
});

test.each([
  ['a list', ['acme']],
  ['an empty object, which means everything', {}],
  ['null', null],
  ['text', 'acme'],
  ['undefined', undefined],
  ['a member that is not there', { tenant: undefined }],
  ['a function', { tenant: () => 'acme' }],
  ['a date', { since: new Date(0) }],
  ['not a number', { limit: Number.NaN }],
])('a filter that is %s is a fault [V-079]', async (_what, filter) => {
  const source: ReturnType<typeof scope> = Reflect.apply(scope, undefined, [
    { type: 'orders', filter: () => filter },
  ]);
  expect(() => source.load(context, {})).toThrow(TypeError);
  const later: ReturnType<typeof scope> = Reflect.apply(scope, undefined, [
    { type: 'orders', filter: () => Promise.resolve(filter) },
  ]);
  await expect(later.load(context, {})).rejects.toThrow(TypeError);
});

test('a context target cannot be led elsewhere by the arguments, which none of its functions is given [V-070] [V-071]', () => {
  const given: unknown[][] = [];
  const source = contextTarget({
    type: 'account',
    load: (...args) => {
      given.push(args);
      return { owner: String(args[0].principal), at: 3 };
    },
    identity: (...args) => {
      given.push(args);
      return { owner: args[0].owner };
    },
    version: (...args) => {
      given.push(args);
      return args[0].at;
    },
  });
  const injected = { principal: 'eve', owner: 'eve', accountId: 'eve' };
  const loaded = source.load(context, injected);
  expect(loaded).toMatchObject({ type: 'account', identity: { owner: 'ann' }, version: 3 });
  if (loaded === null || 'then' in loaded) throw new Error('expected a target at once');
  expect(source.refresh(context, injected, loaded)).toMatchObject({ identity: { owner: 'ann' } });
  expect(given.flat()).not.toContain(injected);
  expect(given.every((args) => args.length === 1)).toBe(true);
  expect(source).toMatchObject({ kind: 'context', argument: null });
});

test('the long form loads from context and arguments, and refreshes by the identity alone', async () => {
  const asked: unknown[] = [];
  const source = target({
    type: 'transfer',
    load: async (seen: { context: Context; input: { from: string; to: string } }) => ({
      route: `${seen.input.from}>${seen.input.to}`,
      at: 1,
    }),
    identity: (value) => ({ route: value.route }),
    refresh: (seen) => {
      asked.push(seen);
      return { route: String(seen.identity['route']), at: 2 };
    },
    version: (value) => value.at,
  });
  const loaded = await source.load(context, { from: 'a', to: 'b' });
  if (loaded === null) throw new Error('expected a target');
  expect(loaded).toMatchObject({ identity: { route: 'a>b' }, version: 1 });
  expect(source.refresh(context, { from: 'x', to: 'y' }, loaded)).toMatchObject({
    identity: { route: 'a>b' },
    version: 2,
  });
  expect(asked).toEqual([{ context, identity: { route: 'a>b' } }]);
});

test('the long form without a refresher loads once more, and an absent value is null', () => {
  const answers = [{ id: 1 }, null, undefined];
  const source = target({ type: 'thing', load: () => answers.shift(), identity: ({ id }) => ({ id }) });
  const loaded = source.load(context, {});
  if (loaded === null || 'then' in loaded) throw new Error('expected a target at once');
  expect(source.refresh(context, {}, loaded)).toBeNull();
  expect(source.load(context, {})).toBeNull();
});

test.each([
  ['a list', ['A1']],
  ['an empty object', {}],
  ['a blank member', { id: ' ' }],
  ['a null member', { id: null }],
  ['text', 'A1'],
  ['nothing', undefined],
])('an identity that is %s is a fault [V-079]', (_what, identity) => {
  for (const make of [target, contextTarget]) {
    const source: ReturnType<typeof target> = Reflect.apply(make, undefined, [
      { type: 'thing', load: () => ({}), identity: () => identity },
    ]);
    expect(() => source.load(context, {})).toThrow(TypeError);
  }
});

test('problems of every kind of target are remembered', () => {
  expect(sourceProblems(Reflect.apply(scope, undefined, [{ type: 'a b' }]))).toHaveLength(2);
  expect(sourceProblems(Reflect.apply(target, undefined, [{ type: 'a', load: () => null }]))).toEqual([
    'needs "identity", a function',
  ]);
  expect(
    sourceProblems(
      Reflect.apply(contextTarget, undefined, [
        { type: 'a', load: () => null, identity: () => ({}), refresh: () => null },
      ]),
    ),
  ).toEqual(['has a member "refresh", which does not exist']);
});

test('a source that declares nothing at all has problems like any other, and does not throw', () => {
  for (const make of [resource, scope, target, contextTarget]) {
    for (const nothing of [undefined, null]) {
      expect(sourceProblems(Reflect.apply(make, undefined, [nothing]))).toContainEqual(
        expect.stringMatching(/^needs "type"/),
      );
    }
  }
});
