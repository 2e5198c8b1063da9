import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearPattern, PatternRefused } from './linear-pattern.ts';

test.each<[pattern: string, matching: readonly string[], other: readonly string[]]>([
  ['^a$', ['a'], ['a\n', 'b', '']],
  ['a', ['xay'], ['xy']],
  ['^\\S+$', ['ab', 'é'], ['a b', 'a\u00a0b', 'a\ufeffb', 'a\u2003b', '']],
  ['^[\\s]$', [' ', '\u3000', '\u2028'], ['a']],
  ['^[^\\S]$', [' ', '\u00a0'], ['a', '\u200b']],
  ['^[\\S]$', ['a', '\u200b'], [' ', '\u205f']],
  ['^.$', ['a', '\u{1f600}'], ['\n', '\r', '\u2028', '\u2029']],
  ['^[.]$', ['.'], ['a']],
  ['^\\u{1F600}\\uD83D\\uDE01\\u0041$', ['\u{1f600}\u{1f601}A'], ['A']],
  ['^[\\u{1F600}-\\u{1F602}]$', ['\u{1f601}'], ['\u{1f603}']],
  ['^[[a]$', ['[', 'a'], ['b']],
  ['^[[:alpha:]$', ['[', ':', 'l'], ['z', ']']],
  ['^\\cA\\0\\x41\\/\\.$', ['\u0001\u0000A/.'], ['A']],
  ['^[\\b]$', ['\b'], ['b']],
  ['^[^]$', ['a', '\n'], ['']],
  ['^[]$', [], ['', 'a']],
  ['\\bfoo\\b', ['a foo b'], ['foobar']],
  ['^\\d{2,3}$', ['12', '123'], ['1', '٣٣']],
  ['^\\p{Lu}\\P{Lu}$', ['Éa'], ['aÉ']],
  ['^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$', ['2024-11'], ['2024-13']],
  ['^[\\w.\\-]+@[\\w\\-]+$', ['a.b-c@d'], ['a b@c']],
])('the pattern %s means what ECMA-262 says', (pattern, matching, other) => {
  const matches = linearPattern(pattern);
  for (const text of matching)
    expect([text, RegExp(pattern, 'u').test(text), matches(text)]).toEqual([text, true, true]);
  for (const text of other)
    expect([text, RegExp(pattern, 'u').test(text), matches(text)]).toEqual([text, false, false]);
});

const atoms = [
  'a',
  'b',
  '.',
  '\\s',
  '\\S',
  '\\d',
  '\\w',
  '\\W',
  '[ab]',
  '[^a]',
  '[\\s\\d]',
  '[^\\S]',
  '\\u0061',
  '\\.',
  '[.]',
  '\\b',
  ' ',
];
const pattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...atoms),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
    fc.tuple(tie('node'), fc.constantFrom('*', '+', '?', '{1,3}', '*?')).map(([a, q]) => `(?:${a})${q}`),
  ),
})).node;
const text = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '.', '1', '_', '\n', '\r', '\u00a0', '\u2028', 'é', '\u{1f600}'),
  maxLength: 6,
});

test('it decides like the built-in engine for any pattern of the shared syntax', () => {
  fc.assert(
    fc.property(pattern, fc.boolean(), text, (source, anchored, subject) => {
      const whole = anchored ? `^(?:${source})$` : source;
      expect(linearPattern(whole)(subject)).toBe(RegExp(whole, 'u').test(subject));
    }),
    { numRuns: 2000 },
  );
});

test.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', 'a{1001}'])(
  'the pattern %s cannot be matched in linear time, which is a problem and not a wait [D-020]',
  (source) => {
    expect(() => linearPattern(source)).toThrow(PatternRefused);
    expect(() => linearPattern(source)).toThrow('linear time');
  },
);

test.each(['(', '[z-a]', '\\', 'a**', '\\A', '\\Qa\\E', '(?i)a', '\\z'])(
  '%s is no regular expression',
  (source) => {
    expect(() => linearPattern(source)).toThrow('is not a regular expression');
  },
);

test('time grows with the text and not with its square or worse [D-020]', () => {
  const matches = linearPattern('^(a+)+$');
  // The built-in engine needs 2^n steps here: it would not end within the age of the universe.
  expect(matches(`${'a'.repeat(50_000)}!`)).toBe(false);
  expect(matches('a'.repeat(50_000))).toBe(true);
  const nested = linearPattern('^((((x*)*)*)*)*y$');
  expect(nested('x'.repeat(50_000))).toBe(false);
});

test('a pattern keeps no position between tests [B-083]', () => {
  const matches = linearPattern('bad');
  expect([1, 2, 3, 4].map(() => matches('a bad one'))).toEqual([true, true, true, true]);
});

test('the pattern is shown shortened', () => {
  expect(() => linearPattern(`(?=${'x'.repeat(500)})`)).toThrow(/^has a pattern ".{79}…" that/);
});
