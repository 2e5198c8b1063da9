import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Tampered } from '../errors.ts';
import type { ConversationRow } from '../store/rows.ts';
import { chaining } from './chaining.ts';
import { conversationVerifies, newConversation } from './conversation.ts';
import { type EntryBody, entryVerifies } from './entry.ts';
import { heard, historyOf, keys, saw, shared, step, talk } from './history.fixture.ts';

const bodies = [heard(), saw(), saw('trusted'), step('c', null, 'admitted'), shared('guest', true)];

test('entries are numbered from 1 on, each behind the one before it, up to an anchor that covers the last', () => {
  const { conversation, entries } = historyOf(bodies);
  expect(entries.map(({ n, kind, at }) => [n, kind, at])).toEqual(
    bodies.map(({ kind }, index) => [index + 1, kind, 1_000]),
  );
  let previous: string | null = null;
  for (const entry of entries) {
    expect(entryVerifies(keys, previous, entry)).toBe(true);
    previous = entry.mac;
  }
  expect(conversation).toMatchObject({ id: 'talk', revision: 5, last: previous });
  expect(conversationVerifies(keys, conversation)).toBe(true);
});

test('what is untrusted counts as a source; steps, and who takes part, count as steps', () => {
  expect(historyOf(bodies).conversation).toMatchObject({ sources: 1, steps: 2 });
});

test('a conversation without a row begins as one whose row is new', () => {
  expect(historyOf(bodies, newConversation(keys, talk))).toEqual(historyOf(bodies));
});

test('the same entries are chained again to a head that moved', () => {
  const chain = chaining(keys, talk, 1_000, [heard('late')]);
  const first = chain(null);
  const { conversation } = historyOf([heard('meanwhile')]);
  const second = chain(conversation);
  expect(chain(null)).toEqual(first);
  expect([first.entries[0]?.n, second.entries[0]?.n]).toEqual([1, 2]);
  expect(entryVerifies(keys, conversation.last, second.entries[0]!)).toBe(true);
});

test('nothing is chained to a head that is not as it was written [S-053, D-009]', () => {
  const { conversation } = historyOf(bodies);
  for (const change of [{ steps: 0 }, { sources: 0 }, { revision: 6 }, { last: null }, { head: 'forged' }])
    expect(() => historyOf([heard()], { ...conversation, ...change })).toThrow(Tampered);
});

test('entries come to the same chain in however many transactions they are written', () => {
  const some: fc.Arbitrary<EntryBody> = fc.constantFrom(...bodies);
  fc.assert(
    fc.property(fc.array(fc.array(some, { maxLength: 4 }), { maxLength: 6 }), (batches) => {
      let head: ConversationRow | null = null;
      const macs: string[] = [];
      for (const batch of batches) {
        const chained = historyOf(batch, head);
        head = chained.conversation;
        macs.push(...chained.entries.map(({ mac }) => mac));
      }
      const whole = historyOf(batches.flat());
      expect(macs).toEqual(whole.entries.map(({ mac }) => mac));
      if (head !== null) expect(head).toEqual(whole.conversation);
    }),
  );
});
