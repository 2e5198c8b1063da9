import { expect, test } from 'vitest';
import { Action, type ActionMembers, argumentsDigest } from './action.ts';
import { constantDigest } from './constants.ts';

/** The golden action: docs/action-digest.md prints the same one. */
const golden: ActionMembers = {
  constants: {
    capability: 'orders.cancel',
    version: '3',
    schema: 'a'.repeat(64),
    tenant: 'acme',
    principal: 'user-42',
    subject: null,
    agent: 'desk',
    conversation: 'c-1',
    grant: ['orders.write'],
    assurance: 'mfa',
    claimed: null,
  },
  arguments: { orderId: 'o-1', reason: 'changed my mind' },
  target: { type: 'order', identity: { id: 'o-1' }, version: 7 },
  facts: { total: '40.00' },
};

test('the golden action has this digest, on every machine and in every version of v1 [D-012]', () => {
  expect(Action.bound(golden).digest).toBe(
    '63851fc6789a0303ff0490bdaaadd6169d36a24cfcdc46d9d95cdcedaf217bcc',
  );
});

const constants = (change: Partial<ActionMembers['constants']>): ActionMembers => ({
  ...golden,
  constants: { ...golden.constants, ...change },
});

const changes: readonly [member: string, changed: ActionMembers][] = [
  ['capability', constants({ capability: 'orders.refund' })],
  ['capability version', constants({ version: null })],
  ['schema', constants({ schema: 'b'.repeat(64) })],
  ['tenant', constants({ tenant: 'other' })],
  ['principal', constants({ principal: 'user-43' })],
  ['subject', constants({ subject: 'user-42' })],
  ['agent', constants({ agent: null })],
  ['conversation', constants({ conversation: 'c-2' })],
  ['required grant', constants({ grant: [] })],
  ['required assurance', constants({ assurance: 'password' })],
  ['claimed resource', constants({ claimed: { resource: 'order', effect: null, target: null } })],
  ['an argument', { ...golden, arguments: { orderId: 'o-2', reason: 'changed my mind' } }],
  ['the type of an argument', { ...golden, arguments: { orderId: 'o-1', reason: null } }],
  ['target type', { ...golden, target: { type: 'invoice', identity: { id: 'o-1' }, version: 7 } }],
  ['target identity', { ...golden, target: { type: 'order', identity: { id: 'o-2' }, version: 7 } }],
  ['target version', { ...golden, target: { type: 'order', identity: { id: 'o-1' }, version: 8 } }],
  [
    'the type of the target version',
    { ...golden, target: { type: 'order', identity: { id: 'o-1' }, version: '7' } },
  ],
  ['no target', { ...golden, target: null }],
  ['facts', { ...golden, facts: { total: '40.01' } }],
];

for (const [member, changed] of changes) {
  test(`another ${member} is another action [D-012, B-016]`, () => {
    expect(Action.bound(changed).digest).not.toBe(Action.bound(golden).digest);
  });
}

test('a text cannot slide from one field into the next: the digest is over structure [D-012]', () => {
  const one = Action.bound(constants({ tenant: 'acme', principal: 'x","subject":"y' }));
  const two = Action.bound(constants({ tenant: 'acme', principal: 'x', subject: 'y' }));
  expect(one.digest).not.toBe(two.digest);
});

test('evidence references and the order of members are outside the digest, the order of lists is inside [D-013, V-154]', () => {
  const action = Action.bound(golden);
  expect(Action.bound({ ...golden, evidenceRefs: ['doc-1'] }).digest).toBe(action.digest);
  const reordered = { reason: 'changed my mind', orderId: 'o-1' };
  expect(Action.bound({ ...golden, arguments: reordered }).digest).toBe(action.digest);
  const list = (...ids: string[]) => Action.bound({ ...golden, arguments: { ids } }).digest;
  expect(list('a', 'b')).not.toBe(list('b', 'a'));
});

test('digests that were made before change nothing', () => {
  const made = { constant: constantDigest(golden.constants), arguments: argumentsDigest(golden.arguments) };
  expect(Action.bound(golden, made).digest).toBe(Action.bound(golden).digest);
});
