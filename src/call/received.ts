import { defaultBounds, parseStrict, strictCopy } from '../json/index.ts';
import type { JsonRefusal } from '../json/index.ts';
import { isObject } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Asked } from './asked.ts';

/** The arguments as received: a frozen object, or where and why they are none. */
export type Received =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly refusal: Pick<JsonRefusal, 'pointer' | 'expected'> };

/**
 * Reads the arguments of a call as strict JSON. A string is the JSON text as the provider sent it, which also shows
 * what a parsed object hides: repeated members, numbers that lost value, a second value glued to the first.
 */
export function received({ wiring, session, name, raw }: Asked): Received {
  const found = wiring.catalogue.find(name, session.context);
  const bounds = typeof found === 'string' ? defaultBounds : found.bounds;
  const copy = typeof raw === 'string' ? parseStrict(raw, bounds) : strictCopy(raw, bounds);
  if (!copy.ok) return copy;
  return isObject(copy.value)
    ? { ok: true, value: copy.value }
    : { ok: false, refusal: { pointer: '', expected: 'an object' } };
}
