/* Whatever an executor does and hands back, its call has one end, the same every time, and the process goes on. */
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { capability, type Capability, type Executing, jsonSchema } from '../src/index.ts';
import { evidenceOf, held, openDesk, turns } from './desk.ts';

const escaped: unknown[] = [];
const hear = (what: unknown) => void escaped.push(what);

beforeEach(() => {
  escaped.length = 0;
  for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, hear);
});

afterEach(async () => {
  await turns();
  for (const event of ['unhandledRejection', 'uncaughtException']) process.off(event, hear);
  if (escaped.length > 0) throw new AggregateError(escaped, 'something was left to be caught');
});

const fail = (): never => {
  throw new Error('no');
};

type Then = (resolve: (value: unknown) => void, reject: (error: unknown) => void) => void;
/** Something to wait for that keeps none of the rules. */
const promising = (then: Then) => ({ then });

const cycle: { self?: unknown } = {};
cycle.self = cycle;

/** What an executor does, how its call ends, and whether its result can be given again. */
const ends: readonly (readonly [title: string, execute: () => unknown, end: string, kept?: 'kept'])[] = [
  ['returns nothing', () => undefined, 'executed'],
  ['returns a cycle', () => cycle, 'executed'],
  ['returns fifty megabytes', () => 'x'.repeat(50_000_000), 'executed'],
  ['returns a stream', () => Readable.from(['a', 'b']), 'executed'],
  ['returns a stream that fails', () => Readable.from([]).destroy(), 'executed'],
  ['returns a generator', () => [1].values(), 'executed'],
  ['returns what throws when it is looked at', () => new Proxy({}, { ownKeys: fail }), 'executed'],
  ['returns what throws when it is waited for', () => promising(fail), 'indeterminate'],
  ['promises what throws when it is waited for', async () => promising(fail), 'indeterminate'],
  [
    'returns what throws when it is asked whether it can be waited for',
    () => Object.defineProperty({}, 'then', { get: fail }),
    'indeterminate',
  ],
  [
    'promises twice',
    () =>
      promising((resolve) => {
        resolve('first');
        resolve('second');
      }),
    'executed',
    'kept',
  ],
  [
    'promises and then fails',
    () =>
      promising((resolve, reject) => {
        resolve('first');
        reject(new Error('second'));
        fail();
      }),
    'executed',
    'kept',
  ],
  [
    'fails and then promises',
    () =>
      promising((resolve, reject) => {
        reject(new Error('first'));
        resolve('second');
      }),
    'indeterminate',
  ],
  ['rejects with nothing', () => Promise.reject(undefined as unknown as Error), 'indeterminate'],
  ['throws null', () => [null].forEach((nothing) => raise(nothing)), 'indeterminate'],
  ['throws a function', () => raise(fail), 'indeterminate'],
];

function raise(what: unknown): never {
  throw what as Error;
}

for (const [title, execute, end, kept] of ends) {
  test(`an executor that ${title}: its call is ${end}, and stays that [D-015, B-134]`, async () => {
    const { boundary, session, desk } = await openDesk();
    desk.cancel = execute;
    const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    expect((await call()).kind).toBe(end);
    const again = await call();
    expect(again.kind).toBe(end === 'executed' ? 'replayed' : end);
    expect('value' in again ? again.value : undefined).toBe(kept && 'first');
    expect((await evidenceOf(boundary)).map(({ type, authentic }) => [type, authentic])).toEqual([
      ['call.admitted', true],
      [`call.${end}`, true],
      ['call.answered', true],
    ]);
  });
}

interface Lines {
  readonly lines: readonly { readonly n: number }[];
}

/** A desk with one capability of its own, without arguments that matter. */
async function deskThat(effect: 'read' | 'write', execute: (given: Executing<Lines, undefined>) => unknown) {
  const own = capability({
    name: 'own.act',
    effect,
    ask: 'never',
    input: jsonSchema<Lines>({
      type: 'object',
      properties: { lines: { type: 'array', items: { type: 'object' } } },
    }),
    authorize: () => true,
    execute,
  });
  const opened = await openDesk({ capabilities: [own as Capability] });
  const call = () => opened.session.call('own.act', { lines: [{ n: 1 }] }, { callId: 'call-1' });
  return { ...opened, call };
}

for (const [effect, end] of [
  ['write', 'indeterminate'],
  ['read', 'failed'],
] as const) {
  test(`a ${effect} that rejects after its deadline is ${end} before and after, and nothing is left to be caught [D-016]`, async () => {
    const late = held();
    const { call, clock } = await deskThat(effect, () => late.promise);
    const running = call();
    await turns();
    clock.advance(60_001);
    expect((await running).kind).toBe(end);
    late.reject(new Error('too late'));
    await turns();
    expect((await call()).kind).toBe(end);
  });
}

test('an executor cannot change what it is given, so what is on record is what ran [D-001]', async () => {
  const refused: boolean[] = [];
  const { call } = await deskThat('write', (given) => {
    const { input, context } = given;
    const parts = [given, input, input.lines, input.lines[0], context, context.grant];
    for (const part of parts) {
      if (typeof part === 'object' && part !== null) refused.push(!Reflect.set(part, 0, 'changed'));
    }
    return input;
  });
  expect(await call()).toMatchObject({ kind: 'executed', value: { lines: [{ n: 1 }] } });
  expect(refused.length).toBeGreaterThan(4);
  expect(refused).not.toContain(false);
});
