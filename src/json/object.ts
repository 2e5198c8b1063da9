import type { Json, JsonObject } from './json.ts';

/** Whether a JSON value is an object (not a list, not null). */
export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
