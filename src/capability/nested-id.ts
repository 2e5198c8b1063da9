import type { Json, JsonObject } from '../json/json.ts';
import { isObject } from '../json/object.ts';

/**
 * True where a part of a document has an `$id` of its own and a reference below it that begins with `#`: such a
 * reference means that part and not the document, so two readers could take it for two things. In draft-07 an `$id`
 * that begins with `#` is an anchor.
 */
export function refersWithinNestedId(document: JsonObject): boolean {
  return Object.values(document).some((value) => someBelow(value, false));
}

function someBelow(value: Json, nested: boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!isObject(value)) return Object.values<Json>(value).some((one) => someBelow(one, nested));
  const { $id: id } = value as { readonly $id?: Json };
  const inside = nested || (typeof id === 'string' && !id.startsWith('#'));
  return (inside && refersHere(value)) || Object.values(value).some((one) => someBelow(one, inside));
}

function refersHere(schema: JsonObject): boolean {
  return ['$ref', '$dynamicRef', '$recursiveRef'].some((keyword) => {
    const reference = schema[keyword];
    return typeof reference === 'string' && reference.startsWith('#');
  });
}
