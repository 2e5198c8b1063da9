import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';
import { parseStrict } from './parse.ts';
import { strictCopy } from './strict.ts';

const anyJson = fc.jsonValue({ stringUnit: 'binary' });

test('a text that was written as JSON is read as JSON.parse reads it, or refused as its value is', () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyJson, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const result = parseStrict(text);
      expect(result).toEqual(
        strictCopy(JSON.parse(text)).ok ? { ok: true, value: JSON.parse(text) } : result,
      );
      if (result.ok) accepted += 1;
      else expect(['unsafe_integer', 'proto_member']).toContain(result.refusal.fault);
    }),
    { numRuns: 1000 },
  );
  expect(accepted).toBeGreaterThan(500);
});

test('what JSON.parse refuses is refused, whatever was cut out of or put into a text [B-020]', () => {
  const edited = fc
    .tuple(
      anyJson,
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.constantFrom('', '"', '{', '}', ',', ':', '0', '\\', 'e', '\u0000'),
    )
    .map(([value, at, cut, put]) => {
      const text = JSON.stringify(value);
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + cut);
    });
  fc.assert(
    fc.property(edited, (text) => {
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        expect(parseStrict(text).ok).toBe(false);
        return;
      }
      const result = parseStrict(text);
      if (result.ok)
        expect(canonicalText(result.value)).toBe(canonicalText(JSON.parse(JSON.stringify(value))));
      else expect(result.refusal.fault).not.toBe('syntax');
    }),
    { numRuns: 3000 },
  );
});

test('any text at all gives a result', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseStrict(text)));
});
