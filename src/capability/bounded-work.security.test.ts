import { expect, test } from 'vitest';
import { strictCopy } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { jsonSchema } from './index.ts';
import { kindsOf } from './kinds.ts';
import { rolesOf } from './role-inference.ts';

test('a definition that is reached in 2^40 ways is looked at once when it is registered', async () => {
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => [
      `a${level}`,
      { anyOf: [{ $ref: `#/$defs/a${level + 1}` }, { $ref: `#/$defs/a${level + 1}` }] },
    ]),
  );
  const document = {
    type: 'object',
    properties: { x: { $ref: '#/$defs/a0' } },
    $defs: { ...doubling, a40: { type: 'string' } },
  };
  expect([...kindsOf(document, { $ref: '#/$defs/a0' })]).toEqual(['string']);
  const compiled = await compileSchema(jsonSchema(document));
  if (!compiled.ok) throw new Error(compiled.problem);
  const { json } = compiled.schema;
  expect(rolesOf({ json, root: compiled.root, declared: new Map(), targetArgument: null })).toMatchObject([
    { argument: 'x', role: null },
  ]);
});

test('members that lead back to their own object in many ways have their roles inferred once', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `part${index}`);
  const compiled = await compileSchema(
    jsonSchema({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
    }),
  );
  if (!compiled.ok) throw new Error(compiled.problem);
  const { json } = compiled.schema;
  const roles = rolesOf({ json, root: compiled.root, declared: new Map(), targetArgument: null });
  expect(roles).toHaveLength(200);
});

async function validator(input: unknown) {
  const compiled = await compileSchema(input);
  if (!compiled.ok) throw new Error(compiled.problem);
  return async (value: JsonObject) => {
    const copy = strictCopy(value);
    if (!copy.ok) throw new Error('not plain JSON');
    return compiled.schema.validate(copy.value as JsonObject);
  };
}

/** `around` around `around` around … `leaf`. */
function nested(levels: number, leaf: Json, around: (inner: Json) => Json): Json {
  return Array.from({ length: levels }).reduce<Json>((inner) => around(inner), leaf);
}

const tooMuch = { ok: false, pointer: '', expected: 'arguments that can be checked in bounded work' };

/** A filter of which each level can be read in two ways, and which is told only by what comes last. */
const either = (...ways: readonly object[]) => ({
  type: 'object',
  properties: { filter: { $ref: '#/$defs/e' } },
  $defs: { e: { anyOf: [...ways, { type: 'string' }] } },
});
const items = { type: 'array', items: { $ref: '#/$defs/e' } };
const way = (more: object) => ({
  type: 'object',
  properties: { items, ...more },
  required: ['items'],
  additionalProperties: false,
});

test('alternatives that double the work at each level are left once the steps are used up', async () => {
  const least = (minItems: number) => way({ items: { ...items, minItems }, more: {} });
  for (const keyword of ['anyOf', 'oneOf']) {
    const document = JSON.parse(JSON.stringify(either(least(1), least(1))).replace('anyOf', keyword));
    const validate = await validator(jsonSchema(document));
    expect(await validate({ filter: nested(2, 7, (inner) => ({ items: [inner] })) })).toMatchObject({
      ok: false,
      expected: expect.not.stringContaining('bounded'),
    });
    for (const levels of [28, 24, 30])
      expect(await validate({ filter: nested(levels, 7, (inner) => ({ items: [inner] })) })).toMatchObject(
        tooMuch,
      );
    // All steps are there again for the next call.
    expect(await validate({ filter: 'x' })).toMatchObject({ ok: true });
  }
});

test('long texts, lists and members count for more than one step', async () => {
  for (const [inner, schema] of [
    ['a'.repeat(100_000), { type: 'string', pattern: '^(a+)+$' }],
    ['a'.repeat(100_000), { type: 'string', minLength: 3 }],
    [Array.from({ length: 5_000 }, (_, index) => index), { type: 'array', items: { type: 'integer' } }],
    [Array.from({ length: 5_000 }, (_, index) => index), { type: 'array', uniqueItems: true }],
    [
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, index])),
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
  ] as const) {
    const filter = {
      items: [nested(18, { items: [7], long: inner }, (below) => ({ items: [below], long: null }))],
    };
    const long = { anyOf: [{ type: 'null' }, schema] };
    const validate = await validator(jsonSchema(either(way({ long, items }), way({ long, items }))));
    expect(await validate({ filter })).toMatchObject(tooMuch);
  }
});

test('a filter that is told by a constant takes as many steps as it has levels, wherever the constant stands', async () => {
  const operator = (op: string) => ({ ...way({ op: { const: op } }), required: ['op', 'items'] });
  const validate = await validator(jsonSchema(either(operator('and'), operator('or'))));
  const filter = nested(28, 'x', (inner) => ({ items: [inner], op: 'or' }));
  expect(await validate({ filter })).toMatchObject({ ok: true });
});

test('alternatives that combine into more places than can be held are a problem at registration', async () => {
  const levels = 24;
  const to = (level: number) => ({ $ref: `#/$defs/q${level}` });
  const onward = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `q${level + 1}`,
      { type: 'object', properties: { a: to(level + 2), b: to(level + 2) } },
    ]),
  );
  const q0 = { type: 'object', properties: { a: { anyOf: [to(0), to(1)] }, b: to(0) } };
  const last = { [`q${levels + 1}`]: { type: 'object', properties: {} } };
  const document = { ...q0, $defs: { q0, ...onward, ...last } };
  expect(await compileSchema(jsonSchema(document))).toMatchObject({
    ok: false,
    problem: 'combines its alternatives in too many ways',
  });
});

test('of more combinations of alternatives than are kept, each declares its own members', async () => {
  const flags = Array.from({ length: 14 }, (_, index) => `f${index}`);
  const document = {
    type: 'object',
    properties: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' }])),
    dependentSchemas: Object.fromEntries(
      flags.map((flag) => [flag, { properties: { o: { type: 'object', properties: { [flag]: {} } } } }]),
    ),
  };
  const validate = await validator(jsonSchema(document));
  for (let chosen = 1; chosen < 3_000; chosen += 1) {
    const on = flags.filter((_, index) => (chosen & (1 << index)) !== 0);
    const given = Object.fromEntries(on.map((flag) => [flag, true]));
    expect(await validate({ ...given, o: { [on[0] ?? '']: 1 } })).toMatchObject({ ok: true });
    const off = flags.find((flag) => !on.includes(flag)) ?? '';
    expect(await validate({ ...given, o: { [off]: 1 } })).toMatchObject({ ok: false, pointer: `/o/${off}` });
  }
});
