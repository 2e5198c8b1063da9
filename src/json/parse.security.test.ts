import { expect, test } from 'vitest';
import { parseStrict } from './parse.ts';
import { defaultBounds } from './strict-result.ts';

function faultOf(text: string, bounds = defaultBounds): string | null {
  const result = parseStrict(text, bounds);
  return result.ok ? null : result.refusal.fault;
}

/** Bounds under which even megabytes are read to their end. */
const wide = { depth: 64, nodes: 20_000_000, bytes: 10 * 1024 * 1024 };

test('nesting is refused at the bound, 100,000 levels deep as well [B-014]', () => {
  expect(faultOf(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeNull();
  expect(faultOf(`${'['.repeat(65)}${']'.repeat(65)}`)).toBe('depth');
  expect(faultOf('['.repeat(100_000))).toBe('depth');
  expect(faultOf('{"a":['.repeat(20_000))).toBe('depth');
  expect(faultOf('['.repeat(5_000_000), { ...wide, depth: 1_000_000 })).toBe('depth');
});

test('a text longer than the bound is refused unread [B-014]', () => {
  expect(faultOf(`"${'x'.repeat(10_000_000)}"`)).toBe('bytes');
  expect(faultOf(' '.repeat(10_000_000))).toBe('bytes');
});

test('the number of values is bounded', () => {
  const list = (length: number) => `[${Array.from({ length }, () => '1').join(',')}]`;
  expect(faultOf(list(9_999))).toBeNull();
  expect(faultOf(list(10_000))).toBe('nodes');
});

test('bytes are those of the canonical text, which may be longer than the text', () => {
  const text = `[${Array.from({ length: 9_000 }, () => '1e-300').join(',')}]`;
  expect(faultOf(text, { ...defaultBounds, bytes: text.length })).toBeNull();
  const growing = '[0.000001e-1,123456789012e2]';
  expect(faultOf('[1e15]', { ...defaultBounds, bytes: 10 })).toBe('bytes');
  expect(faultOf(growing, { ...defaultBounds, bytes: growing.length })).toBeNull();
});

test.each([
  ['digits of one integer', '9'.repeat(10_000_000), 'inexact_number'],
  ['zeros of one fraction', `0.${'0'.repeat(10_000_000)}`, null],
  ['digits of one fraction', `0.${'1'.repeat(10_000_000)}`, 'inexact_number'],
  ['digits of one exponent', `1e${'9'.repeat(10_000_000)}`, 'inexact_number'],
  ['escapes of one string', `"${'\\n'.repeat(5_000_000)}"`, null],
  ['white space in one list', `[${' '.repeat(10_000_000)}]`, null],
  ['an unclosed string', `"${'x'.repeat(10_000_000)}`, 'syntax'],
])('ten megabytes of %s are read in linear time', (_, text, fault) => {
  expect(faultOf(text, wide)).toBe(fault);
});

test('a million values are read in linear time where the bounds allow them', () => {
  expect(faultOf(`[${'1,'.repeat(1_000_000)}1]`, wide)).toBeNull();
});

test('a text with ten thousand different members is read, and its last duplicate found', () => {
  const members = Array.from({ length: 9_000 }, (_, index) => `"member ${index}":0`);
  expect(faultOf(`{${members.join(',')}}`)).toBeNull();
  expect(faultOf(`{${members.join(',')},"member 0":0}`)).toBe('duplicate_member');
});

test('what is no text at all is refused, not thrown', () => {
  for (const value of [undefined, null, 5, {}, Symbol('s')]) expect(faultOf(value as string)).toBe('syntax');
});

test('a refusal never repeats the text', () => {
  for (const text of ['{"a":secret}', '"secret', '{"secret" 1}', 'secret', '[1]secret']) {
    expect(JSON.stringify(parseStrict(text))).not.toContain('secret');
  }
});
