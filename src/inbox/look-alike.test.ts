import { expect, test } from 'vitest';
import { looksAlike } from './look-alike.ts';

test.each([
  ['a Cyrillic letter in a Latin word', 'p\u0430ypal'],
  ['a Greek letter in a Latin word', 'g\u03bfogle.com'],
  ['an Armenian letter in a Latin word', 'g\u0585ogle'],
  ['a Cherokee letter in a Latin word', '\u13aaayPal'],
  ['a Cyrillic word of letters that look Latin', '\u0441\u043e\u0440\u0435'],
  ['a Cyrillic name in an address', 'open \u0441\u043e\u0441\u043e.com'],
  ['a Cyrillic article among Latin words', 'pay \u0430 bill'],
  ['full-width letters', '\uff50\uff41\uff59'],
  ['a full-width slash', 'example.com\uff0fpath'],
  ['mathematical letters', '\u{1d429}\u{1d41a}\u{1d432}'],
  ['a ligature', 'o\ufb03ce'],
  ['a Roman numeral', '\u2170\u2161'],
  ['a division slash', 'example.com\u2215path'],
  ['a one-dot leader', 'example\u2024com'],
  ['a hyphen that is none', 'a\u2010b'],
  ['a small capital', 'payp\u0251l'],
  ['a Kelvin sign', '\u212aelvin'],
  ['digits of two scripts in one number', '1\u09ea0'],
] as const)('%s is seen [B-052]', (_what, text) => {
  expect(looksAlike(text)).toBe(true);
});

test.each([
  '',
  'plain text, 12.00 EUR',
  'naïve Zoë Straße Łódź',
  'Купить телефон с чехлом',
  'нет',
  'ещё раз: заказ № 5',
  'Αθήνα, η πόλη',
  '注文API を取り消す',
  '٤٤١١',
  'Café – 5 € … “quoted” ½ №3 ™',
])('%j is ordinary text', (text) => {
  expect(looksAlike(text)).toBe(false);
});

test('a long text is judged in no time that grows with its square', () => {
  expect(looksAlike(`${'слово '.repeat(40_000)}p\u0430y`)).toBe(true);
  expect(looksAlike('ё'.repeat(250_000))).toBe(false);
});
