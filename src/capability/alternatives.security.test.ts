import { expect, test } from 'vitest';
import { z } from 'zod';
import { strictCopy } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { jsonSchema } from './index.ts';

const draft7 = 'http://json-schema.org/draft-07/schema#';

async function answer(input: unknown, value: JsonObject): Promise<string> {
  const compiled = await compileSchema(input);
  if (!compiled.ok) throw new Error(compiled.problem);
  const copy = strictCopy(value);
  if (!copy.ok) throw new Error('not plain JSON');
  const result = await compiled.schema.validate(copy.value as JsonObject);
  if (result.ok) return 'accepted';
  return result.expected === 'no member of this name' ? `no ${result.pointer}` : `bad ${result.pointer}`;
}

const amount = { type: 'integer', maximum: 10 };
const kind = (value: string, more: object = {}) => ({ properties: { kind: { const: value }, ...more } });
const kinds = { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] };
const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

test.each<[string, object, JsonObject, string]>([
  [
    'an alternative that a constant rules out',
    { ...kinds, oneOf: [kind('a'), kind('b', { amount })] },
    { kind: 'a', amount: 'rm -rf' },
    'no /amount',
  ],
  [
    'the same where the value would fit',
    { ...kinds, oneOf: [kind('a'), kind('b', { amount })] },
    { kind: 'a', amount: 5 },
    'no /amount',
  ],
  [
    'the alternative that applies',
    { ...kinds, oneOf: [kind('a'), kind('b', { amount })] },
    { kind: 'b', amount: 5 },
    'accepted',
  ],
  [
    'an alternative that only its values rule out',
    { ...kinds, anyOf: [kind('a'), { properties: { kind: { pattern: '^b' }, amount } }] },
    { kind: 'a', amount: 'x' },
    'no /amount',
  ],
  [
    'an alternative of which the member itself has the wrong type',
    object({ a: text }, { anyOf: [{ properties: { a: text } }, { properties: { a: text, amount } }] }),
    { a: '', amount: 'x' },
    'no /amount',
  ],
  [
    'several alternatives that apply together',
    object({}, { anyOf: [{ properties: { a: text } }, { properties: { b: text } }] }),
    { a: '', b: '' },
    'accepted',
  ],
  [
    'an alternative behind a reference',
    {
      ...kinds,
      oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
      $defs: { a: kind('a'), b: kind('b', { amount }) },
    },
    { kind: 'a', amount: 'x' },
    'no /amount',
  ],
  [
    'an alternative inside a list',
    object({ l: { type: 'array', items: { ...kinds, oneOf: [kind('a'), kind('b', { amount })] } } }),
    {
      l: [
        { kind: 'b', amount: 5 },
        { kind: 'a', amount: 'x' },
      ],
    },
    'no /l/1/amount',
  ],
  [
    'alternatives that are lists',
    object({
      l: {
        anyOf: [
          { type: 'array', maxItems: 1, items: object({ a: text }) },
          { type: 'array', minItems: 2, items: object({ b: text }) },
        ],
      },
    }),
    { l: [{ a: '', b: 7 }] },
    'no /l/0/b',
  ],
  [
    'a dependent schema without its trigger',
    object({ a: text }, { dependentSchemas: { a: { properties: { amount } } } }),
    { amount: 'x' },
    'no /amount',
  ],
  [
    'a dependent schema with its trigger',
    object({ a: text }, { dependentSchemas: { a: { properties: { amount } } } }),
    { a: '', amount: 3 },
    'accepted',
  ],
  [
    'a dependency of draft-07 without its trigger',
    object({ a: text }, { $schema: draft7, dependencies: { a: { properties: { amount } }, b: ['a'] } }),
    { amount: 'x' },
    'no /amount',
  ],
  [
    'a condition that does not hold',
    object({ a: text }, { if: { properties: { amount } }, then: { properties: { b: text } } }),
    { a: '', amount: 'x' },
    'no /amount',
  ],
  [
    'the branch of a condition that was not taken',
    { ...kinds, if: kind('a'), then: { properties: { b: text } }, else: { properties: { c: text } } },
    { kind: 'a', c: 1 },
    'no /c',
  ],
  [
    'the branch that was taken',
    { ...kinds, if: kind('a'), then: { properties: { b: text } }, else: { properties: { c: text } } },
    { kind: 'z', c: 'x' },
    'accepted',
  ],
  [
    'what must not be',
    object({ a: text }, { not: { properties: { b: text }, required: ['b'] } }),
    { b: 1 },
    'no /b',
  ],
  [
    'an alternative that a default rules out',
    object({ kind: { type: 'string', default: 'a' } }, { anyOf: [kind('a'), kind('b', { amount })] }),
    { amount: 5 },
    'no /amount',
  ],
  [
    'an alternative that is open and does not apply',
    { ...kinds, oneOf: [kind('a'), { ...kind('b'), additionalProperties: true }] },
    { kind: 'a', x: 1 },
    'no /x',
  ],
  [
    'an alternative that is open and applies',
    { ...kinds, oneOf: [kind('a'), { ...kind('b'), additionalProperties: true }] },
    { kind: 'b', x: 1 },
    'accepted',
  ],
  [
    'names by a pattern in an alternative that applies',
    { ...kinds, oneOf: [kind('a'), { ...kind('b'), patternProperties: { '^x-': amount } }] },
    { kind: 'b', 'x-1': 1 },
    'accepted',
  ],
  [
    'an object that says nothing, beside a closed one',
    object({ o: { anyOf: [object({ a: text }), { type: 'object' }] } }),
    { o: { zzz: 1 } },
    'no /o/zzz',
  ],
  [
    'requirements that differ',
    object({ a: text, b: text }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    { b: '' },
    'accepted',
  ],
  [
    'the whole schema as an alternative',
    object({ a: text, next: { anyOf: [{ $ref: '#' }, { ...object({ b: text }), maxProperties: 1 }] } }),
    { next: { next: { b: '' } } },
    'accepted',
  ],
  [
    'no alternative at all, which the validator says',
    { ...kinds, oneOf: [kind('a'), kind('b', { amount })] },
    { kind: 'b', amount: 'x' },
    'bad /amount',
  ],
])('%s: what it declares counts only where it applies [B-022]', async (_what, document, value, says) => {
  const given = jsonSchema({ ...document });
  expect((await answer(given, value)).replace(/^bad .*/, 'bad /amount')).toBe(says);
});

test('names and values of alternatives are asked for without being written to', async () => {
  const document = object(
    { a: text },
    {
      anyOf: [
        { properties: { n: { type: 'integer' } } },
        { properties: { a: text, o: object({ n: amount }) } },
      ],
    },
  );
  expect(await answer(jsonSchema(document), { a: '', o: { n: 3 } })).toBe('accepted');
});

test('a schema that passes on what it does not know is held to the alternatives of its JSON Schema', async () => {
  const document = { ...kinds, oneOf: [kind('a'), kind('b', { amount })] };
  const lenient = (json: object) => ({
    '~standard': {
      version: 1,
      vendor: 'x',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => json },
    },
  });
  expect(await answer(lenient(document), { kind: 'a', amount: 'rm -rf' })).toBe('no /amount');
  expect(await answer(lenient(document), { kind: 'b', amount: 3 })).toBe('accepted');
  const conditional = {
    ...kinds,
    if: { required: ['kind'], not: { $ref: 'elsewhere' } },
    then: { required: ['kind'] },
  };
  expect(await compileSchema(lenient(conditional))).toMatchObject({ ok: true, schema: { partial: true } });
});

test('unions of zod accept what they accept, and nothing beside it', async () => {
  const shape = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('card'), number: z.string(), holder: z.email() }),
    z.object({ kind: z.literal('cash'), given: z.int().optional() }),
  ]);
  const pay = z.object({
    by: shape,
    when: z.union([z.object({ day: z.iso.date() }), z.object({ day: z.string(), hour: z.int().default(9) })]),
    note: z.string().nullable().optional(),
  });
  const when = { day: '2030-01-01' };
  expect(await answer(pay, { by: { kind: 'cash', given: 1 }, when })).toBe('accepted');
  expect(await answer(pay, { by: { kind: 'card', number: '1', holder: 'a@b.co' }, when, note: null })).toBe(
    'accepted',
  );
  expect(await answer(pay, { by: { kind: 'cash' }, when: { day: 'soon', hour: 3 } })).toBe('accepted');
  expect(await answer(pay, { by: { kind: 'cash', number: '1' }, when })).toBe('no /by/number');
  expect(await answer(shape, { kind: 'cash', number: 7 })).toBe('no /number');
});

test('a recursive union of zod is read level by level, and what a level does not declare is refused', async () => {
  const filter: z.ZodType = z.lazy(() => z.union([operator('and'), operator('or'), z.string()]));
  const operator = (op: string) => z.object({ items: z.array(filter), op: z.literal(op) });
  const around = (inner: Json): Json => ({ items: [inner], op: 'or' });
  const deep = Array.from({ length: 25 }).reduce<Json>(around, 'x');
  const schema = z.object({ filter });
  expect(await answer(schema, { filter: deep })).toBe('accepted');
  expect(await answer(schema, { filter: around({ op: 'and', items: [], not: true }) })).toBe(
    'no /filter/items/0/not',
  );
});

test('a reference below an "$id" of its own is a problem at registration, because it could be read in two ways', async () => {
  const inner = { $id: 'inner', ...object({ a: { $ref: '#/$defs/x' } }), $defs: { x: amount } };
  const document = object({ o: inner }, { $defs: { x: {} } });
  expect(await compileSchema(jsonSchema(document))).toMatchObject({
    ok: false,
    problem: expect.stringContaining('"$id"'),
  });
  expect(
    await answer(jsonSchema(object({ o: { $id: 'inner', ...object({ a: amount }) } })), { o: { a: 3 } }),
  ).toBe('accepted');
  const rooted = {
    $id: 'https://example.com/x',
    ...object({ a: { $ref: '#/$defs/x' } }),
    $defs: { x: amount },
  };
  expect(await answer(jsonSchema(rooted), { a: 3 })).toBe('accepted');
});
