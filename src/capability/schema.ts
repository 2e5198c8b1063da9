import type { Awaitable } from '../awaitable.ts';
import type { JsonObject } from '../json/json.ts';

/** What validation answers: the arguments after defaults, or where and what was expected. Never coerced. */
export type Validated =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly pointer: string; readonly expected: string };

/** The compiled argument schema of one capability. */
export interface ArgumentSchema {
  /** Its JSON Schema, or null where the schema library gives none. */
  readonly json: JsonObject | null;
  /** Digest of `json`; null where there is none and the capability's `version` stands in. */
  readonly digest: string | null;
  /** True where members may exist that the schema does not name, or nothing is known about it. */
  readonly partial: boolean;
  /**
   * Pointers (`*` for an item) of what validation always changes, so that no call with it is accepted; null where the
   * library cannot describe what comes out of a transform. For `doctor`.
   */
  readonly changes: readonly string[] | null;
  /** Synchronous where the schema is. Throws what the schema throws: a fault, not a refusal. */
  readonly validate: (args: JsonObject) => Awaitable<Validated>;
}
