import { pointerTo } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';
import { kindsOf } from './kinds.ts';
import { isSchema, type JsonSchema } from './subschemas.ts';

/**
 * Where what goes into validation can never be what comes out of it, because no kind of value is in both JSON Schemas:
 * pointers, with `*` for an item of a list. Members are followed by name and items, references and alternatives are
 * not: what is not found here is refused when it is called.
 */
export function changesBetween(input: JsonObject, output: JsonObject): readonly string[] {
  const changed = (before: JsonSchema, after: JsonSchema, path: readonly string[]): readonly string[] => {
    const [taken, given] = [[...kindsOf(input, before)], kindsOf(output, after)];
    if (taken.length > 0 && given.size > 0 && !taken.some((kind) => given.has(kind)))
      return [pointerTo(path)];
    const later = new Map(below(after));
    return below(before).flatMap(([name, inner]) => {
      const other = later.get(name);
      return other === undefined ? [] : changed(inner, other, [...path, name]);
    });
  };
  return changed(input, output, []);
}

/** Members by name, and the items of a list by `*`. */
function below(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  if (typeof schema === 'boolean') return [];
  const { properties, items } = schema as { readonly [Keyword in 'properties' | 'items']?: Json };
  const members = properties !== undefined && isObject(properties) ? Object.entries(properties) : [];
  return [...members, ...(items === undefined ? [] : [['*', items] as const])].flatMap(([name, inner]) =>
    isSchema(inner) ? [[name, inner] as const] : [],
  );
}
