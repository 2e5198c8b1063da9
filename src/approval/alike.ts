import { canonicalText, type Keys } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';

/** What makes two asks alike: the same principal wants the same done to the same target, as the same facts. */
export interface Alike {
  readonly principal: string;
  readonly capability: string;
  /** Type and identity of the target; null where a gateway has none. */
  readonly target: JsonObject | null;
  readonly facts: JsonObject | null;
}

/**
 * The `alike` column: what a rejection refuses for a time, under whatever conversation, call id or wording of other
 * arguments it comes back. Blinded, so that a reader of the database cannot guess it.
 */
export function alikeKey(
  keys: Keys,
  tenant: string,
  { principal, capability, target, facts }: Alike,
): string {
  return keys.blind('countersign/alike/v1', tenant, canonicalText([principal, capability, target, facts]));
}
