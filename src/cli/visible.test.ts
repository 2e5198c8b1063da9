import fc from 'fast-check';
import { expect, test } from 'vitest';
import { render, table, line, toned } from './text.ts';
import { visible, visibleJson } from './visible.ts';

const hiding = [
  ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
  ['a line feed', 'a\nb', 'a\\u{a}b'],
  ['a right-to-left override', '\u202egnp', '\\u{202e}gnp'],
  ['an isolate', '\u2066x', '\\u{2066}x'],
  ['a zero-width space', 'a\u200bb', 'a\\u{200b}b'],
  ['a soft hyphen', 'a\u00adb', 'a\\u{ad}b'],
  ['a tag character', '\u{e0041}', '\\u{e0041}'],
  ['a variation selector', 'a\u{e0100}', 'a\\u{e0100}'],
  ['a line separator', '\u2028', '\\u{2028}'],
  ['an empty braille cell', 'a\u2800b', 'a\\u{2800}b'],
  ['half a surrogate pair', '\ud800', '\\u{d800}'],
  ['a space that is none', 'a\u00a0b', 'a\\u{a0}b'],
] as const;

test.each(hiding)('%s is spelled out', (_what, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test('letters, marks and emoji stay as they are', () => {
  expect(visible('Zoë 注文 заказ ✓ 👍 a-b "c"')).toBe('Zoë 注文 заказ ✓ 👍 a-b "c"');
});

test('a JSON document stays the same document, with nothing in it that hides', () => {
  fc.assert(
    fc.property(
      fc.anything({ values: [fc.string({ unit: 'binary' })], withNullPrototype: false }),
      (value) => {
        const text = visibleJson({ value });
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ value })));
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
      },
    ),
  );
});

test('text is made visible before it is coloured, and columns are as wide as what is seen', () => {
  const blocks = [
    line(toned('good', '\u001b[31mno')),
    table([
      ['a\u200b', 'x'],
      [toned('bad', 'b'), 'y'],
    ]),
  ];
  expect(render(blocks, false)).toBe('\\u{1b}[31mno\n  a\\u{200b}  x\n  b          y\n');
  expect(render(blocks, true)).toContain('\u001b[32m\\u{1b}[31mno\u001b[39m');
});
