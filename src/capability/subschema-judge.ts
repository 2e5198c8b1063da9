import type { ValidateFunction } from 'ajv';
import type { Json, JsonObject } from '../json/json.ts';
import type { Judge } from './alternatives.ts';
import { constantsFirst } from './constants-first.ts';
import { dialectOf, documentCompiler } from './document-compiler.ts';
import { linearPattern } from './linear-pattern.ts';
import { type JsonSchema, resolveReference } from './subschemas.ts';

/** What the compiler calls the document. */
const key = 'arguments';

/**
 * Judges whether values fit the subschemas of a document, each compiled when it is first asked for; or null for a
 * document that does not compile. A pattern that cannot be matched in linear time, as a library may give one, counts
 * as matched. Never writes defaults; throws `WorkExceeded` like the validator.
 */
export function subschemaJudge(document: JsonObject): Judge | null {
  const Compiler = dialectOf(document);
  if (Compiler === null) return null;
  const options = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;
  const compiler = documentCompiler(Compiler, document, patternOrAnything, options);
  const pointers = new Map<Json, string>();
  locate(document, '', pointers);
  const compiled = new Map<JsonSchema, ValidateFunction>();

  function validatorOf(schema: JsonObject): ValidateFunction {
    const before = compiled.get(schema);
    if (before !== undefined) return before;
    const pointer = pointers.get(referred(document, schema));
    const validate = pointer === undefined ? undefined : compiler.getSchema(`${key}#${pointer}`);
    if (validate === undefined) throw new TypeError('the JSON Schema has no such part');
    compiled.set(schema, validate);
    return validate;
  }

  try {
    compiler.addSchema(constantsFirst(document), key);
    validatorOf(document);
  } catch {
    return null;
  }
  return (schema, value) => validatorOf(schema)(value);
}

function patternOrAnything(pattern: string): (text: string) => boolean {
  try {
    return linearPattern(pattern);
  } catch {
    return () => true;
  }
}

/** What a schema that is nothing but a reference stands for: the compiler finds no such part that stands for the whole. */
function referred(root: JsonObject, schema: JsonObject): JsonObject {
  const passed = new Set<JsonObject>();
  let found = schema;
  while (!passed.has(found) && Object.keys(found).length === 1) {
    passed.add(found);
    const { $ref: reference } = found as { readonly $ref?: Json };
    const next = typeof reference === 'string' ? resolveReference(root, reference) : null;
    if (next === null || typeof next === 'boolean') break;
    found = next;
  }
  return found;
}

function locate(value: Json, pointer: string, pointers: Map<Json, string>): void {
  if (typeof value !== 'object' || value === null) return;
  pointers.set(value, pointer);
  for (const [name, inner] of Object.entries(value)) {
    const token = encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
    locate(inner, `${pointer}/${token}`, pointers);
  }
}
