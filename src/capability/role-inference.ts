import type { Json } from '../json/json.ts';
import { isObject } from '../json/object.ts';
import { kindsOf } from './kinds.ts';
import type { Place } from './places.ts';
import { roleByDescription, roleByFormat, roleByName, type RoleWords } from './role-floor.ts';
import { type Role, type RoleOf, roles } from './roles.ts';
import type { JsonSchema } from './subschemas.ts';
import { hasPhrase, words } from './words.ts';

/** What roles are learned from. `json` and `root` are null where the schema gives no JSON Schema. */
export interface RoleSources {
  readonly json: JsonSchema | null;
  readonly root: Place | null;
  readonly declared: ReadonlyMap<string, Role>;
  /** The argument that names the target, or null. */
  readonly targetArgument: string | null;
}

type Learned = Pick<RoleOf, 'role' | 'from'>;

/** How deep the members of one argument are looked at. Deeper ones stay unclassified. */
const deepest = 4;

/**
 * The role of every top-level argument that is known by name. What is declared counts; then the argument that names
 * the target is its resource; the rest is inferred by the floor. Inference can only add care: it gives `plain` where
 * the application listed the values itself, never by a name. What nothing says anything about has no role.
 */
export function rolesOf({ json, root, declared, targetArgument }: RoleSources): readonly RoleOf[] {
  const named = [
    ...new Set([
      ...(root?.names ?? []),
      ...declared.keys(),
      ...(targetArgument === null ? [] : [targetArgument]),
    ]),
  ];
  return named.map((argument) => {
    const role = declared.get(argument);
    if (role !== undefined) return Object.freeze({ argument, role, from: 'declared' as const });
    if (argument === targetArgument)
      return Object.freeze({ argument, role: 'resource' as const, from: 'declared' as const });
    const place = root?.member(argument) ?? null;
    const learned =
      json === null || place === null ? byName(argument) : learn(json, argument, place, deepest);
    return Object.freeze({ argument, ...learned });
  });
}

const nothing: Learned = Object.freeze({ role: null, from: 'none' });

function learn(json: JsonSchema, name: string, place: Place, depth: number): Learned {
  const item = place.item(0);
  if (closed(json, place) || (only(json, place, 'array') && closed(json, item)))
    return { role: 'plain', from: 'schema' };
  for (const schema of [...place.schemas, ...(only(json, place, 'array') ? item.schemas : [])]) {
    const format = typeof schema === 'boolean' ? undefined : schema['format'];
    const role =
      typeof format === 'string' && Object.hasOwn(roleByFormat, format) ? roleByFormat[format] : undefined;
    if (role !== undefined) return { role, from: 'format' };
  }
  const named = byName(name);
  if (named.role !== null) return named;
  const described = byDescription(place);
  return described.role === null
    ? byMembers(json, only(json, place, 'array') ? item : place, depth)
    : described;
}

function byName(name: string): Learned {
  const role = matching(roleByName, words(name));
  return role === null ? nothing : { role, from: 'name' };
}

function byDescription(place: Place): Learned {
  const texts = place.schemas.flatMap((schema) =>
    typeof schema === 'boolean' ? [] : [schema['description'], schema['title']],
  );
  for (const text of texts) {
    const role = typeof text === 'string' ? matching(roleByDescription, words(text)) : null;
    if (role !== null) return { role, from: 'description' };
  }
  return nothing;
}

/** What is known of the members of a place, by how deep they were looked at: places are shared, so each counts once. */
const byDepth = new WeakMap<Place, Map<number, Learned>>();

/** An object has the most dangerous role among its members, if each of them has one. */
function byMembers(json: JsonSchema, place: Place, depth: number): Learned {
  if (depth === 0 || place.open || place.names.length === 0 || !only(json, place, 'object')) return nothing;
  const learned = byDepth.get(place) ?? new Map<number, Learned>();
  byDepth.set(place, learned);
  const before = learned.get(depth);
  if (before !== undefined) return before;
  const inner = new Set<Role>();
  const classified = place.names.every((name) => {
    const member = place.member(name);
    const role = member === null ? null : learn(json, name, member, depth - 1).role;
    if (role !== null) inner.add(role);
    return role !== null;
  });
  const role = classified ? roles.find((one) => inner.has(one)) : undefined;
  const found: Learned = role === undefined ? nothing : { role, from: 'schema' };
  learned.set(depth, found);
  return found;
}

function matching(table: readonly RoleWords[], name: readonly string[]): RoleWords['role'] | null {
  const row = table.find(
    ({ anywhere = [], last = [], whole = [] }) =>
      anywhere.some((phrase) => hasPhrase(name, phrase.split(' '))) ||
      last.some((phrase) => hasPhrase(name.slice(-phrase.split(' ').length), phrase.split(' '))) ||
      whole.some((phrase) => name.join(' ') === phrase),
  );
  return row?.role ?? null;
}

/** True where the application listed every value itself, or there are only true, false and null. */
function closed(json: JsonSchema, place: Place): boolean {
  return place.own.length > 0 && place.own.every((schema) => isClosed(json, schema, []));
}

function isClosed(json: JsonSchema, schema: JsonSchema, above: readonly JsonSchema[]): boolean {
  if (typeof schema === 'boolean' || above.includes(schema)) return schema === false;
  if (Object.hasOwn(schema, 'const') || Array.isArray(schema['enum'])) return true;
  if ([...kindsOf(json, schema)].every((kind) => kind === 'boolean' || kind === 'null')) return true;
  return ['anyOf', 'oneOf'].some((keyword) => {
    const alternatives = schema[keyword];
    return (
      Array.isArray(alternatives) &&
      alternatives.length > 0 &&
      alternatives.every((one: Json) => isObject(one) && isClosed(json, one, [...above, schema]))
    );
  });
}

function only(json: JsonSchema, place: Place, kind: 'array' | 'object'): boolean {
  return (
    place.own.length > 0 &&
    place.own.every((schema) => [...kindsOf(json, schema)].every((one) => one === kind || one === 'null'))
  );
}
