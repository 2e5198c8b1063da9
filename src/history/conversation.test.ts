import { expect, test } from 'vitest';
import { deriveKeys } from '../json/index.ts';
import { conversationVerifies, newConversation } from './conversation.ts';

const keys = deriveKeys('ab'.repeat(32));
const talk = { tenant: 'acme', owner: 'owner', conversation: 'talk' };
const row = newConversation(keys, talk);

test('a conversation begins with nothing said, under a head that verifies', () => {
  expect(row).toMatchObject({
    tenant: 'acme',
    owner: 'owner',
    id: 'talk',
    steps: 0,
    sources: 0,
    revision: 0,
  });
  expect(conversationVerifies(keys, row)).toBe(true);
  expect(newConversation(keys, talk)).toEqual(row);
});

for (const change of [
  { tenant: 'other' },
  { owner: 'other' },
  { id: 'other' },
  { steps: 1 },
  { sources: 1 },
  { revision: 1 },
  { head: newConversation(keys, { ...talk, conversation: 'other' }).head },
  { head: '' },
  { owner: 'talk', id: 'owner' },
]) {
  test(`a conversation with another ${Object.keys(change).join(' and ')} does not verify [S-053, D-009]`, () => {
    expect(conversationVerifies(keys, { ...row, ...change })).toBe(false);
  });
}

test('a head of another master secret does not verify [D-010]', () => {
  expect(conversationVerifies(deriveKeys('cd'.repeat(32)), row)).toBe(false);
});
