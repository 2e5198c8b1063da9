import { strictCopy } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** Where validation changed more than defaults may, innermost member last, and what was expected there. */
export class Difference {
  readonly path: readonly (string | number)[];
  readonly expected: string;

  constructor(path: readonly (string | number)[], expected: string) {
    this.path = path;
    this.expected = expected;
  }

  /** The same difference, seen from the value that holds it under `name`. */
  under(name: string | number): Difference {
    return new Difference([name, ...this.path], this.expected);
  }
}

/**
 * Compares what a schema library answered with what it was given. Only members that defaults added may differ: no
 * value coerced, nothing dropped, so that what was received, judged, digested and executed is one value. Answers with
 * the very input where nothing was added, otherwise with a frozen object that has the additions.
 */
export function unchanged(input: Json, output: unknown): Json | Difference {
  if (input === output) return input;
  if (typeof input !== 'object' || input === null || typeof output !== 'object' || output === null)
    return rewritten;
  if (isList(input)) return Array.isArray(output) ? list(input, output) : rewritten;
  return Array.isArray(output) ? rewritten : object(input, output);
}

const rewritten = new Difference([], 'a value that validation leaves as it is');

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

function list(input: readonly Json[], output: readonly unknown[]): Json | Difference {
  if (output.length !== input.length) return rewritten;
  let added: Json[] | null = null;
  for (let index = 0; index < input.length; index += 1) {
    const item = input[index] ?? null;
    const inner = unchanged(item, output[index]);
    if (inner instanceof Difference) return inner.under(index);
    if (inner === item) continue;
    added ??= [...input];
    added[index] = inner;
  }
  return added === null ? input : Object.freeze(added);
}

function object(input: JsonObject, output: object): Json | Difference {
  const names = Object.keys(input);
  let added: Map<string, Json> | null = null;
  for (const name of names) {
    if (!Object.hasOwn(output, name)) return new Difference([name], 'no member of this name');
    const value = input[name] ?? null;
    const inner = unchanged(value, (output as Readonly<Record<string, unknown>>)[name]);
    if (inner instanceof Difference) return inner.under(name);
    if (inner !== value) added = (added ?? new Map(Object.entries(input))).set(name, inner);
  }
  const given = Object.keys(output);
  // Every name of the input is among them, so equal numbers mean that nothing was added.
  for (const name of given.length === names.length ? [] : given) {
    const value: unknown = (output as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || Object.hasOwn(input, name)) continue;
    const copy = strictCopy(value);
    if (!copy.ok) return new Difference([name], 'a default that is plain JSON');
    added = (added ?? new Map(Object.entries(input))).set(name, copy.value);
  }
  return added === null ? input : Object.freeze(Object.fromEntries(added));
}
