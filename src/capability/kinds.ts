import type { Json, JsonObject } from '../json/json.ts';
import { type JsonSchema, resolveReference, schemasIn } from './subschemas.ts';

/** The kinds of JSON value. `number` holds the integers. */
export const kinds = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;

/** One kind of JSON value. */
export type Kind = (typeof kinds)[number];

/** What is known already, by document. Each subschema is looked at once, however many ways lead to it. */
const known = new WeakMap<JsonObject, Map<JsonSchema, readonly Kind[]>>();

/**
 * The kinds of value that a JSON Schema lets through, never too few: what cannot be decided here (`not`, conditions,
 * a reference that leads nowhere or in a circle) counts as any kind.
 */
export function kindsOf(root: JsonSchema, schema: JsonSchema): ReadonlySet<Kind> {
  const document = typeof root === 'boolean' ? null : root;
  const found = (document === null ? null : known.get(document)) ?? new Map<JsonSchema, readonly Kind[]>();
  if (document !== null) known.set(document, found);
  return new Set(through(root, schema, found));
}

function through(
  root: JsonSchema,
  schema: JsonSchema,
  found: Map<JsonSchema, readonly Kind[]>,
): readonly Kind[] {
  if (schema === false) return [];
  if (schema === true) return kinds;
  const before = found.get(schema);
  if (before !== undefined) return before;
  // Said of this schema as long as it is being looked at: a circle is any kind.
  found.set(schema, kinds);
  const kindsIn = (one: JsonSchema): readonly Kind[] => through(root, one, found);
  let left: readonly Kind[] = kinds;
  const narrow = (to: readonly Kind[]): void => {
    left = left.filter((kind) => to.includes(kind));
  };
  const { type, enum: values, $ref: reference, allOf } = keywords(schema);
  if (typeof type === 'string') narrow([named(type)].flat());
  if (Array.isArray(type)) narrow(type.flatMap((one) => (typeof one === 'string' ? named(one) : [])));
  if (Array.isArray(values)) narrow(values.map(kindOf));
  if (Object.hasOwn(schema, 'const')) narrow([kindOf(schema['const'] ?? null)]);
  if (typeof reference === 'string') narrow(kindsIn(resolveReference(root, reference) ?? true));
  for (const one of schemasIn(allOf)) narrow(kindsIn(one));
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = schemasIn(schema[keyword]);
    if (alternatives.length > 0) narrow(alternatives.flatMap(kindsIn));
  }
  found.set(schema, left);
  return left;
}

function keywords(schema: JsonObject): { readonly [Keyword in 'type' | 'enum' | '$ref' | 'allOf']?: Json } {
  return schema;
}

function named(type: string): readonly Kind[] {
  const name = type === 'integer' ? 'number' : type;
  return kinds.filter((kind) => kind === name);
}

/** The kind of a value. */
export /** The kind of one JSON value. */
function kindOf(value: Json): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    default:
      return 'object';
  }
}
