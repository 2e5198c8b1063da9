import { declarationOf } from '../../capability/declaration.ts';
import { isObject } from '../../json/index.ts';

/**
 * Whether every capability was declared through another copy of the package, as it happens to a command line that is
 * installed globally: it is frozen and shows its name alone, as `capability` leaves it, and this copy never made it.
 */
export function fromOtherCopy(capabilities: readonly unknown[]): boolean {
  return capabilities.length > 0 && capabilities.every((one) => declarationOf(one) === null && isHandle(one));
}

function isHandle(value: unknown): boolean {
  return isObject(value) && Object.isFrozen(value) && Object.keys(value).join() === 'name';
}
