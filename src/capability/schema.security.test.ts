import * as v from 'valibot';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { jsonSchema } from './index.ts';

async function validator(input: unknown) {
  const result = await compileSchema(input);
  if (!result.ok) throw new Error(result.problem);
  const { schema } = result;
  return async (args: JsonObject) => schema.validate(args);
}

async function problem(document: Record<string, unknown>): Promise<string> {
  const result = await compileSchema(jsonSchema(document));
  return result.ok ? 'compiled' : result.problem;
}

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});

test('a pattern that backtracks without end in other engines answers for 50,000 characters [D-020]', async () => {
  const validate = await validator(jsonSchema(object({ a: { type: 'string', pattern: '^(a+)+$' } })));
  expect(await validate({ a: `${'a'.repeat(50_000)}!` })).toMatchObject({ ok: false, pointer: '/a' });
  expect(await validate({ a: 'a'.repeat(50_000) })).toMatchObject({ ok: true });
  const names = await validator(
    jsonSchema({ type: 'object', patternProperties: { '^(a+)+$': {} }, additionalProperties: false }),
  );
  expect(await names({ [`${'a'.repeat(50_000)}!`]: 1 })).toMatchObject({ ok: false });
});

test('each of several patterns is its own', async () => {
  const validate = await validator(
    jsonSchema(object({ a: { pattern: '^a$' }, b: { pattern: '^b$' }, c: { pattern: '^c$' } })),
  );
  expect(await validate({ a: 'a', b: 'b', c: 'c' })).toMatchObject({ ok: true });
  expect(await validate({ a: 'b' })).toMatchObject({ ok: false, pointer: '/a' });
  expect(await validate({ b: 'a' })).toMatchObject({ ok: false, pointer: '/b' });
  expect(await validate({ c: 'b' })).toMatchObject({ ok: false, pointer: '/c' });
});

test('10,000 items are compared for uniqueness without comparing every pair', async () => {
  const validate = await validator(jsonSchema(object({ l: { type: 'array', uniqueItems: true } })));
  const items = Array.from({ length: 10_000 }, (_, index) => ({ deep: { value: [index] } }));
  expect(await validate({ l: items })).toMatchObject({ ok: true });
  expect(await validate({ l: [...items, { deep: { value: [7] } }] })).toMatchObject({
    ok: false,
    pointer: '/l',
  });
  expect(await validate({ l: [1, '1', true, null, [1], { a: 1 }] })).toMatchObject({ ok: true });
});

test('a pattern with the g or y flag refuses the same bad argument every time [B-083]', async () => {
  for (const flags of ['g', 'y', 'gy']) {
    const pattern = new RegExp('^ok$', flags);
    for (const schema of [
      z.object({ a: z.string().regex(pattern) }),
      v.object({ a: v.pipe(v.string(), v.regex(pattern)) }),
    ]) {
      const validate = await validator(schema);
      for (const _ of [1, 2, 3, 4])
        expect(await validate({ a: 'bad' })).toMatchObject({ ok: false, pointer: '/a' });
    }
  }
});

test('what is refused never repeats the value, whatever the schema says about it', async () => {
  const secret = 'hunter2-hunter2';
  const telling = z.object({
    a: z.string().refine(() => false, { error: (issue) => `bad: ${String(issue.input)}` }),
    b: z.enum(['x']).optional(),
  });
  const validate = await validator(telling);
  expect(JSON.stringify(await validate({ a: secret }))).not.toContain(secret);
  expect(JSON.stringify(await validate({ a: 'x', b: secret }))).not.toContain(secret);
  const valibot = await validator(
    v.object({
      a: v.pipe(
        v.string(),
        v.check(
          () => false,
          ({ input }) => `bad: ${input}`,
        ),
      ),
    }),
  );
  expect(JSON.stringify(await valibot({ a: secret }))).not.toContain(secret);
});

test('what was expected is at most 200 characters, and a pointer does not fill a log', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `value ${index}`);
  const validate = await validator(z.object({ a: z.enum(many) }));
  const refused = await validate({ a: 'x' });
  expect(refused).toMatchObject({
    ok: false,
    expected: expect.stringMatching(/^one of "value 0", .{180,}…$/),
  });
  expect(!refused.ok && refused.expected.length).toBe(200);
  const stray = await validate({ a: 'value 1', ['k'.repeat(100_000)]: 1 });
  expect(!stray.ok && stray.pointer.length).toBeLessThanOrEqual(200);
});

test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
  'an inherited name such as %s is neither a declared member nor a present one [B-022]',
  async (name) => {
    for (const schema of [
      z.object({ a: z.int() }),
      v.object({ a: v.number() }),
      jsonSchema(object({ a: { type: 'integer' } })),
    ]) {
      expect(await (await validator(schema))({ a: 1, [name]: 'x' })).toMatchObject({
        ok: false,
        pointer: `/${name}`,
      });
    }
    const required = await validator(
      jsonSchema(object({ [name]: { type: 'string' } }, { required: [name] })),
    );
    expect(await required({})).toMatchObject({ ok: false, pointer: `/${name}` });
    expect(await required({ [name]: 'x' })).toMatchObject({ ok: true });
  },
);

test.each<[string, Record<string, unknown>, RegExp]>([
  [
    'a reference to elsewhere',
    object({ a: { $ref: 'https://example.com/a.json' } }),
    /^refers to .*which is not part of it; nothing is ever fetched$/,
  ],
  ['a file', object({ a: { $ref: 'file:///etc/passwd' } }), /nothing is ever fetched/],
  ['a misspelt keyword', object({ a: { type: 'string', maxLenght: 3 } }), /has the keyword "maxLenght"/],
  [
    'a dynamic reference',
    { ...object({ a: { $dynamicRef: '#x' } }), $defs: { x: { $dynamicAnchor: 'x', type: 'string' } } },
    /^has "\$dynamicRef", which is not supported/,
  ],
  ['a look-ahead', object({ a: { pattern: '^(?!x)' } }), /cannot be matched in linear time/],
  [
    'a look-behind in a member pattern',
    { type: 'object', patternProperties: { '(?<=a)b': {} } },
    /cannot be matched in linear time/,
  ],
  ['no regular expression', object({ a: { pattern: '(' } }), /is not a regular expression/],
  ['an unknown dialect', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }, /dialect/],
  ['a dialect that is no text', { $schema: 7, type: 'object' }, /dialect/],
  ['an asynchronous schema', { $async: true, type: 'object' }, /\$async/],
  ['an unknown type', object({ a: { type: 'text' } }), /^is not a JSON Schema/],
  ['a function', object({ a: { default: () => 1 } }), /^is not plain JSON at "\/properties\/a\/default"/],
  ['a list', [] as unknown as Record<string, unknown>, /^is not an object$/],
])('%s in a JSON Schema is a problem at registration [B-079]', async (_what, document, says) => {
  expect(await problem(document)).toMatch(says);
});

test('draft-07 is read by its own rules, draft 2020-12 by default', async () => {
  const tuple = { items: [{ type: 'integer' }], additionalItems: false };
  const seven = await validator(
    jsonSchema({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { l: tuple },
    }),
  );
  expect(await seven({ l: [1] })).toMatchObject({ ok: true });
  expect(await seven({ l: [1, 2] })).toMatchObject({ ok: false });
  const current = await validator(
    jsonSchema(object({ l: { prefixItems: [{ type: 'integer' }], items: false } })),
  );
  expect(await current({ l: [1] })).toMatchObject({ ok: true });
  expect(await current({ l: [1, 2] })).toMatchObject({ ok: false });
});

test('two documents with one $id never meet', async () => {
  const first = await validator(
    jsonSchema({ $id: 'https://example.com/args', ...object({ a: { type: 'integer' } }) }),
  );
  const second = await validator(
    jsonSchema({ $id: 'https://example.com/args', ...object({ a: { type: 'string' } }) }),
  );
  expect(await first({ a: 1 })).toMatchObject({ ok: true });
  expect(await second({ a: 1 })).toMatchObject({ ok: false });
});

test('a document changed after registration changes nothing', async () => {
  const document: { type: string; properties: Record<string, unknown> } = {
    type: 'object',
    properties: { a: { type: 'integer' } },
  };
  const schema = jsonSchema(document);
  const validate = await validator(schema);
  document.properties = { a: {}, b: {} };
  expect(await validate({ b: 1 })).toMatchObject({ ok: false, pointer: '/b' });
});

test('jsonSchema is a Standard Schema for everyone else', async () => {
  const { '~standard': standard } = jsonSchema(object({ a: { type: 'integer', default: 2 } }));
  expect(await standard.validate({})).toEqual({ value: { a: 2 } });
  expect(await standard.validate({ a: 'x' })).toMatchObject({ issues: [{ path: ['a'] }] });
  await expect(async () => jsonSchema({ type: 'text' })['~standard'].validate({})).rejects.toThrow(TypeError);
});
