import { plainObject } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import { LimitFault } from './limit-fault.ts';

/**
 * The key that a function of the application answers; null: the limit does not apply. Throws `LimitFault` where it
 * throws or answers anything but a plain object or null.
 */
export function askedKey(limit: string, ask: () => unknown): JsonObject | null {
  return asked(limit, ask, (key) => (key === null ? null : plainObject(`the key of limit "${limit}"`, key)));
}

/** The units that a function of the application answers. Throws `LimitFault` for anything but whole units, 0 or more. */
export function askedUnits(limit: string, ask: () => unknown): number {
  return asked(limit, ask, wholeUnits);
}

function wholeUnits(units: unknown): number {
  if (typeof units === 'number' && Number.isSafeInteger(units) && units >= 0) return units + 0;
  throw new TypeError('units must be a whole number from 0 to 9,007,199,254,740,991');
}

function asked<T>(limit: string, ask: () => unknown, checked: (answer: unknown) => T): T {
  try {
    const answer = ask();
    // A promise is no answer; unless somebody takes its rejection, that ends the process.
    if (answer instanceof Promise) answer.catch(() => {});
    return checked(answer);
  } catch (error) {
    throw new LimitFault(limit, error);
  }
}
