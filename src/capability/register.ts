import { reservedKeys } from '../action/reserved-keys.ts';
import { defaultBounds } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { declaredLimits } from '../limit/declared-limits.ts';
import { effectiveLimits } from '../limit/effective-limits.ts';
import type { RegisteredLimit } from '../limit/limit.ts';
import { type AnyTarget, sourceProblems } from '../target/target.ts';
import type { Registered } from './catalogue.ts';
import { type CompiledSchema, compileSchema } from './compile-schema.ts';
import type { RawDeclaration } from './declaration.ts';
import { declaredAsking } from './declared-asking.ts';
import { declaredOrder } from './declared-order.ts';
import { readData } from './declared-members.ts';
import { kindsOf } from './kinds.ts';
import { nameProblem } from '../action/name.ts';
import type { Place } from './places.ts';
import { rolesOf } from './role-inference.ts';
import type { Role } from './roles.ts';

/**
 * One capability as registered, or everything that is wrong with it, as half sentences. `limits`: its own, as far as
 * they are well-formed, so that those of the same name can be held against each other in any case.
 */
export type Registration = { readonly limits: readonly RegisteredLimit[] } & (
  | { readonly ok: true; readonly capability: Registered }
  | { readonly ok: false; readonly problems: readonly string[] }
);

/** What a declaration is registered with. */
export interface RegistrationFrame {
  /** The assurance levels, weakest first. */
  readonly levels: readonly string[];
  /** The boundary's own limits. */
  readonly boundaryLimits: readonly RegisteredLimit[];
}

/** Checks and compiles one declaration. Never throws for what was declared. */
export async function register(
  declaration: RawDeclaration,
  { levels, boundaryLimits }: RegistrationFrame,
): Promise<Registration> {
  const problems: string[] = [];
  const { name } = declaration as { readonly name?: unknown };
  const misnamed = nameProblem(name);
  if (misnamed !== null) problems.push(misnamed);
  const data = readData(declaration, levels, problems);
  const authorize = functionIn<Registered['authorize']>(declaration, 'authorize', problems);
  const once = functionIn<NonNullable<Registered['once']>>(declaration, 'once', problems);
  const execute = functionIn<NonNullable<Registered['execute']>>(declaration, 'execute', problems);
  if (declaration['authorize'] === undefined)
    problems.push('has no "authorize": without it nothing would decide');
  if (data.effect === 'write' && declaration['execute'] === undefined)
    problems.push('is a write without "execute"');
  const target = targetOf(declaration['target'], problems);
  const aimed = declaration['target'] !== undefined;
  const asking = declaredAsking(declaration, { effect: data.effect, target: aimed }, problems);
  const noTarget = aimed ? null : 'the capability has no target';
  const limits = declaredLimits(declaration['limits'], noTarget, problems);
  const order = declaredOrder(declaration, data.effect, problems);
  const compiled = await compileSchema(declaration['input']);
  problems.push(...schemaProblems(compiled, data.version, target, data.roles));
  if (problems.length > 0 || !compiled.ok || authorize === null || typeof name !== 'string')
    return { ok: false, problems, limits };
  const { schema, root } = compiled;
  const { effect, description, version, requires, freshness, replay, transactional, deadline, maxBytes } =
    data;
  return {
    ok: true,
    limits,
    capability: Object.freeze({
      name,
      effect,
      description,
      version,
      schema,
      target,
      authorize,
      once,
      execute,
      ...asking,
      requires,
      limits: effectiveLimits(limits, boundaryLimits),
      roles: Object.freeze(
        rolesOf({ json: schema.json, root, declared: data.roles, targetArgument: target?.argument ?? null }),
      ),
      freshness,
      replay,
      transactional,
      deadline,
      ...order,
      bounds: maxBytes === null ? defaultBounds : Object.freeze({ ...defaultBounds, bytes: maxBytes }),
    }),
  };
}

/** A function of the declaration: what it takes and answers is checked where it is called. */
function functionIn<F>(declaration: RawDeclaration, member: string, problems: string[]): F | null {
  const value = declaration[member];
  if (value === undefined) return null;
  if (typeof value === 'function') return value as F;
  problems.push(`has "${member}", which must be a function`);
  return null;
}

function targetOf(value: unknown, problems: string[]): AnyTarget | null {
  if (value === undefined) return null;
  const found = sourceProblems(value);
  if (found === null)
    problems.push('has a "target" that was not made by resource, scope, target or contextTarget');
  for (const problem of found ?? []) problems.push(`${problem} in its target`);
  return found?.length === 0 ? (value as AnyTarget) : null;
}

function schemaProblems(
  compiled: CompiledSchema,
  version: string | null,
  target: AnyTarget | null,
  declaredRoles: ReadonlyMap<string, Role>,
): readonly string[] {
  if (!compiled.ok) return [`has an "input" that ${compiled.problem}`];
  const { schema, root } = compiled;
  if (schema.json === null || root === null) {
    return version === null
      ? [
          'needs "version", because its schema gives no JSON Schema that could be digested: change it with the schema',
        ]
      : [];
  }
  return [
    ...(takesObjects(schema.json) ? [] : ['has an "input" that does not describe an object']),
    ...reservedKeys
      .filter((key) => root.names.includes(key))
      .map((key) => `has an argument ${JSON.stringify(key)}, which only the server may set`),
    ...[...declaredRoles.keys()]
      .filter((argument) => root.member(argument) === null)
      .map((argument) => `has a role for ${JSON.stringify(argument)}, which is not an argument`),
    ...(target === null || target.argument === null || namesText(schema.json, root.member(target.argument))
      ? []
      : [
          `has a target whose id ${JSON.stringify(target.argument)} is not an argument that is a string or a number`,
        ]),
  ];
}

function takesObjects(json: JsonObject): boolean {
  return kindsOf(json, json).has('object');
}

function namesText(json: JsonObject, place: Place | null): boolean {
  return (
    place !== null &&
    place.own.every((schema) => {
      const kinds = kindsOf(json, schema);
      return kinds.has('string') || kinds.has('number');
    })
  );
}
