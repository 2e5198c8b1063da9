import { expect, test } from 'vitest';
import { Action } from './action.ts';
import type { BoundProposal } from './proposal.ts';

const bound: BoundProposal = {
  actionId: 'search_knowledge_base',
  tenantId: 'acme',
  principalId: 'user-42',
  proposal: {
    resource: 'knowledge_document',
    effect: 'read',
    target: 'project/hr',
    args: { query: 'retention policy' },
  },
  grant: 'kb.read',
  assurance: 'mfa',
};

const proposed = (proposal: object) =>
  Action.fromModelProposal({ ...bound, proposal: { ...bound.proposal, ...proposal } });

test('a proposal is bound to what the server owns, and its words are claims [D-013]', () => {
  const action = Action.fromModelProposal(bound);
  expect(action.constants).toMatchObject({
    capability: 'search_knowledge_base',
    tenant: 'acme',
    principal: 'user-42',
    grant: ['kb.read'],
    assurance: 'mfa',
    claimed: { resource: 'knowledge_document', effect: 'read', target: 'project/hr' },
  });
  expect(action.arguments).toEqual({ query: 'retention policy' });
  expect(Object.isFrozen(action.arguments)).toBe(true);
});

for (const key of ['tenant_id', 'principal_id', 'grant', 'assurance', 'reservation_ref']) {
  test(`${key} in the arguments is stripped: the same action, whatever it says [D-013]`, () => {
    const action = proposed({ args: { query: 'retention policy', [key]: 'root' } });
    expect(action.arguments).not.toHaveProperty(key);
    expect(action.digest).toBe(Action.fromModelProposal(bound).digest);
  });
}

test('a claim that differs is another action, evidence references are not [D-013]', () => {
  const action = Action.fromModelProposal(bound);
  expect(proposed({ target: 'project/finance' }).digest).not.toBe(action.digest);
  expect(proposed({ evidenceRefs: ['chunk-7'] }).digest).toBe(action.digest);
});

for (const [title, proposal, pointer] of [
  ['arguments that are a list', { args: [] }, '/args'],
  ['arguments with half a surrogate pair', { args: { query: '\ud800' } }, '/args/query'],
  ['a claim that is not a text', { resource: { toString: () => 'x' } }, '/resource'],
  ['references that are not a list', { evidenceRefs: 'chunk-7' }, '/evidenceRefs'],
] as const) {
  test(`${title} are refused with the place [B-002, B-011]`, () => {
    expect(() => proposed(proposal)).toThrow(
      expect.objectContaining({ code: 'proposal_malformed', pointer }),
    );
  });
}

for (const proposal of [undefined, null, 'cancel it', []]) {
  test(`a proposal that is none is malformed, whatever a model sent: ${JSON.stringify(proposal)} [B-002]`, () => {
    const sent: unknown = { ...bound, proposal };
    expect(() => Reflect.apply(Action.fromModelProposal, Action, [sent])).toThrow(
      expect.objectContaining({ code: 'proposal_malformed', pointer: '', expected: 'an object' }),
    );
  });
}

for (const name of ['actionId', 'tenantId', 'principalId', 'grant', 'assurance'] as const) {
  test(`an empty ${name} is misuse, never a default [B-068]`, () => {
    expect(() => Action.fromModelProposal({ ...bound, [name]: ' ' })).toThrow(
      expect.objectContaining({ code: 'context_invalid' }),
    );
  });
}
