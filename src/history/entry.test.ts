import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText, deriveKeys } from '../json/index.ts';
import { bodyOf, entryVerifies, signEntry } from './entry.ts';
import { heard, keys, saw, shared, step, talk } from './history.fixture.ts';

const row = { ...talk, n: 2, kind: 'heard', at: 1_000, body: '{}' } as const;
const entry = signEntry(keys, 'before', row);

test('an entry verifies behind the one that it was written behind, and behind no other [S-053]', () => {
  expect(entryVerifies(keys, 'before', entry)).toBe(true);
  for (const previous of ['other', '', null]) expect(entryVerifies(keys, previous, entry)).toBe(false);
  const first = signEntry(keys, null, row);
  expect(entryVerifies(keys, null, first)).toBe(true);
  expect(entryVerifies(keys, '', first)).toBe(false);
});

for (const change of [
  { tenant: 'other' },
  { owner: 'other' },
  { conversation: 'other' },
  { n: 3 },
  { kind: 'saw' as const },
  { at: 1_001 },
  { body: '{"a":1}' },
  { mac: signEntry(keys, 'other', row).mac },
  { mac: '' },
  { owner: 'talk', conversation: 'owner' },
]) {
  test(`an entry with another ${Object.keys(change).join(' and ')} does not verify [S-053, D-009]`, () => {
    expect(entryVerifies(keys, 'before', { ...entry, ...change })).toBe(false);
  });
}

test('an entry of another master secret does not verify [D-010]', () => {
  expect(entryVerifies(deriveKeys('cd'.repeat(32)), 'before', entry)).toBe(false);
});

test('what an entry says is read as it was written', () => {
  const bodies = [
    heard(),
    saw('untrusted', 'response'),
    step('c', null, 'admitted', { bound: { '["/id"]': 'print' }, run: 'r' }),
    shared('guest', true),
    { kind: 'run', run: 'r', state: 'undone' } as const,
  ];
  for (const body of bodies) {
    const { kind, ...said } = body;
    expect(bodyOf({ ...entry, kind, body: canonicalText(said) })).toEqual(body);
  }
});

test('no two places and texts have one MAC', () => {
  const texts = fc.tuple(fc.string(), fc.string(), fc.string(), fc.string());
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const of = ([owner, conversation, body, previous]: typeof a) =>
        signEntry(keys, previous, { ...row, owner, conversation, body }).mac;
      expect(of(a) === of(b)).toBe(a.every((text, at) => text === b[at]));
    }),
  );
});
