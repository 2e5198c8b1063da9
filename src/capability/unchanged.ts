import { strictCopy } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** The arguments with what defaults added, or where validation changed something else. */
export type Unchanged =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly path: readonly (string | number)[]; readonly expected: string };

/**
 * Compares what a schema library answered with what it was given. Only members that defaults added may differ: no
 * value coerced, nothing dropped, so that what was received, judged, digested and executed is one value. Answers with
 * the very input where nothing was added, otherwise with a frozen object that has the additions.
 */
export function unchanged(input: Json, output: unknown): Unchanged {
  if (input === output) return { ok: true, value: input };
  if (typeof input !== 'object' || input === null || typeof output !== 'object' || output === null) {
    return differs([], 'a value that validation leaves as it is');
  }
  if (Array.isArray(input)) return list(input, output);
  return Array.isArray(output)
    ? differs([], 'a value that validation leaves as it is')
    : object(input as JsonObject, output);
}

function list(input: readonly Json[], output: object): Unchanged {
  if (!Array.isArray(output) || output.length !== input.length) {
    return differs([], 'a list that validation leaves as it is');
  }
  const items: Json[] = [];
  for (const [index, item] of input.entries()) {
    const inner = unchanged(item, output[index]);
    if (!inner.ok) return differs([index, ...inner.path], inner.expected);
    items.push(inner.value);
  }
  return {
    ok: true,
    value: items.every((item, index) => item === input[index]) ? input : Object.freeze(items),
  };
}

function object(input: JsonObject, output: object): Unchanged {
  const members: [string, Json][] = [];
  let added = false;
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(output, name)) return differs([name], 'no member of this name');
    const inner = unchanged(value, (output as Readonly<Record<string, unknown>>)[name]);
    if (!inner.ok) return differs([name, ...inner.path], inner.expected);
    added ||= inner.value !== value;
    members.push([name, inner.value]);
  }
  for (const [name, value] of Object.entries(output)) {
    if (value === undefined || Object.hasOwn(input, name)) continue;
    const copy = strictCopy(value);
    if (!copy.ok) return differs([name], 'a default that is plain JSON');
    added = true;
    members.push([name, copy.value]);
  }
  return { ok: true, value: added ? Object.freeze(Object.fromEntries(members)) : input };
}

function differs(path: readonly (string | number)[], expected: string): Unchanged {
  return { ok: false, path, expected };
}
