import type { Json, JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';

/** A JSON Schema: an object, or true and false for everything and nothing. */
export type JsonSchema = JsonObject | boolean;

/** True for something that can stand where a JSON Schema is expected. */
export function isSchema(value: Json | undefined): value is JsonSchema {
  return typeof value === 'boolean' || (value !== undefined && isObject(value));
}

/**
 * Every subschema that may apply to the same value as `schemas`: themselves, and what $ref, allOf, anyOf, oneOf,
 * if/then/else and dependentSchemas lead to. Alternatives all count, since which one applies is the validator's
 * business. Each schema once, so that references in a circle end. Only references within `root` are followed.
 */
export function applicable(root: JsonSchema, schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  const found = new Set<JsonSchema>();
  const left = [...schemas].reverse();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    if (typeof next === 'boolean') continue;
    left.push(...[...inPlace(root, next)].reverse());
  }
  return [...found];
}

/** True where a reference of `schema` leads nowhere that this file can follow: what it says is then unknown. */
export function hasUnresolved(root: JsonSchema, schema: JsonSchema): boolean {
  return (
    typeof schema !== 'boolean' &&
    referenceKeywords.some((keyword) => {
      const reference = schema[keyword];
      return typeof reference === 'string' && resolveReference(root, reference) === null;
    })
  );
}

const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

function inPlace(root: JsonSchema, schema: JsonObject): readonly JsonSchema[] {
  const referenced = referenceKeywords.flatMap((keyword) => {
    const reference = schema[keyword];
    const resolved = typeof reference === 'string' ? resolveReference(root, reference) : null;
    return resolved === null ? [] : [resolved];
  });
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => schemasIn(schema[keyword]));
  const branches = ['if', 'then', 'else'].flatMap((keyword) => schemasIn([schema[keyword] ?? null]));
  const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const value = schema[keyword];
    return value !== undefined && isObject(value) ? schemasIn(Object.values(value)) : [];
  });
  return [...referenced, ...lists, ...branches, ...dependent];
}

/** The schemas of a list, such as that of `anyOf`. */
export function schemasIn(value: Json | undefined): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** What a `$ref` within `root` refers to, or null: nothing is ever fetched. */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema | null {
  if (reference === '#') return root;
  if (reference.startsWith('#/')) return atPointer(root, reference.slice(2).split('/').map(unescaped));
  return reference.startsWith('#') ? anchored(root, reference.slice(1)) : null;
}

function unescaped(token: string): string {
  const plain = /%[0-9A-Fa-f]{2}/.test(token) ? percentDecoded(token) : token;
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
}

function percentDecoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function atPointer(root: JsonSchema, tokens: readonly string[]): JsonSchema | null {
  let value: Json | undefined = root;
  for (const token of tokens) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return null;
    value = Array.isArray(value) ? value[Number(token)] : (value as JsonObject)[token];
  }
  return isSchema(value) ? value : null;
}

function anchored(value: Json | undefined, name: string): JsonSchema | null {
  if (typeof value !== 'object' || value === null) return null;
  if (isObject(value) && (value['$anchor'] === name || value['$dynamicAnchor'] === name)) return value;
  for (const member of Object.values(value)) {
    const found = anchored(member, name);
    if (found !== null) return found;
  }
  return null;
}
