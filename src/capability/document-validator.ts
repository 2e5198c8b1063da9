import type { StandardSchemaV1 } from '@standard-schema/spec';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalText, strictCopy } from '../json/index.ts';
import type { Json } from '../json/json.ts';
import { isObject } from '../json/object.ts';
import { linearPattern, PatternRefused } from './linear-pattern.ts';
import { documentBounds, type JsonSchemaDocument } from './schema-document.ts';
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
  code: { regExp: Object.assign(patternFor, { code: 'linearPattern' }) },
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
  const { $schema: dialect } = copy.value as { readonly $schema?: Json };
  const Compiler = compilerFor(dialect);
  if (Compiler === null) return refused(`names a dialect other than draft 2020-12 and draft-07 in "$schema"`);
  if ('$async' in copy.value) return refused('has "$async", which does not exist in JSON Schema');
  const compiler = new Compiler({ ...options, meta: false, validateSchema: false });
  compiler.removeKeyword('uniqueItems');
  compiler.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: unique });
  try {
    const rules = rulesOf(Compiler);
    if (rules.validateSchema(copy.value) !== true)
      return refused(`is not a JSON Schema${brokenRule(rules.errors ?? [])}`);
    const validate = compiler.compile(copy.value);
    const fills = JSON.stringify(copy.value).includes('"default":');
    return { ok: true, validate: (value) => check(validate, fills ? mutable(value) : value) };
  } catch (error) {
    return refused(problemOf(error));
  }
}

/** The compiler keeps patterns by their text, so each must have its own: one without would stand for all of them. */
function patternFor(pattern: string) {
  return { test: linearPattern(pattern), toString: () => pattern };
}

function refused(problem: string): CompiledDocument {
  return { ok: false, problem };
}

type Dialect = typeof Ajv | typeof Ajv2020;

function compilerFor(dialect: Json | undefined): Dialect | null {
  if (dialect === undefined) return Ajv2020;
  if (typeof dialect !== 'string') return null;
  const name = dialect.replace(/^https?:/, '').replace(/#$/, '');
  if (name === '//json-schema.org/draft/2020-12/schema') return Ajv2020;
  return name === '//json-schema.org/draft-07/schema' ? Ajv : null;
}

const compiledRules = new Map<Dialect, Ajv | Ajv2020>();

/** Compiling the rules that a schema itself must follow costs more than any schema: once for each dialect. */
function rulesOf(Compiler: Dialect): Ajv | Ajv2020 {
  const rules = compiledRules.get(Compiler) ?? new Compiler(options);
  compiledRules.set(Compiler, rules);
  return rules;
}

/** Equality by canonical text takes n log n; comparing every pair would let 10,000 items stall the process. */
function unique(wanted: boolean, items: readonly Json[]): boolean {
  return !wanted || new Set(items.map((item) => canonicalText(item))).size === items.length;
}

function check(validate: ValidateFunction, value: unknown): StandardSchemaV1.Result<unknown> {
  if (validate(value)) return { value };
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
