import type { Json, JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';
import { type Kind, kindOf, kindsOf } from './kinds.ts';
import { isSchema, type JsonSchema, resolveReference, schemasIn } from './subschemas.ts';

/** Whether a value fits a subschema of one document. May throw `WorkExceeded`. */
export type Judge = (schema: JsonObject, value: Json) => boolean;

/** The subschemas that apply to one value, as far as that can be told. */
export type Applying = (schemas: readonly JsonSchema[], value: Json) => readonly JsonSchema[];

/** True where it depends on the value whether a part of the schema applies. */
export function isConditional(schema: JsonSchema): boolean {
  return (
    typeof schema !== 'boolean' &&
    ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'dependencies'].some((keyword) =>
      Object.hasOwn(schema, keyword),
    )
  );
}

/**
 * True where only a judge can tell alternatives apart: a condition, or several of them that may be objects or lists.
 * Anything below such a value counts, wherever it stands; too many places cost a judge that is not needed.
 */
export function needsJudge(root: JsonObject, value: Json = root): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!isObject(value)) return Array.isArray(value) && value.some((one) => needsJudge(root, one));
  const several = ['anyOf', 'oneOf'].some((keyword) => {
    const holding = schemasIn(value[keyword]).filter((one) => {
      const kinds = kindsOf(root, one);
      return kinds.has('object') || kinds.has('array');
    });
    return holding.length > 1;
  });
  return several || isSchema(value['if']) || Object.values(value).some((one) => needsJudge(root, one));
}

/**
 * Tells which subschemas of a document apply to a value: what must hold anyway, and of alternatives those that fit.
 * One that is the only possible one counts as fitting, and where none is possible all of them count, because then the
 * validator refuses the value. Without a judge every possible alternative counts.
 */
export function applyingIn(root: JsonSchema, judge: Judge | null): Applying {
  const known = new Map<JsonSchema, Facts>();

  function fits(schema: JsonSchema, value: Json): boolean {
    return judge === null || (typeof schema === 'boolean' ? schema : judge(schema, value));
  }

  function isPossible(schema: JsonSchema, value: Json): boolean {
    const facts = known.get(schema) ?? factsOf(root, schema);
    known.set(schema, facts);
    if (!facts.kinds.has(kindOf(value))) return false;
    if (typeof value !== 'object' || value === null || !isObject(value)) return true;
    return (
      facts.required.every((name) => Object.hasOwn(value, name)) &&
      facts.fixed.every(([name, values]) => !Object.hasOwn(value, name) || values.has(value[name]))
    );
  }

  function chosen(alternatives: readonly JsonSchema[], value: Json): readonly JsonSchema[] {
    const possible = alternatives.filter((one) => isPossible(one, value));
    if (possible.length === 0) return alternatives;
    if (possible.length === 1) return possible;
    const fitting = possible.filter((one) => fits(one, value));
    return fitting.length === 0 ? possible : fitting;
  }

  function condition(schema: JsonObject, value: Json): readonly JsonSchema[] {
    const {
      if: asked,
      then: met,
      else: missed,
    } = schema as { readonly [K in 'if' | 'then' | 'else']?: Json };
    if (!isSchema(asked)) return [];
    if (judge === null) return [asked, met, missed].filter(isSchema);
    return (isPossible(asked, value) && fits(asked, value) ? [asked, met] : [missed]).filter(isSchema);
  }

  return (schemas, value) => {
    const found = new Set<JsonSchema>(schemas);
    for (const schema of found) {
      if (typeof schema === 'boolean') continue;
      for (const one of [
        ...asserted(root, schema),
        ...chosen(schemasIn(schema['anyOf']), value),
        ...chosen(schemasIn(schema['oneOf']), value),
        ...condition(schema, value),
        ...dependent(schema, value),
      ])
        found.add(one);
    }
    return [...found];
  };
}

function dependent(schema: JsonObject, value: Json): readonly JsonSchema[] {
  if (typeof value !== 'object' || value === null || !isObject(value)) return [];
  return ['dependentSchemas', 'dependencies'].flatMap((keyword) => {
    const byTrigger = schema[keyword];
    if (byTrigger === undefined || !isObject(byTrigger)) return [];
    return Object.entries(byTrigger).flatMap(([trigger, one]) =>
      isSchema(one) && Object.hasOwn(value, trigger) ? [one] : [],
    );
  });
}

/** What must hold of a value wherever `schema` does. */
function asserted(root: JsonSchema, schema: JsonObject): readonly JsonSchema[] {
  const references = ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = schema[keyword];
    const resolved = typeof reference === 'string' ? resolveReference(root, reference) : null;
    return resolved === null ? [] : [resolved];
  });
  return [...references, ...schemasIn(schema['allOf'])];
}

function allAsserted(root: JsonSchema, schema: JsonSchema): readonly JsonObject[] {
  const found = new Set<JsonSchema>([schema]);
  for (const one of found) {
    if (typeof one === 'boolean') continue;
    for (const also of asserted(root, one)) found.add(also);
  }
  return [...found].filter((one) => typeof one !== 'boolean');
}

/** What a value must have for a schema to be possible, cheap to look at. */
interface Facts {
  readonly kinds: ReadonlySet<Kind>;
  /** Of an object. */
  readonly required: readonly string[];
  /** Members of an object that have one of a few plain values if they are there. */
  readonly fixed: readonly (readonly [name: string, values: ReadonlySet<Json | undefined>])[];
}

function factsOf(root: JsonSchema, schema: JsonSchema): Facts {
  const all = allAsserted(root, schema);
  return {
    kinds: kindsOf(root, schema),
    required: all.flatMap(({ required }: { readonly required?: Json }) =>
      Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
    ),
    fixed: all.flatMap(({ properties }: { readonly properties?: Json }) =>
      properties === undefined || !isObject(properties)
        ? []
        : Object.entries(properties).flatMap(([name, inner]) =>
            isSchema(inner)
              ? allAsserted(root, inner).flatMap((one) => {
                  const values = plainValues(one);
                  return values === null ? [] : [[name, values] as const];
                })
              : [],
          ),
    ),
  };
}

function plainValues(schema: JsonObject): ReadonlySet<Json | undefined> | null {
  const { const: constant, enum: listed } = schema as { readonly const?: Json; readonly enum?: Json };
  const values = constant === undefined ? listed : [constant];
  if (!Array.isArray(values) || values.some((value) => typeof value === 'object' && value !== null))
    return null;
  return new Set(values);
}
