import { expect, test } from 'vitest';
import { capability, createBoundary, type Directory, jsonSchema, type Rights } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { reasonOf } from './desk.ts';

const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };

async function openVault(directory?: Directory) {
  const effects: string[] = [];
  const open = capability({
    name: 'vault.open',
    effect: 'write',
    ask: 'never',
    input: jsonSchema({ type: 'object', properties: {} }),
    requires: { grant: 'vault.write', assurance: 'mfa' },
    authorize: () => true,
    execute: ({ executionId }) => {
      effects.push(executionId);
    },
  });
  const boundary = await createBoundary({
    capabilities: [open],
    store: sqlite(':memory:'),
    mode: 'development',
    ...(directory === undefined ? {} : { directory }),
  });
  return { boundary, effects };
}

test('what the directory takes away is gone at the next call, for every session and its agent [B-089, B-109]', async () => {
  let rights: Rights | null = { grant: ['vault.write'], assurance: 'mfa' };
  let agentAllowed: unknown = true;
  const { boundary, effects } = await openVault({
    principal: () => rights,
    agent: () => agentAllowed as boolean,
  });
  const session = boundary.session({
    ...context,
    grant: 'vault.write',
    assurance: 'hardware',
    agent: 'desk',
  });
  expect((await session.call('vault.open', {})).kind).toBe('executed');
  rights = { grant: [] };
  expect(reasonOf(await session.call('vault.open', {}))).toBe('unauthorized');
  rights = { assurance: 'password' };
  expect(reasonOf(await session.call('vault.open', {}))).toBe('assurance_too_low');
  rights = null;
  expect(reasonOf(await session.call('vault.open', {}))).toBe('unauthorized');
  rights = {};
  agentAllowed = 'yes';
  expect(reasonOf(await session.call('vault.open', {}))).toMatch(/^(unauthorized|authorization_error)$/);
  expect(effects).toHaveLength(1);
});

test('a right that is revoked while the check waits is noticed right before the effect [B-109, B-089]', async () => {
  let asked = 0;
  const { boundary, effects } = await openVault({
    principal: async () => {
      asked += 1;
      return asked === 1 ? {} : null;
    },
  });
  const session = boundary.session({ ...context, grant: 'vault.write', assurance: 'mfa' });
  expect(reasonOf(await session.call('vault.open', {}))).toBe('unauthorized');
  expect(asked).toBe(2);
  expect(effects).toEqual([]);
});

test('a directory that throws, or says something malformed, denies as a fault [B-092]', async () => {
  const answers: (() => unknown)[] = [
    () => {
      throw new Error('ldap down');
    },
    () => Promise.reject(new Error('ldap down')),
    () => undefined,
    () => 'admin',
    () => ({ grant: 'vault.write' }),
  ];
  for (const answer of answers) {
    const { boundary, effects } = await openVault({ principal: answer as Directory['principal'] });
    const session = boundary.session({ ...context, grant: 'vault.write', assurance: 'mfa' });
    expect(reasonOf(await session.call('vault.open', {}))).toBe('authorization_error');
    expect(effects).toEqual([]);
  }
});
