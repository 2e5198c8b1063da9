import type { Json, JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';
import { applyingIn, isConditional, type Judge } from './alternatives.ts';
import { kindsOf } from './kinds.ts';
import { applicable, hasUnresolved, isSchema, type JsonSchema } from './subschemas.ts';
import { spend } from './work-budget.ts';

/** Whether a text matches. Made from a pattern; must answer in time linear in the text. */
export type Matches = (text: string) => boolean;

/** One place of the arguments, such as `/order/lines/*`, and what the JSON Schema says about it. */
export interface Place {
  /** The subschemas that stand here; no schema at all means anything goes. */
  readonly own: readonly JsonSchema[];
  /** Every subschema that may apply here: `own`, and what it refers to or is composed of. */
  readonly schemas: readonly JsonSchema[];
  /** Members that the schema names, in its order. */
  readonly names: readonly string[];
  /** True where an object may be here and hold members that the schema does not name. */
  readonly open: boolean;
  /** The place of a member, or null where nothing declares it. */
  member(name: string): Place | null;
  /** The place of an item of a list. */
  item(index: number): Place;
  /** Every place directly below. */
  below(): readonly Place[];
  /** The same place with only the subschemas that apply to this value. Counts its steps. */
  given(value: Json): Place;
}

/** How many subschemas all places of one document may hold together. */
const largest = 250_000;
/** How many places that only some arguments lead to are kept. */
const kept = 1_000;

/**
 * The places of the arguments by their JSON Schema. A member is declared where any subschema that may apply names it,
 * or explicitly lets further members in; an object of which nothing names a member is open. Places are shared, so a
 * schema that refers to itself has finitely many, and all are visited now, so that each pattern compiles. `judge` tells
 * alternatives apart. Throws where alternatives can be combined in too many ways, with half a sentence.
 */
export function placesOf(
  root: JsonSchema,
  matcher: (pattern: string) => Matches,
  judge: Judge | null = null,
): Place {
  const made = new Map<string, Place>();
  const passing = new Map<string, Place>();
  const numbers = new Map<JsonSchema, number>();
  const applying = applyingIn(root, judge);
  let complete = false;
  let held = 0;

  function at(own: readonly JsonSchema[]): Place {
    return known(keyOf(own), () => placeOf(applicable(root, own), own));
  }

  function known(key: string, make: () => Place): Place {
    const before = made.get(key) ?? passing.get(key);
    if (before !== undefined) return before;
    const place = make();
    held += place.schemas.length;
    if (!complete && held > largest) throw new Error('combines its alternatives in too many ways');
    // What comes after the first visit are combinations that arguments chose: they could choose without end.
    if (complete && passing.size >= kept) passing.clear();
    (complete ? passing : made).set(key, place);
    return place;
  }

  function keyOf(schemas: readonly JsonSchema[]): string {
    return [...new Set(schemas.map(numberOf))].join();
  }

  function numberOf(schema: JsonSchema): number {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    return number;
  }

  /** `named`: whether the whole place says anything of members, where `all` is only what applies to some value. */
  function placeOf(all: readonly JsonSchema[], schemas: readonly JsonSchema[], named?: boolean): Place {
    const naming = membersOf(all, matcher);
    const conditional = named === undefined && all.some(isConditional);
    const unknown = schemas.length === 0 || all.some((schema) => hasUnresolved(root, schema));
    const objects = unknown || schemas.some((schema) => kindsOf(root, schema).has('object'));
    const open = objects && (unknown || naming.further.length > 0 || !(named ?? naming.any));
    const { prefix, rest } = itemsOf(all);
    const lists = unknown || schemas.some((schema) => kindsOf(root, schema).has('array'));
    const members = new Map<string, Place>();
    let further: Place | null = null;
    let others: Place | null = null;

    function member(name: string): Place | null {
      const cached = members.get(name);
      if (cached !== undefined) return cached;
      const listed = naming.names.get(name) ?? [];
      const matched = naming.patterns.filter(([matches]) => matches(name)).map(([, schema]) => schema);
      if (listed.length + matched.length === 0) return open ? (further ??= at(naming.further)) : null;
      const place = at([...listed, ...matched]);
      // Only names that the schema holds are kept: others are an attacker's, without end.
      if (listed.length > 0) members.set(name, place);
      return place;
    }

    const place: Place = {
      own: schemas,
      schemas: all,
      names: [...naming.names.keys()],
      open,
      member,
      item(index) {
        const listed = prefix[index];
        return listed === undefined ? (others ??= at(rest)) : at(listed);
      },
      below: () => [
        ...[...naming.names.values()].map(at),
        ...naming.patterns.map(([, schema]) => at([schema])),
        ...(naming.further.length > 0 ? [at(naming.further)] : []),
        ...(lists ? [...prefix.map(at), at(rest)] : []),
      ],
      given(value) {
        if (!conditional) return place;
        spend(1 + all.length);
        const here = applying(schemas, value);
        if (here.length === all.length) return place;
        return known(`${keyOf(schemas)}|${keyOf(here)}`, () => placeOf(here, schemas, naming.any));
      },
    };
    return place;
  }

  const first = at([root]);
  everyPlace(first);
  complete = true;
  return first;
}

function everyPlace(root: Place): ReadonlySet<Place> {
  const seen = new Set([root]);
  for (const place of seen) {
    for (const below of place.below()) seen.add(below);
  }
  return seen;
}

/** True where members may exist anywhere that the schema does not name. */
export function isPartial(root: Place): boolean {
  return [...everyPlace(root)].some((place) => place.open);
}

type Path = readonly (string | number)[];

/**
 * The path of the first member that nothing declares, or null. `whole`: the same value with the defaults that were
 * added, where there are any: they decide as well which alternatives apply. Counts its steps where alternatives do.
 */
export function undeclared(place: Place, value: Json, whole: Json = value): Path | null {
  if (typeof value !== 'object' || value === null) return null;
  const here = place.given(whole);
  return isList(value) ? undeclaredInItems(here, value, whole) : undeclaredInMembers(here, value, whole);
}

function undeclaredInMembers(place: Place, value: JsonObject, whole: Json): Path | null {
  for (const name of Object.keys(value)) {
    const below = place.member(name);
    if (below === null) return [name];
    const inner = value[name];
    // Most members are scalars, which hold nothing.
    if (typeof inner !== 'object' || inner === null) continue;
    const found = undeclared(below, inner, within(whole, name) ?? inner);
    if (found !== null) return [name, ...found];
  }
  return null;
}

function undeclaredInItems(place: Place, value: readonly Json[], whole: Json): Path | null {
  for (let index = 0; index < value.length; index += 1) {
    const inner = value[index];
    if (typeof inner !== 'object' || inner === null) continue;
    const found = undeclared(place.item(index), inner, within(whole, index) ?? inner);
    if (found !== null) return [index, ...found];
  }
  return null;
}

function within(value: Json, step: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return isList(value) ? value[Number(step)] : value[step];
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

interface Naming {
  /** True where a subschema says anything about members. */
  readonly any: boolean;
  readonly names: ReadonlyMap<string, readonly JsonSchema[]>;
  readonly patterns: readonly (readonly [Matches, JsonSchema])[];
  /** What members with any other name must be; empty where none may be. */
  readonly further: readonly JsonSchema[];
}

function membersOf(all: readonly JsonSchema[], matcher: (pattern: string) => Matches): Naming {
  const names = new Map<string, JsonSchema[]>();
  const patterns: (readonly [Matches, JsonSchema])[] = [];
  const further: JsonSchema[] = [];
  let any = false;
  const name = (member: string, schema: JsonSchema): void => {
    names.set(member, [...(names.get(member) ?? []), schema]);
  };
  for (const schema of all) {
    if (typeof schema === 'boolean') continue;
    for (const [member, inner] of entries(schema['properties'])) name(member, inner);
    for (const [pattern, inner] of entries(schema['patternProperties']))
      patterns.push([matcher(pattern), inner]);
    const closedNames = namesListed(schema['propertyNames']);
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      const inner = schema[keyword];
      if (!isSchema(inner)) continue;
      any = true;
      if (inner === false) continue;
      if (closedNames === null) further.push(inner);
      for (const member of closedNames ?? []) name(member, inner);
    }
    any ||= ['properties', 'patternProperties', 'enum', 'const'].some((keyword) =>
      Object.hasOwn(schema, keyword),
    );
  }
  return { any, names, patterns, further };
}

/** Member names, where a schema for names lists them all. */
function namesListed(schema: Json | undefined): readonly string[] | null {
  if (schema === undefined || !isObject(schema) || !Array.isArray(schema['enum'])) return null;
  return schema['enum'].filter((name) => typeof name === 'string');
}

function entries(value: Json | undefined): readonly (readonly [string, JsonSchema])[] {
  if (value === undefined || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner] as const] : []));
}

function itemsOf(all: readonly JsonSchema[]): {
  readonly prefix: readonly (readonly JsonSchema[])[];
  readonly rest: readonly JsonSchema[];
} {
  const prefix: JsonSchema[][] = [];
  const rest: JsonSchema[] = [];
  for (const schema of all) {
    if (typeof schema === 'boolean') continue;
    const items = schema['items'];
    const tuple = Array.isArray(schema['prefixItems'])
      ? schema['prefixItems']
      : Array.isArray(items)
        ? items
        : [];
    tuple.filter(isSchema).forEach((inner, index) => (prefix[index] ??= []).push(inner));
    for (const inner of [items, schema['additionalItems'], schema['unevaluatedItems']]) {
      if (isSchema(inner)) rest.push(inner);
    }
  }
  return { prefix, rest };
}
