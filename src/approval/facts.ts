import { plainObject } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Facts } from './approval.ts';

/**
 * What people are shown of a call on one target, besides the arguments: the same wherever it is worked out, when they are
 * asked, when they agree and right before the effect. Throws what the declaration throws, or for what is no plain JSON.
 */
export function factsOn(
  facts: Facts<JsonObject, unknown>,
  about: Parameters<Facts<JsonObject, unknown>>[0],
): JsonObject {
  return plainObject('the facts that people are shown', facts(about));
}
