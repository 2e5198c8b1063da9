import { expect, test } from 'vitest';
import { Action, bindContext } from '../action/index.ts';
import { canonicalText, strictCopy } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { subjectKey } from '../json/subject-key.ts';
import { actionOf, type AskContent, type AskOwner, openAsk, sealAsk } from './ask-content.ts';

const key = subjectKey('k-1', new Uint8Array(32).fill(1));
const owner: AskOwner = { tenant: 'acme', id: 'approval-1', action: 'action' };

/** As the boundary takes arguments, facts and targets: none may be deeper, more or larger. */
function frozen(value: object): JsonObject {
  const copy = strictCopy(value);
  if (!copy.ok) throw new Error(copy.refusal.expected);
  return copy.value as JsonObject;
}

const content: AskContent = {
  context: {
    tenant: 'acme',
    principal: 'ann',
    conversation: 'c-1',
    subject: 'cleo',
    agent: 'desk',
    grant: ['orders.write'],
    assurance: 'mfa',
    attributes: { plan: 'gold', seats: [1, 2] },
  },
  constants: {
    capability: 'orders.refund',
    version: '2',
    schema: 'schema-digest',
    tenant: 'acme',
    principal: 'ann',
    subject: 'cleo',
    agent: 'desk',
    conversation: 'c-1',
    grant: ['orders.write'],
    assurance: null,
    claimed: null,
  },
  arguments: frozen({ orderId: '4411', note: 'invisible \u200B\u202E and 𝒜', cents: 1200 }),
  target: { type: 'order', identity: { id: '4411', tenant: 'acme' }, version: 7 },
  facts: frozen({ order: '4411', total: 1200.5 }),
  reasons: ['policy', 'argument_origin'],
  policy: 'large',
  doubtful: ['note'],
};
const sealed = sealAsk(key, owner, content);

test('what people are shown opens as it was sealed, and nothing of it stands in clear [D-007]', () => {
  expect(openAsk(key, owner, sealed)).toEqual(content);
  const bare: AskContent = { ...content, target: null, facts: null, policy: null, reasons: [], doubtful: [] };
  expect(openAsk(key, owner, sealAsk(key, owner, bare))).toEqual(bare);
  for (const secret of ['4411', 'ann', 'cleo']) expect(sealed).not.toContain(secret);
});

test('the action that is worked out from it has the digest of the action that was asked about', () => {
  const { constants, arguments: args, target, facts } = content;
  const asked = Action.bound({ constants, arguments: args, target, facts });
  const opened = openAsk(key, owner, sealed);
  if (opened === null) throw new Error('it does not open');
  expect(actionOf(opened).digest).toBe(asked.digest);
  expect(Object.isFrozen(opened.arguments)).toBe(true);
  // The session can be bound again from it.
  expect(bindContext(opened.context)).toMatchObject({ principal: 'ann', subject: 'cleo' });
});

test.each<[string, Partial<AskContent>]>([
  ['arguments', { arguments: { ...content.arguments, cents: 1201 } }],
  ['facts', { facts: { ...content.facts, total: 1 } }],
  ['absence of facts', { facts: null }],
  ['target', { target: { type: 'order', identity: { id: '4412', tenant: 'acme' }, version: 7 } }],
  [
    'version of the target',
    { target: { type: 'order', identity: { id: '4411', tenant: 'acme' }, version: 8 } },
  ],
  ['required grant', { constants: { ...content.constants, grant: [] } }],
])('another %s is another action [D-012]', (_what, change) => {
  expect(actionOf({ ...content, ...change }).digest).not.toBe(actionOf(content).digest);
});

test.each<[string, Partial<AskOwner>]>([
  ['tenant', { tenant: 'other' }],
  ['approval', { id: 'approval-2' }],
  ['action', { action: 'other' }],
])('contents do not open for another %s: swapped rows show nothing [D-011]', (_what, other) => {
  expect(openAsk(key, { ...owner, ...other }, sealed)).toBeNull();
});

test('contents do not open under another key, for another purpose, or edited in any part [D-009, D-011]', () => {
  expect(openAsk(subjectKey('k-1', new Uint8Array(32).fill(2)), owner, sealed)).toBeNull();
  const associated = [owner.tenant, owner.id, owner.action];
  expect(openAsk(key, owner, key.seal('countersign/votes/v1', associated, canonicalText([])))).toBeNull();
  const parts = sealed.split('.');
  for (const [place, part] of parts.entries()) {
    const edited = parts.with(place, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.');
    expect(openAsk(key, owner, edited), `part ${place}`).toBeNull();
  }
  for (const none of ['', '..', sealed.slice(0, -1), `${sealed}.x`])
    expect(openAsk(key, owner, none)).toBeNull();
});

test('the largest arguments that a capability may take still open, as deep and as many as they may be', () => {
  let deep: object = {};
  for (let level = 1; level < 64; level += 1) deep = { deep };
  const many = { list: Array.from({ length: 9_990 }, (_, place) => place) };
  // A control character takes six bytes when it is written out.
  const wide = { text: '\u0001'.repeat(Math.floor((10 * 1024 * 1024 - 12) / 6)) };
  for (const args of [frozen(deep), frozen(many), wide])
    expect(openAsk(key, owner, sealAsk(key, owner, { ...content, arguments: args }))?.arguments).toEqual(
      args,
    );
  // Where nobody vouches for it, a name is listed once more.
  const name = 'n'.repeat(10 * 1024 * 1024 - 8);
  const named = { ...content, arguments: { [name]: 1 }, doubtful: [name] };
  expect(openAsk(key, owner, sealAsk(key, owner, named))?.doubtful).toEqual([name]);
});
