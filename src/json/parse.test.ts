import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';
import { parseStrict } from './parse.ts';

/** The value of a text, or what it is refused for and where. */
function read(text: string): unknown {
  const result = parseStrict(text);
  return result.ok ? result.value : `${result.refusal.fault} at "${result.refusal.pointer}"`;
}

test('every kind of value is read and frozen', () => {
  const text = ' { "a" : [ 1 , -2.5e-1 , true , false , null , "\\u20ac\\n" , { } , [ ] ] } \r\n\t';
  const result = parseStrict(text);
  expect(result).toEqual({ ok: true, value: { a: [1, -0.25, true, false, null, '\u20ac\n', {}, []] } });
  const value = result.ok ? (result.value as { readonly a: readonly object[] }) : { a: [] };
  expect([value, value.a, value.a[6], value.a[7]].every(Object.isFrozen)).toBe(true);
});

test('a member name that occurs twice is refused with its pointer, escaped twins too [B-004]', () => {
  expect(read('{"amount":1,"amount":2}')).toBe('duplicate_member at "/amount"');
  expect(read('{"amount":1,"\\u0061mount":2}')).toBe('duplicate_member at "/amount"');
  expect(read('[0,{"x":{"a/b":1,"c":[],"a/b":1}}]')).toBe('duplicate_member at "/1/x/a~1b"');
  expect(read('{"1":1,"1":1}')).toBe('duplicate_member at "/1"');
  expect(read('{"toString":1,"constructor":2}')).toEqual(JSON.parse('{"toString":1,"constructor":2}'));
  expect(read('{"toString":1,"toString":2}')).toBe('duplicate_member at "/toString"');
});

test('a member that would set a prototype is refused, however it is spelled', () => {
  expect(read('{"__proto__":1}')).toBe('proto_member at "/__proto__"');
  expect(read('{"a":{"\\u005f_proto__":1}}')).toBe('proto_member at "/a/__proto__"');
});

test('integers beyond 2^53 are refused instead of rounded [B-005]', () => {
  expect(read('{"id":9007199254740993}')).toBe('unsafe_integer at "/id"');
  expect(read('{"id":9007199254740992}')).toBe('unsafe_integer at "/id"');
  expect(read('{"id":2512292042121000001}')).toBe('unsafe_integer at "/id"');
  expect(read('{"id":9007199254740991}')).toEqual({ id: 9007199254740991 });
});

test('a number that would lose its value is refused', () => {
  expect(read('[0.1000000000000000055511151231257827]')).toBe('inexact_number at "/0"');
  expect(read('[1e400]')).toBe('inexact_number at "/0"');
  expect(read('[-1e-400]')).toBe('inexact_number at "/0"');
  expect(read('[0.1,5e-324,1.7976931348623157e-5]')).toEqual([0.1, 5e-324, 1.7976931348623157e-5]);
});

test('one number has one value however it is spelled [B-008]', () => {
  expect(read('[1.0,10e-1,1E0,0.1e+1,100e-2]')).toEqual([1, 1, 1, 1, 1]);
});

test('minus zero is read as zero [B-007]', () => {
  for (const text of ['-0', '-0.0', '-0e5']) expect(Object.is(read(text), 0)).toBe(true);
});

test('half a surrogate pair is refused as escape and literally [B-002]', () => {
  expect(read('{"note":"\\ud800"}')).toBe('lone_surrogate at "/note"');
  expect(read('{"\\udc00":1}')).toBe('lone_surrogate at "/\ufffd"');
  expect(read('"\\ude00\\ud83d"')).toBe('lone_surrogate at ""');
  expect(read('"\ud800"')).toBe('lone_surrogate at ""');
  expect(read('"\\ud83d\\ude00"')).toBe('\u{1F600}');
});

test('literal and escaped characters are one value [B-017]', () => {
  const literal = read('"\u007f\u0085\u2028\u2029/"');
  expect(read('"\\u007f\\u0085\\u2028\\u2029\\/"')).toBe(literal);
  expect(canonicalText(String(read('"\\u0000\\b\\u0009"')))).toBe('"\\u0000\\b\\t"');
});

test('two values in one slot are refused: neither the first nor an empty object comes out [B-020]', () => {
  expect(read('{"id":1}{"id":2}')).toBe('trailing_text at ""');
  expect(read('{"id":1} {"id":2}')).toBe('trailing_text at ""');
  expect(read('{"id":1},')).toBe('trailing_text at ""');
  expect(read('1 2')).toBe('trailing_text at ""');
});

test.each([
  ['', ''],
  [' \n', ''],
  ['\ufeff{}', ''],
  ['{"path":"/etc/hosts","content":"line1', '/content'],
  ['{"a":1,', ''],
  ['{"a":1,}', ''],
  ['{"a"', ''],
  ['{"a":', '/a'],
  ['{a:1}', ''],
  ["{'a':1}", ''],
  ['[1', ''],
  ['[1,]', '/1'],
  ['[,1]', '/0'],
  ['01', ''],
  ['-', ''],
  ['1.', ''],
  ['.5', ''],
  ['+1', ''],
  ['1e', ''],
  ['0x10', ''],
  ['NaN', ''],
  ['nul', ''],
  ['True', ''],
  ['"\t"', ''],
  ['"\u0000"', ''],
  ['"\\x41"', ''],
  ['"\\u00g0"', ''],
  ['"\\u12', ''],
  ['"\\', ''],
  ['\u00a01', ''],
  ['// 1\n1', ''],
])('the text %j is refused', (text, pointer) => {
  const result = parseStrict(text);
  expect(result.ok).toBe(false);
  if (!result.ok) {
    expect(['syntax', 'trailing_text']).toContain(result.refusal.fault);
    expect(result.refusal.pointer).toBe(pointer);
  }
});
