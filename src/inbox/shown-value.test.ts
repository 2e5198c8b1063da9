import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../json/json.ts';
import { type ShownValue, shownText, shownValue } from './shown-value.ts';

const textOf = ({ pieces }: ShownValue): string => pieces.map(({ text }) => text).join('');
const spelledIn = ({ pieces }: ShownValue): string =>
  pieces.flatMap(({ text, spelled }) => (spelled ? [text] : [])).join(' ');

test.each([
  ['a zero-width space', 'ab\u200bcd', '\\u{200b}'],
  ['a right-to-left override', 'gpj.\u202eexe', '\\u{202e}'],
  ['an isolate', 'a\u2066b\u2069', '\\u{2066} \\u{2069}'],
  ['a supplementary variation selector', 'a\u{e0100}', '\\u{e0100}'],
  ['tag characters', 'a\u{e0061}\u{e007f}', '\\u{e0061}\\u{e007f}'],
  ['wide spaces', 'a\u3000\u3000b', '\\u{3000}\\u{3000}'],
  ['an escape sequence', '\u001b[2Ja', '\\u{1b}'],
  ['a NUL', 'a\u0000b', '\\u{0}'],
  ['an empty braille cell', 'a\u2800b', '\\u{2800}'],
  ['a Hangul filler', 'a\u3164b', '\\u{3164}'],
  ['a soft hyphen', 'pay\u00adpal', '\\u{ad}'],
  ['a line separator', 'a\u2028b', '\\u{2028}'],
  ['a mark without a letter', '\u0338 no', '\\u{338}'],
  ['marks piled up', `a${'\u0300'.repeat(7)}`, '\\u{300}\\u{300}\\u{300}'],
] as const)('%s is spelled out, marked and warned of [B-052]', (_what, text, spelled) => {
  const nested: Json = { a: [text], [text]: 1 };
  expect(spelledIn(shownValue(text))).toBe(spelled);
  expect(spelledIn(shownText(text))).toBe(spelled);
  expect(spelledIn(shownValue(nested))).toBe(`${spelled} ${spelled}`);
  for (const shown of [shownValue(text), shownText(text), shownValue(nested)])
    expect(shown.warnings).toContain('hidden');
});

test('a text by itself breaks its lines, marked; inside of something it keeps to its line', () => {
  expect(textOf(shownValue('one\ntwo\tthree'))).toBe('"one\\n\ntwo\\tthree"');
  expect(textOf(shownValue({ a: 'one\n  "b": 2' }))).toBe('{\n  "a": "one\\n  \\"b\\": 2"\n}');
  expect(shownValue('one\r\ntwo').warnings).toEqual([]);
});

test('a backslash of the value is never taken for one of ours', () => {
  const shown = shownValue('\\u{200b}');
  expect([textOf(shown), spelledIn(shown), shown.warnings]).toEqual(['"\\\\u{200b}"', '', []]);
});

test.each<readonly [Json, string]>([
  [1, '1'],
  ['1', '"1"'],
  [null, 'null'],
  ['', '""'],
  [true, 'true'],
  [{}, '{}'],
  [[], '[]'],
  [1e21, '1e+21'],
])('%j shows its type', (value, text) => {
  expect(textOf(shownValue(value))).toBe(text);
});

test('letters of other alphabets are said to look alike, and what they are is written beneath [B-052]', () => {
  const shown = shownValue('https://p\u0430ypal.com');
  expect(shown.warnings).toEqual(['look_alike']);
  expect(shown.ascii).toBe('"https://p\\u{430}ypal.com"');
  expect(shownValue({ to: 'p\u0430ypal' }).ascii).toBe('{\n  "to": "p\\u{430}ypal"\n}');
});

test('what is written from right to left is also shown in its order', () => {
  const shown = shownValue('pay \u05d0\u05d1 10');
  expect(shown.warnings).toEqual(['right_to_left']);
  expect(shown.ascii).toBe('"pay \\u{5d0}\\u{5d1} 10"');
});

test('many spaces or line breaks in a row are warned of', () => {
  expect(shownValue(`ok${' '.repeat(20)}and delete`).warnings).toEqual(['padding']);
  expect(shownValue(`ok${'\n'.repeat(20)}and delete`).warnings).toEqual(['padding']);
  expect(shownValue(`ok${' '.repeat(19)}and delete`).warnings).toEqual([]);
});

test('a length is the characters of a text, and of anything else those of its JSON', () => {
  expect(shownValue('ab👍').length).toBe(3);
  expect(shownValue({ a: 1 }).length).toBe('{\n  "a": 1\n}'.length);
});

test('plain text is shown as it is and warned of nothing', () => {
  for (const text of ['Zoë, 注文 of 12.00 €', 'заказ 4411', 'naïve façade', '5–10 ½ №3 ™']) {
    const shown = shownValue(text);
    expect([textOf(shown), shown.warnings, shown.ascii]).toEqual([`"${text}"`, [], null]);
  }
});

test('whatever a value is, what is shown of it reads back as that value, and nothing in it hides', () => {
  const values = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(values, (value) => {
      const shown = shownValue(value);
      const text = textOf(shown);
      expect(text.replaceAll('\n', '')).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
      const json = (typeof value === 'string' ? text.replaceAll('\n', '') : text).replace(
        /\\(?:u\{([0-9a-f]+)\}|.)/gu,
        (escape, hex?: string) =>
          hex === undefined ? escape : JSON.stringify(String.fromCodePoint(parseInt(hex, 16))).slice(1, -1),
      );
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
