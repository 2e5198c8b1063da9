import { expect, test } from 'vitest';
import type { ConversationRow, EntryRow } from '../store/rows.ts';
import type { ConversationKey, EntryPage } from '../store/store.ts';
import { chaining } from './chaining.ts';
import type { EntryBody } from './entry.ts';
import { heard, historyOf, keys, step, talk } from './history.fixture.ts';
import { Ledger } from './ledger.ts';
import { type HistoryBounds, VerifiedHistories } from './verified-history.ts';

/** Entries that a test writes and changes, how often which of them were read, and who waits for them. */
class Written {
  entries: EntryRow[] = [];
  head: ConversationRow | null = null;
  readonly pages: [after: number, limit: number][] = [];
  /** Answers are held back until `answer` is called. */
  held: (() => void)[] | null = null;

  write(...bodies: readonly EntryBody[]): void {
    const { conversation, entries } = historyOf(bodies, this.head);
    this.head = conversation;
    this.entries.push(...entries);
  }

  answer(): void {
    const waiting = this.held ?? [];
    this.held = [];
    for (const one of waiting) one();
  }

  readonly store = {
    entries: ({ after, limit }: EntryPage) => {
      this.pages.push([after, limit]);
      const rows = this.entries.filter(({ n }) => n > after).slice(0, limit);
      if (this.held === null) return rows;
      return new Promise<readonly EntryRow[]>((resolve) => this.held?.push(() => resolve(rows)));
    },
  };
}

const many = (count: number): EntryBody[] => Array.from({ length: count }, (_, n) => heard(`${n}`));

function opened(bounds: Partial<HistoryBounds> = {}) {
  const written = new Written();
  const histories = new VerifiedHistories(written.store, keys, { conversations: 2, facts: 10, ...bounds });
  return { written, upTo: (of: ConversationKey = talk, row = written.head) => histories.upTo(of, row) };
}

test('a conversation of which nothing is known reads nothing', () => {
  const { written, upTo } = opened();
  expect(upTo()).toMatchObject({ n: 0, last: null });
  expect(written.pages).toEqual([]);
});

test('what was verified is not read again, only what came after it', () => {
  const { written, upTo } = opened();
  written.write(...many(3));
  expect(upTo()).toMatchObject({ n: 3, last: written.head?.last });
  written.write(...many(2));
  upTo();
  upTo();
  expect(written.pages).toEqual([
    [0, 3],
    [3, 2],
  ]);
});

test('a history of thousands is read page by page, and others have a turn between pages', async () => {
  const { written, upTo } = opened();
  written.write(...many(2_500));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const ledger = await upTo();
  clearInterval(counting);
  expect(ledger).toMatchObject({ n: 2_500, last: written.head?.last });
  expect(written.pages).toEqual([
    [0, 1_000],
    [1_000, 1_000],
    [2_000, 500],
  ]);
});

test('only as far as the anchor covers is read, whatever is there behind it', () => {
  const { written, upTo } = opened();
  written.write(...many(2));
  const { head } = written;
  written.write(...many(2));
  expect(upTo(talk, head)).toMatchObject({ n: 2 });
});

const broken: Readonly<Record<string, (written: Written) => void>> = {
  'the first entry is missing': ({ entries }) => void entries.shift(),
  'an entry is missing in the middle': ({ entries }) => void entries.splice(1, 1),
  'the last entry is missing': ({ entries }) => void entries.pop(),
  'all entries are missing': ({ entries }) => void entries.splice(0),
  'an entry was edited': ({ entries }) => void (entries[1] = { ...entries[1]!, at: 7 }),
  'an entry is there twice': ({ entries }) => void (entries[2] = { ...entries[1]!, n: 3 }),
  'two entries changed places': ({ entries }) => {
    const [, second, third] = entries;
    entries[1] = { ...third!, n: 2 };
    entries[2] = { ...second!, n: 3 };
  },
  'an entry is that of another history': (written) => {
    written.entries[2] = historyOf([heard('other'), heard('other'), heard('other')]).entries[2]!;
  },
  'the anchor covers another last entry': (written) => {
    written.head = historyOf([...many(2), heard('other')]).conversation;
  },
};

for (const [what, change] of Object.entries(broken)) {
  test(`a history is invalid where ${what}, also when it is asked again [S-053]`, () => {
    const { written, upTo } = opened();
    written.write(...many(3));
    change(written);
    expect([upTo(), upTo()]).toEqual(['invalid', 'invalid']);
  });
}

test('what was verified before is valid no longer under an anchor that covers something else [S-053]', () => {
  const { written, upTo } = opened();
  written.write(...many(3));
  expect(upTo()).toBeInstanceOf(Ledger);
  const other = historyOf([heard('x'), heard('y'), heard('z')]);
  expect(upTo(talk, other.conversation)).toBe('invalid');
  // It is forgotten, and read again.
  expect(upTo()).toBeInstanceOf(Ledger);
});

test('a row that tells of less than was verified is behind, or its tail was cut off: `ahead` [S-053]', () => {
  const { written, upTo } = opened();
  written.write(...many(2));
  const before = written.head;
  written.write(...many(2));
  upTo();
  expect(upTo(talk, before)).toEqual({ ahead: 4 });
  expect(upTo(talk, null)).toEqual({ ahead: 4 });
  expect(upTo()).toBeInstanceOf(Ledger);
});

/** Three conversations with so many things to remember each, and which of them are read. */
function three(things: number, bounds: HistoryBounds) {
  const conversations = new Map(['a', 'b', 'c'].map((name) => [name, new Written()]));
  const reads: string[] = [];
  const store = {
    entries: (page: EntryPage) => {
      reads.push(page.conversation);
      return conversations.get(page.conversation)?.store.entries(page) ?? [];
    },
  };
  const bodies = Array.from({ length: things }, (_, n) =>
    step(`c-${n}`, null, 'completed', { capability: `orders.${n}` }),
  );
  for (const [conversation, written] of conversations) {
    const chained = chaining(keys, { ...talk, conversation }, 1, bodies)(null);
    written.head = chained.conversation;
    written.entries.push(...chained.entries);
  }
  const histories = new VerifiedHistories(store, keys, bounds);
  for (const conversation of ['a', 'b', 'a', 'c', 'a', 'b']) {
    const { head } = conversations.get(conversation)!;
    expect(histories.upTo({ ...talk, conversation }, head)).toBeInstanceOf(Ledger);
  }
  return reads.join(' ');
}

test('the conversations that were used last are remembered, and no more than are allowed', () => {
  expect(three(1, { conversations: 3, facts: 100 })).toBe('a b c');
  expect(three(1, { conversations: 2, facts: 100 })).toBe('a b c b');
  expect(three(1, { conversations: 1, facts: 100 })).toBe('a b a c a b');
  expect(three(1, { conversations: 0, facts: 100 })).toBe('a b a c a b');
});

test('no more things are remembered than are allowed in all, those of the conversations used last', () => {
  expect(three(4, { conversations: 9, facts: 12 })).toBe('a b c');
  expect(three(4, { conversations: 9, facts: 11 })).toBe('a b c b');
  expect(three(4, { conversations: 9, facts: 7 })).toBe('a b a c a b');
  expect(three(4, { conversations: 9, facts: 3 })).toBe('a b a c a b');
});

test('what a conversation has more to remember later counts from its next use on', () => {
  const { written, upTo } = opened({ conversations: 9, facts: 3 });
  const more = (name: string) => written.write(step(name, null, 'completed', { capability: name }));
  for (const name of ['a', 'b', 'c']) {
    more(name);
    upTo();
  }
  more('d');
  upTo();
  upTo();
  expect(written.pages).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [0, 4],
  ]);
});

test('a conversation with more to remember than is allowed is verified each time, and answered all the same', () => {
  const { written, upTo } = opened({ facts: 2 });
  written.write(...['a', 'b', 'c'].map((call) => step(call, null, 'completed', { bound: { r: call } })));
  expect([upTo(), upTo()]).toMatchObject([{ n: 3 }, { n: 3 }]);
  expect(written.pages).toHaveLength(2);
});

test('readers at once come to the same, each up to what its row covers at least', async () => {
  const { written, upTo } = opened();
  written.write(...many(2));
  upTo();
  written.write(...many(2));
  const middle = written.head;
  written.write(...many(2));
  written.held = [];
  const readers = [upTo(), upTo(talk, middle), upTo()];
  while (written.held.length > 0) {
    written.answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [last, some, same] = await Promise.all(readers.map(async (one) => one));
  expect([last, same]).toMatchObject([{ n: 6 }, { n: 6 }]);
  expect(some instanceof Ledger && some.n >= 4).toBe(true);
  written.held = null;
  expect(upTo()).toMatchObject({ n: 6, last: written.head?.last });
});

test('readers at once of a history that is broken all find it so [S-053]', async () => {
  const { written, upTo } = opened();
  written.write(...many(2));
  upTo();
  written.write(...many(3));
  written.entries[3] = { ...written.entries[3]!, body: '{}' };
  written.held = [];
  const readers = [upTo(), upTo(), upTo()];
  while (written.held.length > 0) {
    written.answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(readers.map(async (one) => one))).toEqual(['invalid', 'invalid', 'invalid']);
  written.held = null;
  expect(upTo()).toBe('invalid');
});
