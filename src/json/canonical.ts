import type { Json } from './json.ts';

/** Levels of nesting beyond which nothing is written: a TypeError instead of an exhausted stack. */
export const deepest = 1000;

/**
 * The canonical text of a JSON value: RFC 8785. Equal values give equal texts: members are sorted by the UTF-16 code
 * units of their names, numbers are written as ECMAScript writes them (`-0` as `0`), strings escape only `"`, `\` and
 * U+0000-001F, nothing is normalised. The result is well-formed, so its UTF-8 encoding loses nothing.
 *
 * Throws TypeError for what is not plain JSON (undefined, functions, class instances, holes, non-finite numbers, half
 * surrogate pairs) and beyond 1,000 levels: there is never a text that stands for something else. It trusts its
 * argument to be data; an untrusted value goes through `strictCopy` first.
 */
export function canonicalText(value: Json): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('canonical JSON has no NaN and no Infinity');
      return `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === deepest) throw new TypeError(`canonical JSON is at most ${deepest} levels deep`);
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1);
    default:
      throw new TypeError(`canonical JSON has no ${typeof value}`);
  }
}

function writeArray(array: readonly unknown[], depth: number): string {
  let text = '[';
  for (let index = 0; index < array.length; index += 1) {
    if (index > 0) text += ',';
    text += write(array[index], depth);
  }
  return `${text}]`;
}

function writeObject(object: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError('canonical JSON has plain objects only');
  }
  const members = object as { readonly [member: string]: unknown };
  let text = '{';
  for (const name of sortedNames(object)) {
    if (text.length > 1) text += ',';
    text += `${writeString(name)}:${write(members[name], depth)}`;
  }
  return `${text}}`;
}

/** Own member names by UTF-16 code unit, which is how `<` and `sort` compare strings. */
function sortedNames(object: object): string[] {
  const names = Object.keys(object);
  for (let index = 1; index < names.length; index += 1) {
    if (names[index - 1]! > names[index]!) return names.sort();
  }
  return names;
}

/** Anything but printable ASCII that stands for itself. Most strings have none, and this test is half the work. */
const special = /[^\x20\x21\x23-\x5b\x5d-\x7e]/;

function writeString(text: string): string {
  if (!special.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError('canonical JSON has no half surrogate pairs');
  return JSON.stringify(text);
}
