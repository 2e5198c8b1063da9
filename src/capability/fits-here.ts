import type { Json } from '../json/json.ts';
import { isObject } from '../json/object.ts';
import { kindOf, kindsOf } from './kinds.ts';
import type { Place } from './places.ts';
import type { JsonSchema } from './subschemas.ts';

type Judge = (limit: Json, value: Json) => boolean;

/** Keywords that are judged here. They say nothing about values of other kinds. */
const judged: Readonly<Record<string, Judge>> = {
  type: (types, value) => kindOf(value) !== 'number' || whole(types, value),
  minLength: compared(lengthOf, (length, least) => length >= least),
  maxLength: compared(lengthOf, (length, most) => length <= most),
  minimum: compared(numberOf, (number, least) => number >= least),
  exclusiveMinimum: compared(numberOf, (number, below) => number > below),
  maximum: compared(numberOf, (number, most) => number <= most),
  exclusiveMaximum: compared(numberOf, (number, above) => number < above),
  multipleOf: compared(numberOf, (number, unit) => Number.isInteger(number / unit)),
  minItems: compared(countOf, (count, least) => count >= least),
  maxItems: compared(countOf, (count, most) => count <= most),
  enum: (values, value) => typeof value === 'object' || (Array.isArray(values) && values.includes(value)),
  const: (wanted, value) => typeof value === 'object' || wanted === value,
  required: (names, value) =>
    !isObject(value) || (Array.isArray(names) && names.every((name) => Object.hasOwn(value, String(name)))),
};

/** Keywords that say nothing about a value, or whose subschemas are judged by themselves or at another place. */
const elsewhere = new Set(
  '$schema $id $anchor $comment $defs definitions title description default examples deprecated readOnly writeOnly $ref allOf properties additionalProperties items prefixItems'.split(
    ' ',
  ),
);

/**
 * Whether the JSON Schema lets a value be at a place, its members and items aside: `yes`, `no`, or `kind` where it is
 * of a kind that may be here and some keyword is not judged here (a pattern, a format, alternatives).
 */
export function fitsHere(value: Json, root: JsonSchema, place: Place): 'yes' | 'no' | 'kind' {
  const kind = kindOf(value);
  if (place.own.some((schema) => !kindsOf(root, schema).has(kind))) return 'no';
  const rules = place.schemas.flatMap((schema) =>
    typeof schema === 'boolean' ? [] : Object.entries(schema),
  );
  // Beside alternatives, a rule may belong to one that was not chosen.
  if (rules.some(([keyword]) => !Object.hasOwn(judged, keyword) && !elsewhere.has(keyword))) return 'kind';
  return rules.every(([keyword, limit]) => judged[keyword]?.(limit, value) ?? true) ? 'yes' : 'no';
}

function whole(types: Json, value: Json): boolean {
  const named = Array.isArray(types) ? types : [types];
  return named.includes('number') || Number.isInteger(value);
}

/** Compares a measure of the value with a number; null: the value has no such measure. */
function compared(
  measure: (value: Json) => number | null,
  holds: (measured: number, limit: number) => boolean,
): Judge {
  return (limit, value) => {
    const measured = measure(value);
    return measured === null || typeof limit !== 'number' || holds(measured, limit);
  };
}

/** JSON Schema counts characters, not UTF-16 units. */
function lengthOf(value: Json): number | null {
  return typeof value === 'string' ? Array.from(value).length : null;
}

function numberOf(value: Json): number | null {
  return typeof value === 'number' ? value : null;
}

function countOf(value: Json): number | null {
  return Array.isArray(value) ? value.length : null;
}
