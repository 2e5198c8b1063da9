import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { strictCopy } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { jsonSchema } from './index.ts';
import type { ArgumentSchema, Validated } from './schema.ts';

async function compiled(input: unknown): Promise<ArgumentSchema> {
  const result = await compileSchema(input);
  if (!result.ok) throw new Error(result.problem);
  return result.schema;
}

/** Arguments as they come through the JSON gate: detached and frozen. */
function args(value: JsonObject): JsonObject {
  const copy = strictCopy(value);
  if (!copy.ok || typeof copy.value !== 'object' || copy.value === null) throw new Error('not arguments');
  return copy.value as JsonObject;
}

const pay = {
  zod: z.object({ to: z.email(), amount: z.int().min(1).max(500), note: z.string().optional() }),
  valibot: v.object({
    to: v.pipe(v.string(), v.email()),
    amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
    note: v.optional(v.string()),
  }),
  'JSON Schema': jsonSchema({
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email', pattern: '^[^@]+@[^@]+$' },
      amount: { type: 'integer', minimum: 1, maximum: 500 },
      note: { type: 'string' },
    },
    required: ['to', 'amount'],
  }),
};

for (const [library, schema] of Object.entries(pay)) {
  test(`${library}: right arguments come back as the very object that went in [B-023]`, async () => {
    const given = args({ to: 'a@x.com', amount: 40, note: 'rent' });
    const result = await (await compiled(schema)).validate(given);
    expect(result.ok && result.value).toBe(given);
  });

  test(`${library}: an undeclared member is refused at its pointer and never dropped [B-022] [S-054]`, async () => {
    const result = await (
      await compiled(schema)
    ).validate(args({ to: 'a@x.com', amount: 40, bcc: 'x@y.com' }));
    expect(result).toMatchObject({ ok: false, pointer: '/bcc', expected: 'no member of this name' });
  });

  test.each<[string, JsonObject, string]>([
    ['text for a number', { to: 'a@x.com', amount: '40' }, '/amount'],
    ['a number for text', { to: 12, amount: 40 }, '/to'],
    ['a list for text', { to: ['a@x.com'], amount: 40 }, '/to'],
    ['true for a number', { to: 'a@x.com', amount: true }, '/amount'],
    ['null for an optional member', { to: 'a@x.com', amount: 40, note: null }, '/note'],
    ['a missing member', { to: 'a@x.com' }, '/amount'],
    ['a value out of range', { to: 'a@x.com', amount: 501 }, '/amount'],
    ['a fraction', { to: 'a@x.com', amount: 1.5 }, '/amount'],
    ['a pattern missed', { to: 'nobody', amount: 40 }, '/to'],
  ])(
    `${library}: %s is refused at its pointer, nothing is coerced [B-023] [S-055]`,
    async (_what, given, pointer) => {
      const frozen = args(given);
      expect(await (await compiled(schema)).validate(frozen)).toMatchObject({ ok: false, pointer });
      expect(frozen).toEqual(given);
    },
  );
}

test('what was expected is told from the declaration, and a missing member is called missing', async () => {
  const schema = await compiled(pay.zod);
  expect(schema.validate(args({ to: 'a@x.com', amount: 0 }))).toEqual({
    ok: false,
    pointer: '/amount',
    expected: 'integer, at least 1, at most 500',
  });
  expect(schema.validate(args({ amount: 1 }))).toMatchObject({
    expected: expect.stringMatching(/^a required member: string, format email/),
  });
  const choice = await compiled(z.object({ size: z.enum(['S', 'M']) }));
  expect(choice.validate(args({ size: 'XXL' }))).toMatchObject({ expected: 'one of "S", "M"' });
});

test.each<[string, unknown, JsonObject, string, string]>([
  ['a rule over the whole', z.object({ a: z.string() }).refine(() => false), { a: 'x' }, '', 'own'],
  [
    'a rule over a text',
    z.object({
      a: z
        .string()
        .max(3)
        .refine(() => false),
    }),
    { a: 'xyz' },
    '/a',
    'own',
  ],
  [
    'a rule over a number',
    z.object({
      n: z
        .int()
        .max(3)
        .multipleOf(2)
        .refine(() => false),
    }),
    { n: 2 },
    '/n',
    'own',
  ],
  [
    'a rule over a list',
    z.object({
      l: z
        .array(z.int())
        .max(3)
        .refine(() => false),
    }),
    { l: [] },
    '/l',
    'own',
  ],
  ['a rule over a choice', z.object({ a: z.enum(['x', 'y']).refine(() => false) }), { a: 'x' }, '/a', 'own'],
  [
    'alternatives',
    z.object({ v: z.union([z.string(), z.object({ a: z.int() })]) }),
    { v: {} },
    '/v',
    'accepts',
  ],
  ['a number out of range', z.object({ n: z.number().min(3) }), { n: 2 }, '/n', 'number, at least 3'],
  ['a fraction', z.object({ n: z.int().max(9).min(0) }), { n: 2.5 }, '/n', 'integer, at least 0, at most 9'],
  ['a list for an object', z.object({ o: z.object({}) }), { o: [] }, '/o', 'object'],
  [
    'a short text',
    z.object({ a: z.string().min(2) }),
    { a: '\u{1f600}' },
    '/a',
    'string, characters at least 2',
  ],
  ['a format', z.object({ a: z.iso.date() }), { a: 'x' }, '/a', 'string, format date'],
])('what a value has already is not expected of it: %s', async (_what, input, given, pointer, expected) => {
  const says = {
    own: "a value that the schema's own rules accept",
    accepts: 'a value that the schema accepts',
  };
  const wanted = (says as Readonly<Record<string, string>>)[expected] ?? expected;
  const result = await (await compiled(input)).validate(args(given));
  expect(result).toMatchObject({ ok: false, pointer, expected: expect.stringMatching(`^${wanted}`) });
});

test('defaults are added, at any depth, to a frozen object; the arguments as received stay as they are', async () => {
  const schema = await compiled(
    z.object({
      lines: z.array(z.object({ sku: z.string(), count: z.int().default(1) })),
      currency: z.string().default('EUR'),
    }),
  );
  const given = args({ lines: [{ sku: 'a' }, { sku: 'b', count: 2 }] });
  const result = await schema.validate(given);
  expect(result).toEqual({
    ok: true,
    value: {
      lines: [
        { sku: 'a', count: 1 },
        { sku: 'b', count: 2 },
      ],
      currency: 'EUR',
    },
  });
  if (!result.ok) throw new Error('refused');
  const { lines } = result.value;
  expect(
    Object.isFrozen(result.value) &&
      Object.isFrozen(lines) &&
      Object.isFrozen(Array.isArray(lines) && lines[0]),
  ).toBe(true);
  expect(given).toEqual({ lines: [{ sku: 'a' }, { sku: 'b', count: 2 }] });
});

test('JSON Schema fills defaults on a copy of its own', async () => {
  const schema = await compiled(
    jsonSchema({
      type: 'object',
      properties: {
        a: { type: 'object', properties: { n: { type: 'integer', default: 3 } } },
        b: { default: [] },
      },
    }),
  );
  const given = args({ a: {} });
  expect(await schema.validate(given)).toEqual({ ok: true, value: { a: { n: 3 }, b: [] } });
  expect(given).toEqual({ a: {} });
});

test.each<[string, unknown, JsonObject, string]>([
  ['coerced', z.object({ n: z.coerce.number() }), { n: '40' }, '/n'],
  ['trimmed', z.object({ s: z.string().trim() }), { s: ' x ' }, '/s'],
  ['caught', z.object({ a: z.object({ n: z.int().catch(0) }) }), { a: { n: 'x' } }, '/a/n'],
  ['shortened', z.object({ l: z.array(z.int()).transform((l) => l.slice(1)) }), { l: [1, 2] }, '/l'],
  [
    'made a date',
    v.object({
      d: v.pipe(
        v.string(),
        v.transform((s) => new Date(s)),
      ),
    }),
    { d: '2020-01-01' },
    '/d',
  ],
  [
    'replaced by a list',
    v.object({
      o: v.pipe(
        v.looseObject({}),
        v.transform(() => []),
      ),
    }),
    { o: {} },
    '/o',
  ],
  [
    'replaced by an object',
    v.object({
      l: v.pipe(
        v.array(v.string()),
        v.transform(() => ({ length: 0 })),
      ),
    }),
    { l: [] },
    '/l',
  ],
])('arguments that a schema would have %s are refused [B-023]', async (_what, schema, given, pointer) => {
  expect(await (await compiled(schema)).validate(args(given))).toMatchObject({ ok: false, pointer });
});

test('a value that fits one branch exactly is accepted unchanged, where coercion would have broken it [B-023]', async () => {
  const schema = await compiled(
    jsonSchema({
      type: 'object',
      properties: {
        v: { oneOf: [{ type: 'null' }, { type: 'string', minLength: 1 }] },
        f: { type: 'boolean' },
      },
    }),
  );
  const given = args({ v: null });
  expect(await schema.validate(given)).toEqual({ ok: true, value: { v: null } });
  expect(await schema.validate(args({ f: 'false' }))).toMatchObject({ ok: false, pointer: '/f' });
  expect(await schema.validate(args({ v: '' }))).toMatchObject({ ok: false, pointer: '/v' });
});

test('a default that is not plain JSON refuses, it does not reach a digest', async () => {
  const schema = await compiled(v.object({ at: v.optional(v.any(), () => new Date(0)) }));
  expect(schema.validate(args({}))).toMatchObject({
    ok: false,
    pointer: '/at',
    expected: 'a default that is plain JSON',
  });
});

test('a schema library that gives JSON Schema is digested; equal schemas give equal digests [V-146]', async () => {
  const one = await compiled(z.object({ a: z.string(), b: z.int() }));
  const same = await compiled(z.object({ b: z.int(), a: z.string() }));
  const other = await compiled(z.object({ a: z.string(), b: z.int().min(0) }));
  expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(one.digest).not.toBe(other.digest);
  expect(same.json?.['properties']).toEqual(one.json?.['properties']);
  expect(Object.isFrozen(one.json)).toBe(true);
});

test('a schema that gives no JSON Schema is partial and has no digest', async () => {
  for (const none of [v.object({ a: v.string() }), z.object({ at: z.date() })]) {
    expect(await compiled(none)).toMatchObject({ json: null, digest: null, partial: true });
  }
});

test('an asynchronous schema is awaited, any other answers at once', async () => {
  const later = await compiled(z.object({ a: z.string().refine(async (text) => text !== 'no') }));
  const answer = later.validate(args({ a: 'yes' }));
  expect('then' in answer).toBe(true);
  expect(await answer).toMatchObject({ ok: true });
  expect(await later.validate(args({ a: 'no' }))).toMatchObject({ ok: false, pointer: '/a' });
  const now: unknown = (await compiled(pay['JSON Schema'])).validate(args({ to: 'a@x.com', amount: 1 }));
  expect(now).toMatchObject({ ok: true });
});

test('what a schema throws, and an answer that is none, are faults and not refusals [B-092]', async () => {
  const schema = await compiled(
    z.object({
      a: z.string().refine(() => {
        throw new Error('lookup failed');
      }),
    }),
  );
  await expect(async () => schema.validate(args({ a: 'x' }))).rejects.toThrow('lookup failed');
  for (const answer of [undefined, null, true, 'ok', { issues: 'some' }]) {
    const mute = await compiled({ '~standard': { version: 1, vendor: 'x', validate: () => answer } });
    expect(() => mute.validate(args({}))).toThrow(TypeError);
  }
  const vague = await compiled({
    '~standard': { version: 1, vendor: 'x', validate: () => ({ issues: [] }) },
  });
  expect(vague.validate(args({}))).toMatchObject({ ok: false, pointer: '' });
});

test.each([
  [undefined],
  [null],
  ['text'],
  [{}],
  [{ '~standard': null }],
  [{ '~standard': { version: 2, validate: () => 1 } }],
  [{ '~standard': { version: 1 } }],
])('what is no schema is a problem: %j', async (input) => {
  expect(await compileSchema(input)).toMatchObject({
    ok: false,
    problem: expect.stringContaining('neither a Standard Schema'),
  });
});

test.each([
  [{ a: z.string() }, 'neither a Standard Schema nor made by jsonSchema(...): its members are, so wrap them'],
  [{ type: 'object', properties: {} }, 'jsonSchema(...): wrap a JSON Schema, as in jsonSchema({...})'],
])('what looks like a schema that was not wrapped is told how: %o', async (input, says) => {
  expect(await compileSchema(input)).toEqual({ ok: false, problem: expect.stringContaining(says) });
});

test.each([
  [{ type: 'strin' }, 'is not a JSON Schema at "/properties/a/type": one of array, boolean'],
  [{ minLength: -1 }, 'is not a JSON Schema at "/properties/a/minLength": a number >= 0 expected'],
  [{ required: 'a' }, 'is not a JSON Schema at "/properties/a/required": array expected'],
  [{ required: ['b', 'b'] }, 'at "/properties/a/required": a list that repeats nothing expected'],
  [{ anyOf: [] }, 'at "/properties/a/anyOf": a list of 1 or more expected'],
  [{ $anchor: '1' }, 'at "/properties/a/$anchor": a text that matches'],
  [{ maxLenght: 3 }, 'has the keyword "maxLenght", which JSON Schema does not know'],
])(
  'what is wrong with a JSON Schema is said by pointer, not in words of its compiler: %j',
  async (a, says) => {
    const result = await compileSchema(jsonSchema({ type: 'object', properties: { a } }));
    expect(result).toEqual({ ok: false, problem: expect.stringContaining(says) });
    expect(JSON.stringify(result)).not.toMatch(/\bdata\b|must|strict mode/);
  },
);

const number = z.string().transform(Number).pipe(z.number());

test.each<[string, unknown, readonly string[] | null]>([
  ['leaves all as it is', z.object({ a: z.string(), b: z.int().default(1), c: z.string().nullable() }), []],
  ['coerces what fits already', z.object({ n: z.coerce.number() }), []],
  ['changes members', z.object({ n: number, o: z.object({ b: z.stringbool() }) }), ['/n', '/o/b']],
  ['changes items', z.object({ l: z.array(number) }), ['/l/*']],
  ['has a transform', z.object({ a: z.string().transform((text) => text.trim()) }), null],
  ['gives no JSON Schema', z.object({ at: z.date() }), []],
  ['is JSON Schema', jsonSchema({ type: 'object', properties: { a: { type: 'string' } } }), []],
])(
  'what a schema always changes is known where its library tells: one that %s',
  async (_what, input, changes) => {
    expect((await compiled(input)).changes).toEqual(changes);
  },
);

test('a private marker of some library inside the arguments is plain data [B-025]', async () => {
  const schema = await compiled(z.object({ meta: z.record(z.string(), z.json()) }));
  const given = args({
    meta: { lc: 1, type: 'secret', id: ['KEY'], '~standard': { version: 1 }, $ref: '#/x' },
  });
  const result: Validated = await schema.validate(given);
  expect(result.ok && result.value).toBe(given);
  expect(schema.partial).toBe(true);
});

test('a default inside an alternative is no problem, and is not filled in: generators write it for optional parts', async () => {
  const result = await compileSchema(
    jsonSchema({
      $defs: { A: { type: 'object', properties: { s: { type: 'string', default: 'x' } } } },
      type: 'object',
      properties: { a: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }], default: null } },
    }),
  );
  if (!result.ok) throw new Error(result.problem);
  expect(await result.schema.validate({})).toEqual({ ok: true, value: { a: null } });
  expect(await result.schema.validate({ a: {} })).toEqual({ ok: true, value: { a: {} } });
  expect(await result.schema.validate({ a: { s: 1 } })).toMatchObject({ ok: false });
});
