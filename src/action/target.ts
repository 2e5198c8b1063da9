import type { Json } from '../json/json.ts';

/** What an action is done to: recognised by identity, in one version. */
export interface ActionTarget {
  readonly type: string;
  readonly identity: Json;
  readonly version: string | number | null;
}
