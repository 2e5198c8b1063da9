import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonObject } from '../json/json.ts';
import { type JsonSchemaDocument, keepDocument } from './schema-document.ts';

/**
 * Plain JSON Schema as the input of a capability: draft 2020-12, or draft-07 where `$schema` says so. `T` is what the
 * arguments are afterwards; nothing is inferred from the document. It is compiled when it is registered, and only then
 * is a validator loaded. Patterns run in linear time, nothing is fetched, nothing is coerced; formats are annotations.
 */
export function jsonSchema<T = JsonObject>(document: JsonSchemaDocument): StandardSchemaV1<T, T> {
  const schema: StandardSchemaV1<T, T> = Object.freeze({
    '~standard': Object.freeze({
      version: 1 as const,
      vendor: 'countersign',
      async validate(value: unknown): Promise<StandardSchemaV1.Result<T>> {
        const { compileDocument } = await import('./document-validator.ts');
        const compiled = compileDocument(document);
        if (!compiled.ok) throw new TypeError(`the JSON Schema ${compiled.problem}`);
        const result = compiled.validate(value);
        return result.issues === undefined ? { value: result.value as T } : result;
      },
    }),
  });
  keepDocument(schema, document);
  return schema;
}
