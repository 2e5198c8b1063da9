import { expect, test } from 'vitest';
import { pointerTo, pointerToken } from './pointer.ts';

test('the examples of RFC 6901 are escaped as there', () => {
  expect(pointerTo([])).toBe('');
  expect(pointerTo([''])).toBe('/');
  expect(pointerTo(['foo', 0])).toBe('/foo/0');
  expect(pointerTo(['a/b'])).toBe('/a~1b');
  expect(pointerTo(['m~n'])).toBe('/m~0n');
  expect(pointerToken('~1/')).toBe('~01~1');
});

test('a long pointer is cut to 200 characters with an ellipsis', () => {
  expect(pointerTo(['x'.repeat(199)])).toBe(`/${'x'.repeat(199)}`);
  const cut = pointerTo(['x'.repeat(200)]);
  expect(cut).toBe(`/${'x'.repeat(198)}…`);
});

test('half surrogate pairs never get out, by name or by cutting', () => {
  expect(pointerTo(['\ud800'])).toBe('/\ufffd');
  expect(pointerTo([`${'x'.repeat(197)}\u{1F600}yy`]).isWellFormed()).toBe(true);
});
