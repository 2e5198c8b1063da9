import { andThen, type Awaitable } from '../awaitable.ts';
import { digest, pointerTo } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';
import { type Judge, needsJudge } from './alternatives.ts';
import { changesBetween } from './changes-between.ts';
import { expectedAt, expectedInsteadOf, somethingElse } from './expected.ts';
import { refersWithinNestedId } from './nested-id.ts';
import { isPartial, type Matches, type Place, placesOf, undeclared } from './places.ts';
import { documentOf, jsonSchemaOf, outputSchemaOf } from './schema-document.ts';
import type { ArgumentSchema, Validated } from './schema.ts';
import { Difference, unchanged } from './unchanged.ts';
import { restartWork, WorkExceeded, workExceeded } from './work-budget.ts';

/** A compiled schema with the places that its JSON Schema describes, or why there is none, as half a sentence. */
export type CompiledSchema =
  | { readonly ok: true; readonly schema: ArgumentSchema; readonly root: Place | null }
  | { readonly ok: false; readonly problem: string };

const nestedId =
  'has a reference beginning with "#" below an "$id" of its own: give only the whole document an "$id"';

type Path = readonly (string | number)[];

/**
 * Compiles what a capability gives as `input`: any Standard Schema, or what `jsonSchema` made. Validation refuses a
 * member that nothing declares, whatever `additionalProperties` leaves out, and accepts the arguments only where the
 * library left them as they are but for defaults. Never throws; never starts a validator that is not needed.
 */
export async function compileSchema(input: unknown): Promise<CompiledSchema> {
  let standard: Standard | null;
  try {
    standard = standardOf(input);
    if (standard === null)
      return refused(`is neither a Standard Schema nor made by jsonSchema(...)${unwrapped(input)}`);
  } catch {
    return refused('throws when it is read');
  }
  const json = jsonSchemaOf(standard.schema, standard.properties);
  if (json !== null && refersWithinNestedId(json)) return refused(nestedId);
  const document = documentOf(standard.schema);
  let check: Check = standard.validate;
  if (document !== null) {
    const { compileDocument } = await import('./document-validator.ts');
    const compiled = compileDocument(document);
    if (!compiled.ok) return refused(compiled.problem);
    check = compiled.validate;
  }
  try {
    const judge = json === null ? null : await judgeFor(json);
    const root = json === null ? null : placesOf(json, await matcherFor(json), judge);
    const partial = root === null || isPartial(root) || (judge === null && json !== null && needsJudge(json));
    const changes = json === null || document !== null ? [] : changesOf(json, standard.properties);
    return { ok: true, root, schema: argumentSchema({ json, root, partial, changes }, check) };
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'cannot be read');
  }
}

interface Known extends Pick<ArgumentSchema, 'json' | 'partial' | 'changes'> {
  readonly root: Place | null;
}

function argumentSchema({ json, root, partial, changes }: Known, check: Check): ArgumentSchema {
  const refuse = (args: Json, path: Path, expected?: string): Validated => {
    const fixed = expected ?? expectation(json, root, args, path);
    return Object.freeze({ ok: false as const, pointer: pointerTo(path), expected: fixed });
  };
  const strayIn = (args: JsonObject, whole: JsonObject = args): Validated | null => {
    restartWork();
    try {
      const stray = root === null ? null : undeclared(root, args, whole);
      return stray === null ? null : refuse(args, stray, 'no member of this name');
    } catch (error) {
      if (error instanceof WorkExceeded) return refuse(args, [], workExceeded.message);
      throw error;
    }
  };
  const judge = (args: JsonObject, result: unknown): Validated => {
    const { issues, value } = resultOf(result);
    if (issues?.[0] === workExceeded) return refuse(args, [], workExceeded.message);
    if (issues !== null) return refuse(args, pathOf(issues[0]));
    const same = unchanged(args, value);
    if (same instanceof Difference) return refuse(args, same.path, same.expected);
    if (!isObject(same)) return refuse(args, [], 'an object');
    return (same === args ? null : strayIn(args, same)) ?? { ok: true, value: same };
  };
  return Object.freeze({
    json,
    digest: json === null ? null : digest('countersign/schema/v1', json),
    partial,
    changes,
    validate(args: JsonObject): Awaitable<Validated> {
      return strayIn(args) ?? andThen(check(args), (result) => judge(args, result));
    },
  });
}

type Check = (value: unknown) => unknown;

interface Standard {
  readonly schema: object;
  readonly properties: object;
  readonly validate: Check;
}

function standardOf(input: unknown): Standard | null {
  if ((typeof input !== 'object' && typeof input !== 'function') || input === null) return null;
  const { '~standard': properties } = input as { readonly '~standard'?: unknown };
  if (typeof properties !== 'object' || properties === null) return null;
  const { version, validate } = properties as { readonly version?: unknown; readonly validate?: unknown };
  if (version !== 1 || typeof validate !== 'function') return null;
  return { schema: input, properties, validate: (value) => Reflect.apply(validate, properties, [value]) };
}

function changesOf(json: JsonObject, properties: object): readonly string[] | null {
  const output = outputSchemaOf(properties);
  return output === null ? null : changesBetween(json, output);
}

/** What somebody may have meant by an object that is no schema. */
function unwrapped(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const members: readonly unknown[] = Object.values(input);
  if (members.some((member) => standardOf(member) !== null))
    return ': its members are, so wrap them, as in z.object({...})';
  return 'type' in input || 'properties' in input ? ': wrap a JSON Schema, as in jsonSchema({...})' : '';
}

async function matcherFor(json: JsonObject): Promise<(pattern: string) => Matches> {
  if (!JSON.stringify(json).includes('"patternProperties":')) return () => () => false;
  const { linearPattern } = await import('./linear-pattern.ts');
  return linearPattern;
}

async function judgeFor(json: JsonObject): Promise<Judge | null> {
  if (!needsJudge(json)) return null;
  const { subschemaJudge } = await import('./subschema-judge.ts');
  return subschemaJudge(json);
}

/** A Standard Schema result; anything else is a fault of the library and throws. */
function resultOf(result: unknown): { readonly issues: readonly unknown[] | null; readonly value: unknown } {
  if (typeof result !== 'object' || result === null)
    throw new TypeError('the schema answered without a result');
  const { issues, value } = result as { readonly issues?: unknown; readonly value?: unknown };
  if (issues === undefined) return { issues: null, value };
  if (!Array.isArray(issues)) throw new TypeError('the schema answered with issues that are no list');
  return { issues, value: undefined };
}

function pathOf(issue: unknown): Path {
  const { path } = (issue ?? {}) as { readonly path?: unknown };
  return Array.isArray(path) ? path.map(step) : [];
}

function step(part: unknown): string | number {
  const key: unknown = typeof part === 'object' && part !== null && 'key' in part ? part.key : part;
  return typeof key === 'number' ? key : String(key);
}

/** What the JSON Schema says of the place that a path leads to, and that the member is missing where it is. */
function expectation(json: JsonObject | null, root: Place | null, args: Json, path: Path): string {
  if (json === null || root === null) return somethingElse;
  let place: Place | null = root;
  let value: Json | undefined = args;
  for (const part of path) {
    place =
      typeof part === 'number' || Array.isArray(value)
        ? (place?.item(Number(part)) ?? null)
        : (place?.member(part) ?? null);
    value = memberOf(value, part);
  }
  return value === undefined
    ? `a required member: ${expectedAt(json, place)}`
    : expectedInsteadOf(value, json, place);
}

function memberOf(value: Json | undefined, part: string | number): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
  return Array.isArray(value) ? value[Number(part)] : (value as JsonObject)[part];
}

function refused(problem: string): CompiledSchema {
  return { ok: false, problem };
}
