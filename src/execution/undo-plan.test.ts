import { expect, test } from 'vitest';
import { deriveKeys, type SubjectKey } from '../json/index.ts';
import type { ResultOwner } from './kept-result.ts';
import { sealResult } from './kept-result.ts';
import { openUndo, sealUndo } from './undo-plan.ts';

const keys = deriveKeys('ab'.repeat(32));

function keyOf(tenant: string): SubjectKey {
  const id = `key of ${tenant}`;
  return keys.unwrap(tenant, '', id, keys.newWrapped(tenant, '', id));
}

const acme = keyOf('acme');
const owner: ResultOwner = {
  call: { tenant: 'acme', owner: 'ann', conversation: 'c-1', id: 'call-1' },
  action: 'action-1',
};
const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1', grant: ['trips'] };
const plan = { with: 'flight.cancel', arguments: { ref: 'F', seats: [1, null] }, context };

/** Seals what can be undone. */
function sealed(change: { readonly arguments?: unknown; readonly [member: string]: unknown } = {}): string {
  return sealUndo(acme, owner, { ...plan, ...change }) ?? expect.unreachable('the plan was not sealed');
}

test('a plan opens for its own call and action, as what it was [D-018]', () => {
  expect(openUndo(acme, owner, sealed())).toEqual(plan);
  const taken = { delegators: [{ ...context, agent: 'triage' }], sharedBy: 'ann' };
  expect(openUndo(acme, owner, sealed(taken))).toEqual({ ...plan, ...taken });
  expect(sealed()).not.toBe(sealed());
  expect(sealed()).not.toContain('flight');
});

const others: readonly (readonly [title: string, owner: ResultOwner])[] = [
  ['tenant', { ...owner, call: { ...owner.call, tenant: 'other' } }],
  ['principal', { ...owner, call: { ...owner.call, owner: 'bob' } }],
  ['conversation', { ...owner, call: { ...owner.call, conversation: 'c-2' } }],
  ['call', { ...owner, call: { ...owner.call, id: 'call-2' } }],
  ['action', { ...owner, action: 'action-2' }],
];

test.each(others)('a plan that was put on another %s does not open [D-018]', (_title, other) => {
  expect(openUndo(acme, other, sealed())).toBeNull();
});

test('two plans that were swapped do not open, neither under another key nor what was sealed for another purpose', () => {
  const second = { ...owner, call: { ...owner.call, id: 'call-2' } };
  const [one, two] = [sealed(), sealUndo(acme, second, plan) ?? ''];
  expect([openUndo(acme, owner, two), openUndo(acme, second, one)]).toEqual([null, null]);
  expect(openUndo(keyOf('other'), owner, one)).toBeNull();
  expect(openUndo(acme, owner, sealResult(acme, owner, plan) ?? '')).toBeNull();
  expect(openUndo(acme, owner, one.slice(0, -2))).toBeNull();
});

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'F'],
  ['a list', ['F']],
  ['a BigInt', { ref: 1n }],
  ['a cycle', cycle],
  ['a date', { at: new Date(0) }],
  ['a promise', Promise.resolve({ ref: 'F' })],
  ['an undefined member', { ref: undefined }],
  ['13 MB', { ref: 'x'.repeat(13 * 1024 * 1024) }],
])('arguments that are %s cannot be undone with', (_title, args) => {
  expect(sealUndo(acme, owner, { ...plan, arguments: args })).toBeNull();
});

test('the largest arguments that a capability may take can', () => {
  const text = 'x'.repeat(10 * 1024 * 1024 - 20);
  expect(openUndo(acme, owner, sealed({ arguments: { ref: text } }))?.arguments).toEqual({ ref: text });
});
