import type { Json, JsonObject } from './json.ts';

/** Whether a value is an object with named members: not a list, not null. */
export function isObject(value: Json): value is JsonObject;
export function isObject(value: unknown): value is object;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
