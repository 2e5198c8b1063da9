import { types } from 'node:util';
import type { Json, JsonObject } from './json.ts';
import { type OpenObject, setMember } from './member.ts';
import { type Read, Reading, refused } from './reading.ts';
import { defaultBounds, type JsonBounds, type StrictResult } from './strict-result.ts';

/**
 * A detached, deeply frozen copy of an untrusted value, or the first reason why it is not plain JSON data.
 *
 * Accepts null, booleans, finite numbers (no integer beyond 2^53 - 1; `-0` becomes `0`), well-formed strings, dense
 * arrays and plain objects whose members are own, enumerable, string-named data properties. Everything else is
 * refused, not repaired: what was checked is what is digested, shown and executed. Nothing of the value is ever run:
 * proxies are recognised before they are touched, accessors and `toJSON` are refused uncalled. Never throws, and
 * recurses no deeper than `bounds.depth`; a cycle ends there.
 */
export function strictCopy(value: unknown, bounds: JsonBounds = defaultBounds): StrictResult {
  const reading = new Reading(bounds);
  return reading.result(copy(value, 1, reading));
}

/** `level` is the level of nesting that a container at this place would be. */
function copy(value: unknown, level: number, reading: Reading): Read<Json> {
  switch (typeof value) {
    case 'string':
      return reading.takeString(value) ? value : refused;
    case 'number':
      return copyNumber(value, reading);
    case 'boolean':
      return reading.takeValue(1) ? value : refused;
    case 'object':
      if (value === null) return reading.takeValue(1) ? null : refused;
      return copyContainer(value, level, reading);
    case 'undefined':
      return reading.refuse('undefined', 'a value, or no member at all');
    case 'bigint':
      return reading.refuse('bigint', 'plain JSON data, not a bigint');
    case 'symbol':
      return reading.refuse('symbol', 'plain JSON data, not a symbol');
    case 'function':
      return reading.refuse('function', 'plain JSON data, not a function');
  }
}

function copyNumber(number: number, reading: Reading): Read<number> {
  if (!reading.takeValue(1)) return refused;
  if (Number.isSafeInteger(number)) return number + 0;
  if (Number.isInteger(number)) {
    return reading.refuse('unsafe_integer', 'an integer within 2^53 - 1 of zero, or its digits as a string');
  }
  return Number.isFinite(number) ? number : reading.refuse('not_finite', 'a finite number');
}

function copyContainer(value: object, level: number, reading: Reading): Read<Json> {
  if (types.isProxy(value)) return reading.refuse('proxy', 'plain JSON data, not a proxy');
  if (!reading.takeValue(1) || !reading.takeLevel(level)) return refused;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    if (prototype === Array.prototype) return copyArray(value, level, reading);
  } else if (prototype === Object.prototype || prototype === null) {
    // A boxed primitive or a typed array stays one when its prototype is taken away.
    if (!types.isBoxedPrimitive(value) && !ArrayBuffer.isView(value)) {
      return copyObject(value, level, reading);
    }
  }
  return reading.refuse('class_instance', 'a plain object or array, not an instance of a class');
}

function copyArray(array: readonly unknown[], level: number, reading: Reading): Read<readonly Json[]> {
  const length = array.length;
  if (length > reading.nodesLeft) return reading.refuseNodes();
  const copied: Json[] = [];
  for (let index = 0; index < length; index += 1) {
    const element = copyProperty(Object.getOwnPropertyDescriptor(array, index), level, reading);
    if (element === refused) return reading.inside(index);
    copied.push(element);
  }
  // The own names of an array are its indices and `length`.
  if (
    Object.getOwnPropertyNames(array).length > length + 1 ||
    Object.getOwnPropertySymbols(array).length > 0
  ) {
    return reading.refuse('array_property', 'an array with elements only');
  }
  return Object.freeze(copied);
}

function copyObject(object: object, level: number, reading: Reading): Read<JsonObject> {
  // Before any member is looked at: a module namespace has a symbol, and members that may throw.
  if (Object.getOwnPropertySymbols(object).length > 0) {
    return reading.refuse('symbol', 'member names, no symbols');
  }
  const names = Object.getOwnPropertyNames(object);
  if (names.length > reading.nodesLeft) return reading.refuseNodes();
  const copied: OpenObject<Json> = {};
  for (const name of names) {
    if (!reading.takeName(name)) return reading.inside(name);
    const member = copyProperty(Object.getOwnPropertyDescriptor(object, name), level, reading);
    if (member === refused) return reading.inside(name);
    setMember(copied, name, member);
  }
  return Object.freeze(copied);
}

function copyProperty(property: PropertyDescriptor | undefined, level: number, reading: Reading): Read<Json> {
  if (property === undefined) return reading.refuse('hole', 'an element at every index');
  if (!Object.hasOwn(property, 'value')) return reading.refuse('accessor', 'a stored value, not an accessor');
  if (property.enumerable !== true) return reading.refuse('hidden_member', 'enumerable members only');
  return copy(property.value, level + 1, reading);
}
