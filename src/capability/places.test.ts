import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { linearPattern } from './linear-pattern.ts';
import { isPartial, placesOf, undeclared } from './places.ts';
import type { JsonSchema } from './subschemas.ts';

function stray(schema: JsonSchema, value: JsonObject): string {
  const path = undeclared(placesOf(schema, linearPattern), value);
  return path === null ? 'declared' : `/${path.join('/')}`;
}

const text = { type: 'string' } as const;
const closed = { type: 'object', properties: { a: text } } as const;

test.each<[string, JsonSchema, JsonObject, string]>([
  ['a named member', closed, { a: 'x' }, 'declared'],
  ['another one, though nothing forbids it', closed, { a: 'x', note: 1 }, '/note'],
  ['no member named at all', { type: 'object', properties: {} }, { a: 1 }, '/a'],
  ['an object of which nothing names a member', { type: 'object' }, { a: { b: 1 } }, 'declared'],
  ['further members let in', { ...closed, additionalProperties: true }, { b: { c: 1 } }, 'declared'],
  ['further members of a shape', { ...closed, additionalProperties: closed }, { b: { a: '' } }, 'declared'],
  [
    'a stray one inside a further member',
    { ...closed, additionalProperties: closed },
    { b: { c: 1 } },
    '/b/c',
  ],
  ['unevaluated members let in', { allOf: [closed], unevaluatedProperties: true }, { b: 1 }, 'declared'],
  ['unevaluated members kept out', { allOf: [closed], unevaluatedProperties: false }, { b: 1 }, '/b'],
  ['a pattern of names', { type: 'object', patternProperties: { '^x-': text } }, { 'x-1': '' }, 'declared'],
  ['a name outside the pattern', { type: 'object', patternProperties: { '^x-': text } }, { y: '' }, '/y'],
  [
    'a listed name of a record',
    { propertyNames: { enum: ['a'] }, additionalProperties: text },
    { a: '' },
    'declared',
  ],
  [
    'an unlisted name of a record',
    { propertyNames: { enum: ['a'] }, additionalProperties: text },
    { b: '' },
    '/b',
  ],
  [
    'a member inside an item',
    { properties: { l: { items: closed } } },
    { l: [{ a: '' }, { b: 1 }] },
    '/l/1/b',
  ],
  [
    'a member inside a positioned item',
    { properties: { l: { prefixItems: [closed], items: { properties: {} } } } },
    { l: [{ a: '' }, { a: '' }] },
    '/l/1/a',
  ],
  [
    'a member inside a positioned item of draft-07',
    { properties: { l: { items: [closed], additionalItems: { properties: {} } } } },
    { l: [{ a: '' }, { a: '' }] },
    '/l/1/a',
  ],
  ['all of several', { allOf: [closed, { properties: { b: text } }] }, { a: '', b: '', c: '' }, '/c'],
  ['any of several', { anyOf: [closed, { properties: { b: text } }] }, { b: '' }, 'declared'],
  ['one of several', { oneOf: [closed, { properties: { b: text } }] }, { b: '', c: '' }, '/c'],
  [
    'a condition and its branches',
    { if: { properties: { a: {} } }, then: { properties: { b: {} } }, else: { properties: { c: {} } } },
    { a: 1, b: 1, c: 1, d: 1 },
    '/d',
  ],
  [
    'a dependent schema',
    { properties: { a: {} }, dependentSchemas: { a: { properties: { b: {} } } } },
    { a: 1, b: 1, c: 1 },
    '/c',
  ],
  ['a reference', { $ref: '#/$defs/x', $defs: { x: closed } }, { a: '', b: '' }, '/b'],
  [
    'a reference beside members',
    { $ref: '#/$defs/x', properties: { b: text }, $defs: { x: closed } },
    { a: '', b: '' },
    'declared',
  ],
  [
    'an anchor',
    { properties: { o: { $ref: '#here' } }, $defs: { x: { $anchor: 'here', ...closed } } },
    { o: { b: 1 } },
    '/o/b',
  ],
  ['an escaped reference', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': closed } }, { b: 1 }, '/b'],
  [
    'a schema that contains itself',
    { type: 'object', properties: { next: { $ref: '#' } } },
    { next: { next: { next: {}, other: 1 } } },
    '/next/next/other',
  ],
  [
    'a reference in a circle',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    { a: 1 },
    'declared',
  ],
  ['a member named like an inherited one', closed, { constructor: 1 }, '/constructor'],
  ['a fixed object', { properties: { o: { const: { a: 1 } } } }, { o: { b: 1 } }, '/o/b'],
])('%s', (_what, schema, value, where) => {
  expect(stray(schema, value)).toBe(where);
});

test.each<[string, JsonSchema, boolean]>([
  ['named members of plain kinds', closed, false],
  ['lists of them', { type: 'object', properties: { l: { type: 'array', items: closed } } }, false],
  [
    'choices of them',
    { type: 'object', properties: { c: { anyOf: [closed, { type: 'null' }, { enum: [1] }] } } },
    false,
  ],
  ['a schema that contains itself', { type: 'object', properties: { next: { $ref: '#' } } }, false],
  [
    'a record with listed names',
    {
      type: 'object',
      properties: { r: { type: 'object', propertyNames: { enum: ['a'] }, additionalProperties: text } },
    },
    false,
  ],
  ['any object', { type: 'object' }, true],
  ['anything', { properties: { a: {} } }, true],
  ['true', { properties: { a: true } }, true],
  ['a choice that includes anything', { properties: { a: { anyOf: [text, {}] } } }, true],
  ['a record', { type: 'object', properties: { r: { type: 'object', additionalProperties: text } } }, true],
  ['further members let in', { ...closed, additionalProperties: true }, true],
  ['a list of anything', { type: 'object', properties: { l: { type: 'array' } } }, true],
  ['a reference that leads nowhere', { properties: { a: { $ref: 'other.json' } } }, true],
  [
    'an open object far below',
    {
      type: 'object',
      properties: { l: { type: 'array', items: { properties: { o: { type: ['object', 'null'] } } } } },
    },
    true,
  ],
])('whether %s may hold members that are not named', (_what, schema, partial) => {
  expect(isPartial(placesOf(schema, linearPattern))).toBe(partial);
});

test('zod objects are partial only where they are open', async () => {
  const partial = async (schema: z.ZodType) => {
    const result = await compileSchema(schema);
    return result.ok && result.schema.partial;
  };
  expect(
    await partial(z.object({ a: z.string(), l: z.array(z.object({ b: z.boolean().nullable() })) })),
  ).toBe(false);
  expect(await partial(z.strictObject({ a: z.record(z.enum(['x', 'y']), z.int()) }))).toBe(false);
  expect(await partial(z.object({ a: z.discriminatedUnion('k', [z.object({ k: z.literal('a') })]) }))).toBe(
    false,
  );
  for (const open of [
    z.looseObject({}),
    z.object({ a: z.any() }),
    z.object({ a: z.record(z.string(), z.int()) }),
    z.object({ a: z.json() }),
  ]) {
    expect(await partial(open)).toBe(true);
  }
});
