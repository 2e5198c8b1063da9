import type { StandardSchemaV1 } from '@standard-schema/spec';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { strictCopy } from '../json/index.ts';
import { isObject } from '../json/object.ts';
import { constantsFirst } from './constants-first.ts';
import {
  type Dialect,
  dialectOf,
  documentCompiler,
  type DocumentCompiler,
  regExpBy,
} from './document-compiler.ts';
import { linearPattern, PatternRefused } from './linear-pattern.ts';
import { documentBounds, type JsonSchemaDocument } from './schema-document.ts';
import { restartWork, WorkExceeded, workExceeded } from './work-budget.ts';
import { brokenRule, compilerProblem } from './schema-problem.ts';

/** A compiled JSON Schema, or why there is none, as half a sentence. */
export type CompiledDocument =
  | { readonly ok: true; readonly validate: (value: unknown) => StandardSchemaV1.Result<unknown> }
  | { readonly ok: false; readonly problem: string };

/** `strict` refuses keywords that it does not know: ignoring a misspelt one would drop the limit it was meant to be. */
const options: Options = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allErrors: false,
  coerceTypes: false,
  useDefaults: true,
  removeAdditional: false,
  validateFormats: false,
  ownProperties: true,
  addUsedSchema: false,
  logger: false,
};

/**
 * Compiles a JSON Schema. Synchronous, never fetches, never throws: a reference that leaves the document, a pattern
 * that could stall, an unknown keyword or dialect is a problem. A compiler of its own for each, so that two documents
 * with one `$id` never meet.
 */
export function compileDocument(document: JsonSchemaDocument): CompiledDocument {
  const copy = strictCopy(document, documentBounds);
  if (!copy.ok)
    return refused(`is not plain JSON at "${copy.refusal.pointer}": ${copy.refusal.expected} expected`);
  if (!isObject(copy.value)) return refused('is not an object');
  const Compiler = dialectOf(copy.value);
  if (Compiler === null) return refused(`names a dialect other than draft 2020-12 and draft-07 in "$schema"`);
  if ('$async' in copy.value) return refused('has "$async", which does not exist in JSON Schema');
  if (JSON.stringify(copy.value).includes('"$dynamicRef":"'))
    return refused('has "$dynamicRef", which is not supported: use "$ref"');
  restartWork();
  try {
    const rules = rulesOf(Compiler);
    if (rules.validateSchema(copy.value) !== true)
      return refused(`is not a JSON Schema${brokenRule(rules.errors ?? [])}`);
    const { said, logger } = listening();
    const told = { ...options, strictSchema: 'log', logger } as const;
    const validate = documentCompiler(Compiler, copy.value, linearPattern, told).compile(
      constantsFirst(copy.value),
    );
    const objection = said.find((message) => !ignoredDefault.test(message));
    if (objection !== undefined) return refused(compilerProblem(objection));
    const fills = JSON.stringify(copy.value).includes('"default":');
    return { ok: true, validate: (value) => check(validate, fills ? mutable(value) : value) };
  } catch (error) {
    return refused(problemOf(error));
  }
}

/**
 * What the strict compiler objects to is a problem, but for a default inside an alternative: none is filled in there,
 * and it is what generators write for every optional part that has defaults of its own.
 */
const ignoredDefault = /^strict mode: default is ignored for: /;

/** Hears what the compiler objects to, in place of being stopped by the first of it. */
function listening() {
  const said: string[] = [];
  const warn = (...words: readonly unknown[]) => void said.push(words.join(' '));
  return { said, logger: { log: () => {}, warn, error: warn } };
}

function refused(problem: string): CompiledDocument {
  return { ok: false, problem };
}

const compiledRules = new Map<Dialect, DocumentCompiler>();

/** Compiling the rules that a schema itself must follow costs more than any schema: once for each dialect. */
function rulesOf(Compiler: Dialect): DocumentCompiler {
  const rules =
    compiledRules.get(Compiler) ?? new Compiler({ ...options, code: { regExp: regExpBy(linearPattern) } });
  compiledRules.set(Compiler, rules);
  return rules;
}

function check(validate: ValidateFunction, value: unknown): StandardSchemaV1.Result<unknown> {
  restartWork();
  try {
    if (validate(value)) return { value };
  } catch (error) {
    if (error instanceof WorkExceeded) return { issues: [workExceeded] };
    throw error;
  }
  const first = validate.errors?.[0];
  return {
    issues: [{ message: 'does not match the JSON Schema', path: first === undefined ? [] : pathOf(first) }],
  };
}

function pathOf({ instancePath, params }: ErrorObject): readonly string[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const about: Readonly<Record<string, unknown>> = params;
  const member = about['missingProperty'] ?? about['additionalProperty'] ?? about['unevaluatedProperty'];
  return typeof member === 'string' ? [...path, member] : path;
}

/** A copy that defaults may be written into; what was given is frozen. */
function mutable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mutable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mutable(inner)]));
}

function problemOf(error: unknown): string {
  if (error instanceof PatternRefused) return error.message;
  if (error instanceof Ajv.MissingRefError) {
    return `refers to ${JSON.stringify(error.missingRef)}, which is not part of it; nothing is ever fetched`;
  }
  return compilerProblem(error instanceof Error ? error.message : 'for an unknown reason');
}
