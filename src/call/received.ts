import { defaultBounds, isObject, type JsonBounds, parseStrict, strictCopy } from '../json/index.ts';
import type { JsonRefusal } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Asked } from './asked.ts';

/** The arguments as received: a frozen object, or where and why they are none. */
export type Received =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly refusal: Pick<JsonRefusal, 'pointer' | 'expected'> };

/** The most that any capability may allow. */
const ceiling: JsonBounds = { ...defaultBounds, bytes: 10 * 1_048_576 };

/**
 * Reads the arguments of a call as strict JSON. A string is the JSON text as the provider sent it, which also shows
 * what a parsed object hides: repeated members, numbers that lost value, a second value glued to the first. `whole`
 * reads as far as any capability may allow, to compare with a call that was accepted once.
 */
export function received({ wiring, session, name, raw }: Asked, whole = false): Received {
  const found = wiring.catalogue.find(name, session.context);
  const bounds = whole ? ceiling : typeof found === 'string' ? defaultBounds : found.bounds;
  const copy = typeof raw === 'string' ? parseStrict(raw, bounds) : strictCopy(raw, bounds);
  if (!copy.ok) return copy;
  return isObject(copy.value)
    ? { ok: true, value: copy.value }
    : { ok: false, refusal: { pointer: '', expected: 'an object' } };
}
