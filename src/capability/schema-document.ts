import { type JsonBounds, strictCopy } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';

/** How large a JSON Schema may be. */
export const documentBounds: JsonBounds = Object.freeze({
  depth: 128,
  nodes: 100_000,
  bytes: 4 * 1024 * 1024,
});

/** A JSON Schema as text libraries and servers give it: an object literal or parsed JSON. */
export type JsonSchemaDocument = Readonly<Record<string, unknown>>;

const documents = new WeakMap<object, JsonSchemaDocument>();

/** Remembers the document that a schema object stands for. */
export function keepDocument(schema: object, document: JsonSchemaDocument): void {
  documents.set(schema, document);
}

/** The document behind a schema that `jsonSchema` made, or null. */
export function documentOf(schema: object): JsonSchemaDocument | null {
  return documents.get(schema) ?? null;
}

/**
 * The JSON Schema of an argument schema as it goes in (before defaults), frozen; or null where the library gives none,
 * cannot express this schema, or gives something that is not plain JSON.
 */
export function jsonSchemaOf(schema: object, standard: object): JsonObject | null {
  return plain(documentOf(schema) ?? converted(standard, 'input'));
}

/** The JSON Schema of what a library's validation answers with, under the same conditions. */
export function outputSchemaOf(standard: object): JsonObject | null {
  return plain(converted(standard, 'output'));
}

function plain(document: unknown): JsonObject | null {
  if (document === null) return null;
  const copy = strictCopy(document, documentBounds);
  return copy.ok && isObject(copy.value) ? copy.value : null;
}

function converted(standard: object, side: 'input' | 'output'): unknown {
  try {
    const { jsonSchema } = standard as { readonly jsonSchema?: Partial<Record<typeof side, unknown>> };
    const convert = jsonSchema?.[side];
    if (typeof convert !== 'function') return null;
    const document: unknown = Reflect.apply(convert, jsonSchema, [{ target: 'draft-2020-12' }]);
    // Through text, because libraries hang hidden members of their own on the result.
    return JSON.parse(JSON.stringify(document));
  } catch {
    return null;
  }
}
