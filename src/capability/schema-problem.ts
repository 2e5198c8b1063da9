import type { ErrorObject } from 'ajv';
import type { Json } from '../json/json.ts';

/** Keywords that only combine others: what these say is more to the point. */
const combining = ['anyOf', 'oneOf', 'allOf', 'if', '$ref', '$dynamicRef'];

/**
 * Where a document breaks the rules of JSON Schema and what is expected there, as the end of a half sentence. The
 * compiler's own wording is not used: it speaks of a `data` that nobody has.
 */
export function brokenRule(errors: readonly ErrorObject[]): string {
  const [first] = errors;
  if (first === undefined) return '';
  const alternatives = errors
    .filter(
      ({ instancePath, keyword }) => instancePath === first.instancePath && !combining.includes(keyword),
    )
    .map(expected);
  const wanted = alternatives.length === 0 ? 'something else' : [...new Set(alternatives)].join(', or ');
  return ` at "${first.instancePath}": ${wanted} expected`;
}

function expected({ keyword, params }: ErrorObject): string {
  const { type, allowedValues, comparison, limit, pattern } = params as {
    readonly type?: string | readonly string[];
    readonly allowedValues?: readonly Json[];
    readonly comparison?: string;
    readonly limit?: number;
    readonly pattern?: string;
  };
  switch (keyword) {
    case 'type':
      return [type].flat().join(' or ');
    case 'enum':
      return `one of ${(allowedValues ?? []).map(String).join(', ')}`;
    case 'pattern':
      return `a text that matches ${pattern}`;
    case 'uniqueItems':
      return 'a list that repeats nothing';
    case 'minItems':
      return `a list of ${limit} or more`;
    default:
      return comparison === undefined ? 'something else' : `a number ${comparison} ${limit}`;
  }
}

/** Why the compiler refused a document that follows the rules, as half a sentence, made of its message. */
export function compilerProblem(message: string): string {
  const reason = message.replace(/^strict mode: /, '').slice(0, 200);
  const keyword = /^unknown keyword: (".*")$/.exec(reason)?.[1];
  if (keyword !== undefined) return `has the keyword ${keyword}, which JSON Schema does not know`;
  return `cannot be compiled: ${reason}`;
}
