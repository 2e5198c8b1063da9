import { expect, test } from 'vitest';
import { bindContext } from '../action/index.ts';
import type { Directory } from './index.ts';
import { rightsOf } from './index.ts';

const person = bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c' });
const agent = bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c', agent: 'desk' });
const atOnce = <T>(question: () => T): T => question();

/** A directory as plain JavaScript may write it. */
function answering(principal: () => unknown, forAgent?: () => unknown): Directory {
  const directory: unknown = { principal, ...(forAgent === undefined ? {} : { agent: forAgent }) };
  return directory as Directory;
}

test('no directory has no opinion', () => {
  expect(rightsOf(null, agent, atOnce)).toEqual({ ok: true, rights: {} });
});

test('rights are what the directory says, frozen and without anything else', async () => {
  const said = { grant: ['orders.read'], assurance: 'mfa', admin: true };
  const standing = rightsOf(
    answering(() => said),
    person,
    atOnce,
  );
  expect(standing).toEqual({ ok: true, rights: { grant: ['orders.read'], assurance: 'mfa' } });
  said.grant.push('orders.write');
  expect(standing).toMatchObject({ rights: { grant: ['orders.read'] } });
  expect(
    await rightsOf(
      answering(async () => ({})),
      person,
      atOnce,
    ),
  ).toEqual({ ok: true, rights: {} });
});

test('null means unknown or disabled: nobody may act', async () => {
  const denied = { ok: false, reason: 'unauthorized' };
  expect(
    rightsOf(
      answering(() => null),
      person,
      atOnce,
    ),
  ).toEqual(denied);
  expect(
    await rightsOf(
      answering(async () => null),
      person,
      atOnce,
    ),
  ).toEqual(denied);
});

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['true', true],
  ['false', false],
  ['text', 'ann'],
  ['a list', []],
  ['grants as text', { grant: 'orders.read' }],
  ['grants that are no text', { grant: [1] }],
  ['no grants at all', { grant: null }],
  ['a level that is no text', { assurance: 3 }],
  ['no level', { assurance: null }],
])('%s is a fault of the directory, and denies [B-092]', async (_what, answer) => {
  const fault = { ok: false, reason: 'authorization_error' };
  expect(
    rightsOf(
      answering(() => answer),
      person,
      atOnce,
    ),
  ).toMatchObject(fault);
  expect(
    await rightsOf(
      answering(async () => answer),
      person,
      atOnce,
    ),
  ).toMatchObject(fault);
});

test('what a directory throws is kept for operators, and denies [B-092]', async () => {
  const cause = new Error('directory is down');
  const fault = { ok: false, reason: 'authorization_error', cause };
  const down = (): never => {
    throw cause;
  };
  expect(rightsOf(answering(down), person, atOnce)).toEqual(fault);
  expect(
    await rightsOf(
      answering(() => Promise.reject(cause)),
      person,
      atOnce,
    ),
  ).toEqual(fault);
  expect(
    rightsOf(
      answering(() => ({}), down),
      agent,
      atOnce,
    ),
  ).toEqual(fault);
  expect(
    await rightsOf(
      answering(
        async () => ({}),
        () => Promise.reject(cause),
      ),
      agent,
      atOnce,
    ),
  ).toEqual(fault);
  expect(
    rightsOf(
      answering(() => ({})),
      person,
      down,
    ),
  ).toEqual(fault);
});

test.each<[string, unknown, string]>([
  ['false', false, 'unauthorized'],
  ['undefined', undefined, 'authorization_error'],
  ['null', null, 'authorization_error'],
  ['1', 1, 'authorization_error'],
  ['text', 'true', 'authorization_error'],
  ['an object', {}, 'authorization_error'],
])('an agent needs exactly true: %s denies', async (_what, answer, reason) => {
  expect(
    rightsOf(
      answering(
        () => ({}),
        () => answer,
      ),
      agent,
      atOnce,
    ),
  ).toMatchObject({ ok: false, reason });
  expect(
    await rightsOf(
      answering(
        async () => ({}),
        async () => answer,
      ),
      agent,
      atOnce,
    ),
  ).toMatchObject({ ok: false, reason });
});

test('the agent is asked only where a session names one and the directory knows agents, after the principal', async () => {
  const asked: string[] = [];
  const directory = (principal: unknown) =>
    answering(
      () => {
        asked.push('principal');
        return principal;
      },
      () => {
        asked.push('agent');
        return true;
      },
    );
  expect(rightsOf(directory({ assurance: 'mfa' }), agent, atOnce)).toEqual({
    ok: true,
    rights: { assurance: 'mfa' },
  });
  expect(rightsOf(directory({}), person, atOnce)).toMatchObject({ ok: true });
  expect(rightsOf(directory(null), agent, atOnce)).toMatchObject({ ok: false });
  expect(
    rightsOf(
      answering(() => ({})),
      agent,
      atOnce,
    ),
  ).toMatchObject({ ok: true });
  expect(asked).toEqual(['principal', 'agent', 'principal', 'principal']);
});

test('every question is asked under the deadline it is given', async () => {
  let questions = 0;
  const counted = <T>(question: () => T): T => {
    questions += 1;
    return question();
  };
  await rightsOf(
    answering(
      async () => ({}),
      async () => true,
    ),
    agent,
    counted,
  );
  expect(questions).toBe(2);
});
