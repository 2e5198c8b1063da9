import type { Json, JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';

/**
 * The same document with members that have fixed values before others, so that an alternative that does not apply is
 * left before its lists and objects are looked at. Nothing but the order of members changes.
 */
export function constantsFirst(document: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(document).map(([keyword, value]) => [
      keyword,
      ordered(keyword === 'properties' && isObject(value) ? sorted(value) : value),
    ]),
  );
}

function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  return isObject(value) ? constantsFirst(value) : value;
}

function sorted(properties: JsonObject): JsonObject {
  const members = Object.entries(properties);
  return Object.fromEntries([
    ...members.filter(([, schema]) => isFixed(schema)),
    ...members.filter(([, schema]) => !isFixed(schema)),
  ]);
}

function isFixed(schema: Json): boolean {
  return isObject(schema) && (Object.hasOwn(schema, 'const') || Object.hasOwn(schema, 'enum'));
}
