import type { Context } from '../action/index.ts';
import { defaultBounds, isObject, type JsonBounds, parseStrict, strictCopy } from '../json/index.ts';
import type { JsonRefusal } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Wiring } from '../wiring.ts';

/** The arguments as received: a frozen object, or where and why they are none. */
export type Received =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly refusal: Pick<JsonRefusal, 'pointer' | 'expected'> };

/** The most that any capability may allow. */
const ceiling: JsonBounds = { ...defaultBounds, bytes: 10 * 1_048_576 };

/**
 * Reads the arguments of a call as strict JSON. A string is the JSON text as the provider sent it, which also shows
 * what a parsed object hides: repeated members, numbers that lost value, a second value glued to the first. It is read
 * once, when the call is made, so that nobody can change afterwards what is judged, executed or on record.
 */
export function received(wiring: Wiring, context: Context, name: string, raw: unknown): Received {
  const found = wiring.catalogue.find(name, context);
  return within(typeof found === 'string' ? defaultBounds : found.bounds, raw);
}

/** The same as far as any capability may allow: to compare with a call that was accepted once, under another bound. */
export function receivedWhole(raw: unknown): Received {
  return within(ceiling, raw);
}

function within(bounds: JsonBounds, raw: unknown): Received {
  const copy = typeof raw === 'string' ? parseStrict(raw, bounds) : strictCopy(raw, bounds);
  if (!copy.ok) return copy;
  return isObject(copy.value)
    ? { ok: true, value: copy.value }
    : { ok: false, refusal: { pointer: '', expected: 'an object' } };
}
