import { expect, test } from 'vitest';
import { type Answer, chain, type Link, refuse, StepFailed, Stop, Stopped } from './chain.ts';

const refused: Answer = { kind: 'refused', reason: 'unauthorized' };

/** What a chain threw or rejected with. */
async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return expect.unreachable('nothing was thrown');
}

test('links run in order, and each sees what the ones before it made', async () => {
  const order: string[] = [];
  const end = chain<{ readonly start: number }>()
    .step('one', ({ start }) => {
      order.push(`one ${start}`);
      return { one: start + 1 };
    })
    .gate('guard', ({ one }) => {
      order.push(`guard ${one}`);
      return undefined;
    })
    .step('two', ({ start, one }) => {
      order.push(`two ${start} ${one}`);
      return { two: one + 1 };
    })
    .run({ start: 1 });
  expect(end).toEqual({ start: 1, one: 2, two: 3 });
  expect(order).toEqual(['one 1', 'guard 2', 'two 1 2']);
});

test('what a chain is given stays as it is, and every run grows a state of its own', () => {
  const links = chain<{ readonly start: number }>().step('one', ({ start }) => ({ one: start + 1 }));
  const given = Object.freeze({ start: 1 });
  const first = links.run(given);
  expect(first).toEqual({ start: 1, one: 2 });
  expect(links.run({ start: 5 })).toEqual({ start: 5, one: 6 });
  expect(first).toEqual({ start: 1, one: 2 });
  expect(given).toEqual({ start: 1 });
});

test('adding a link makes a new chain and leaves the old one as it was', () => {
  const short = chain<object>().step('one', () => ({ one: 1 }));
  const long = short.step('two', () => ({ two: 2 }));
  expect(short.run({})).toEqual({ one: 1 });
  expect(long.run({})).toEqual({ one: 1, two: 2 });
});

for (const kind of ['step', 'gate'] as const) {
  test(`a ${kind} that stops ends the chain where it stands, and nothing after it runs [B-094]`, async () => {
    const after = () => expect.unreachable('a link ran after the call was stopped');
    for (const stop of [() => new Stop(refused), () => Promise.resolve(new Stop(refused))]) {
      const links = chain<object>();
      const end = (kind === 'step' ? links.step('here', stop) : links.gate('here', stop))
        .step('later', after)
        .gate('last', after)
        .run({});
      expect(await end).toEqual(new Stopped('here', refused));
    }
  });
}

for (const [title, answer] of [
  ['true', true],
  ['false', false],
  ['null', null],
  ['an object', {}],
  ['an answer that no Stop carries', refused],
  ['what looks like a Stop', { answer: refused }],
] as const) {
  test(`a gate that answers ${title} is a fault, and the call goes no further [B-092]`, async () => {
    for (const given of [answer, Promise.resolve(answer)]) {
      const links = chain<object>()
        .gate('odd', () => given as unknown as undefined)
        .step('later', () => expect.unreachable('the call went on'));
      expect(await failureOf(() => links.run({}))).toMatchObject({ name: 'StepFailed', step: 'odd' });
    }
  });
}

test('a step whose product looks like an answer made a product: only a Stop stops', () => {
  const end = chain<object>()
    .step('make', () => ({ answer: refused, at: 'here' }))
    .run({});
  expect(end).not.toBeInstanceOf(Stopped);
  expect(end).toEqual({ answer: refused, at: 'here' });
});

test('whatever a link throws comes out under its name, with what was thrown as the cause', async () => {
  for (const thrown of [new Error('down'), 'text', null, undefined, { code: 'store_failed' }]) {
    for (const fail of [
      () => {
        throw thrown as Error;
      },
      () => Promise.reject(thrown),
    ]) {
      const links = chain<object>()
        .step('first', () => ({ first: 1 }))
        .step('broken', fail)
        .step('later', () => expect.unreachable('the call went on'));
      const error = await failureOf(() => links.run({}));
      expect(error).toBeInstanceOf(StepFailed);
      expect(error).toMatchObject({ step: 'broken', cause: thrown, message: 'the step "broken" failed' });
    }
  }
});

test('what answers at once is answered at once, and what is promised is waited for', async () => {
  const now = chain<object>()
    .step('one', () => ({ one: 1 }))
    .gate('guard', () => undefined);
  expect(now.run({})).toEqual({ one: 1 });
  const later = now.step('two', () => Promise.resolve({ two: 2 })).step('three', () => ({ three: 3 }));
  const end = later.run({});
  expect(end).toBeInstanceOf(Promise);
  expect(await end).toEqual({ one: 1, two: 2, three: 3 });
});

test('a promise of another library is waited for like one of our own', async () => {
  const thenable = <T>(value: T): PromiseLike<T> => ({
    then: (next, failed) => Promise.resolve(value).then(next, failed),
  });
  const links = chain<object>()
    .step('foreign', () => thenable({ foreign: 1 }))
    .gate('guard', () => thenable(undefined))
    .step('after', ({ foreign }) => ({ after: foreign + 1 }));
  expect(await links.run({})).toEqual({ foreign: 1, after: 2 });
});

test('whoever observes hears of every link in order, up to the one that stopped', async () => {
  const links = chain<object>()
    .step('one', () => ({ one: 1 }))
    .gate('guard', () => undefined)
    .gate('shut', () => refuse('target_gone'))
    .step('never', () => ({ never: 1 }));
  const heard: Link[] = [];
  await links.run({}, (link) => void heard.push(link));
  expect(heard).toEqual([
    { name: 'one', kind: 'step', passed: true },
    { name: 'guard', kind: 'gate', passed: true },
    { name: 'shut', kind: 'gate', passed: false },
  ]);
});

test('a refusal carries its reason and what was said besides', () => {
  expect(refuse('target_gone')).toEqual(new Stop({ kind: 'refused', reason: 'target_gone' }));
  expect(refuse('duplicate', { detail: 'claimed' }).answer).toEqual({
    kind: 'refused',
    reason: 'duplicate',
    detail: 'claimed',
  });
});
