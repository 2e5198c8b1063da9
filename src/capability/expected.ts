import type { Json } from '../json/json.ts';
import { fitsHere } from './fits-here.ts';
import { kinds, kindsOf } from './kinds.ts';
import type { Place } from './places.ts';
import type { JsonSchema } from './subschemas.ts';

/** Longest description, in UTF-16 units. */
const longest = 200;

/** Said where the schema says nothing. */
export const somethingElse = 'a value that the schema accepts';
/** Said where the JSON Schema would let the value through: a rule in code refused it, and nobody can describe that. */
const ownRules = "a value that the schema's own rules accept";

const bounds: readonly (readonly [keyword: string, says: string])[] = [
  ['format', 'format'],
  ['pattern', 'pattern'],
  ['minLength', 'characters at least'],
  ['maxLength', 'characters at most'],
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'a multiple of'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
];

/**
 * What the JSON Schema expects at a place, for the model and for operators: made of the declaration alone. Messages of
 * schema libraries are never used, because an application's own message may repeat the value that was refused.
 */
export function expectedAt(root: JsonSchema, place: Place | null): string {
  if (place === null || place.schemas.length === 0) return somethingElse;
  const values = place.schemas.flatMap(listed);
  const said =
    values.length > 0 ? [`one of ${values.join(', ')}`] : [kindsAt(root, place), ...boundsAt(place)];
  return bounded(said.filter((part) => part !== '').join(', ')) || somethingElse;
}

/** The same for a value that was refused there. What it has already is not asked for again. */
export function expectedInsteadOf(value: Json, root: JsonSchema, place: Place | null): string {
  if (place === null || place.schemas.length === 0) return somethingElse;
  switch (fitsHere(value, root, place)) {
    case 'yes':
      return ownRules;
    case 'no':
      return expectedAt(root, place);
    case 'kind': {
      const expected = expectedAt(root, place);
      return expected === kindsAt(root, place) ? somethingElse : expected;
    }
  }
}

function listed(schema: JsonSchema): readonly string[] {
  if (typeof schema === 'boolean') return [];
  const { enum: values } = schema as { readonly enum?: Json };
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value));
  return Object.hasOwn(schema, 'const') ? [JSON.stringify(schema['const'])] : [];
}

function kindsAt(root: JsonSchema, place: Place): string {
  const whole = place.schemas.some((schema) => typeof schema !== 'boolean' && schema['type'] === 'integer');
  const possible = kinds.filter((kind) => place.own.some((schema) => kindsOf(root, schema).has(kind)));
  if (possible.length === kinds.length) return '';
  return possible.map((kind) => (kind === 'number' && whole ? 'integer' : kind)).join(' or ');
}

function boundsAt(place: Place): readonly string[] {
  return bounds.flatMap(([keyword, says]) => {
    for (const schema of place.schemas) {
      const value = typeof schema === 'boolean' ? undefined : schema[keyword];
      if (typeof value === 'number' || typeof value === 'string') return [`${says} ${value}`];
    }
    return [];
  });
}

function bounded(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}
