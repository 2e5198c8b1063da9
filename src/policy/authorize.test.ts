import { expect, test } from 'vitest';
import { bindContext, type ContextInput } from '../action/index.ts';
import { confirm, deny, permit, review, throttle } from '../decision.ts';
import { fakeClock } from '../testing/clock.ts';
import { authorize, type CurrentRights, type Judged, within } from './index.ts';

const levels = ['none', 'password', 'mfa'];
const noRequirement = { grant: [], assurance: null };

function seen(more: Partial<ContextInput> = {}) {
  return {
    context: bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c', ...more }),
    input: {},
    target: undefined,
  };
}

type SeenHere = ReturnType<typeof seen>;

function judge(
  answer: (given: SeenHere) => unknown,
  requires: Judged<SeenHere>['requires'] = noRequirement,
  rights: CurrentRights = {},
  more: Partial<ContextInput> = {},
) {
  const clock = fakeClock();
  return {
    clock,
    verdict: authorize({ requires, authorize: answer }, seen(more), {
      rights,
      levels,
      deadline: within(clock, 1000),
    }),
  };
}

test('only true and permit() permit', async () => {
  for (const yes of [true, permit()]) {
    expect(judge(() => yes).verdict).toEqual({ kind: 'permitted' });
    expect(await judge(async () => yes).verdict).toEqual({ kind: 'permitted' });
  }
});

test('false and deny() refuse; the code is for operators', async () => {
  expect(judge(() => false).verdict).toEqual({ kind: 'refused', reason: 'unauthorized' });
  expect(await judge(async () => deny('not_owner')).verdict).toEqual({
    kind: 'refused',
    reason: 'unauthorized',
    policy: 'not_owner',
  });
});

test('what asks for a person says whom and why, and permits nothing by itself; throttle says how long', async () => {
  expect(judge(() => confirm('large')).verdict).toEqual({ kind: 'asks', who: 'confirm', code: 'large' });
  expect(await judge(async () => review('legal')).verdict).toEqual({
    kind: 'asks',
    who: 'review',
    code: 'legal',
  });
  expect(judge(() => throttle(250)).verdict).toEqual({ kind: 'throttled', retryAfter: 250 });
});

const others: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['1', 1],
  ['NaN', Number.NaN],
  ['text', 'true'],
  ['an empty object', {}],
  ['a list', [true]],
  ['a boxed true', Object(true)],
  ['a copy of a permit', { ...permit() }],
  ['a copy of what asks', { ...confirm() }],
  ['an object made like one that asks', { kind: 'review', code: 'legal' }],
  ['an object made like a permit', { kind: 'permit' }],
  ['an heir of a permit', Object.create(permit())],
  ['an object that says allowed', { allowed: true, decision: 'allow' }],
  ['a function', () => true],
  ['an error', new Error('no')],
];

test.each(others)('%s is a fault of policy and not a decision [B-074] [B-092]', async (_what, answer) => {
  const fault = { kind: 'refused', reason: 'authorization_error', detail: 'not_a_decision' };
  expect(judge(() => answer).verdict).toEqual(fault);
  expect(await judge(async () => answer).verdict).toEqual(fault);
});

test('every way to break ends the same: thrown, rejected, late, mute [B-073] [B-092]', async () => {
  const cause = new Error('resource.blocked is not a member');
  const broken = { kind: 'refused', reason: 'authorization_error', detail: 'threw' };
  const thrower = judge(() => {
    throw cause;
  });
  expect(thrower.verdict).toEqual({ ...broken, cause });
  expect(await judge(() => Promise.reject(cause)).verdict).toEqual({ ...broken, cause });
  const typeError = judge((given) => Reflect.apply(Reflect.get(given.input, 'customer'), undefined, []));
  expect(typeError.verdict).toMatchObject(broken);
  const mute = judge(() => new Promise(() => {}));
  mute.clock.advance(1000);
  expect(await mute.verdict).toMatchObject({ ...broken, cause: { name: 'TooLate' } });
});

test('a thenable counts by what it resolves to, and one that answers with another thenable is a fault', async () => {
  const thenable = (value: unknown) => ({ then: (resolve: (value: unknown) => void) => resolve(value) });
  expect(await judge(() => thenable(true)).verdict).toEqual({ kind: 'permitted' });
  expect(await judge(() => thenable('yes')).verdict).toMatchObject({ reason: 'authorization_error' });
  const mute = judge(() => ({ then: () => {}, kind: 'permit' }));
  mute.clock.advance(1000);
  expect(await mute.verdict).toMatchObject({ reason: 'authorization_error' });
  const angry = judge(() => ({
    get then() {
      throw new Error('trap');
    },
  }));
  expect(angry.verdict).toMatchObject({ reason: 'authorization_error' });
});

test('an unmet condition is no permission: nothing decides, nothing is allowed [B-074] [B-076]', () => {
  const denyIfProduction = (given: SeenHere): unknown =>
    given.context.attributes['env'] === 'prod' ? false : undefined;
  for (const attributes of [{}, { env: 'dev' }, { env: null }]) {
    expect(judge(denyIfProduction, noRequirement, {}, { attributes }).verdict).toMatchObject({
      kind: 'refused',
    });
  }
});

test('the authorizer is given exactly what was seen, and is not asked where the session lacks a requirement', () => {
  const given: unknown[] = [];
  const authorizer = (value: SeenHere): boolean => {
    given.push(value);
    return true;
  };
  const one = seen();
  const options = { rights: {}, levels, deadline: within(fakeClock(), 1000) };
  authorize({ requires: noRequirement, authorize: authorizer }, one, options);
  expect(given).toEqual([one]);
  expect(given[0]).toBe(one);
  expect(
    authorize({ requires: { grant: ['x'], assurance: null }, authorize: authorizer }, one, options),
  ).toEqual({
    kind: 'refused',
    reason: 'unauthorized',
    detail: 'grant_missing',
  });
  expect(given).toHaveLength(1);
});

test('every required grant must be held by the session and, where the directory lists grants, still by the directory', () => {
  const requires = { grant: ['orders.read', 'orders.write'], assurance: null };
  const held = { grant: ['orders.write', 'orders.read', 'more'] };
  const verdict = (rights: CurrentRights, more: Partial<ContextInput>) =>
    judge(() => true, requires, rights, more).verdict;
  expect(verdict({}, held)).toEqual({ kind: 'permitted' });
  expect(verdict(held, held)).toEqual({ kind: 'permitted' });
  for (const [rights, more] of [
    [{}, {}],
    [{}, { grant: 'orders.read' }],
    [{}, { grant: ['orders.read', 'orders'] }],
    [{}, { grant: ['orders.*'] }],
    [{ grant: [] }, held],
    [{ grant: ['orders.read'] }, held],
    [held, { grant: 'orders.write' }],
  ] as const) {
    expect(verdict(rights, more)).toMatchObject({ reason: 'unauthorized', detail: 'grant_missing' });
  }
});

test.each<[string | undefined, string | undefined, boolean]>([
  ['mfa', undefined, true],
  ['mfa', 'mfa', true],
  ['password', undefined, true],
  ['mfa', 'password', true],
  ['none', undefined, false],
  [undefined, undefined, false],
  [undefined, 'mfa', false],
  ['mfa', 'none', false],
  ['none', 'mfa', false],
  ['MFA', undefined, false],
  ['hardware', undefined, false],
  ['mfa', 'hardware', false],
])(
  'of assurance %s (session) and %s (directory) the weaker counts against password',
  (session, directory, enough) => {
    const { verdict } = judge(
      () => true,
      { grant: [], assurance: 'password' },
      directory === undefined ? {} : { assurance: directory },
      session === undefined ? {} : { assurance: session },
    );
    expect(verdict).toMatchObject(enough ? { kind: 'permitted' } : { reason: 'assurance_too_low' });
  },
);

test('a required level that does not exist is reached by nobody', () => {
  const { verdict } = judge(() => true, { grant: [], assurance: 'retina' }, {}, { assurance: 'retina' });
  expect(verdict).toMatchObject({ reason: 'assurance_too_low' });
});

test('the answer is complete before anything can go on: a slow refusal is still a refusal [B-094]', async () => {
  const clock = fakeClock();
  let settle: (answer: boolean) => void = () => {};
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const verdict = authorize({ requires: noRequirement, authorize: () => answer }, seen(), {
    rights: {},
    levels,
    deadline: within(clock, 5000),
  });
  clock.advance(2000);
  settle(false);
  expect(await verdict).toEqual({ kind: 'refused', reason: 'unauthorized' });
});
