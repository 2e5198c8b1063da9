import type { Context } from '../action/context.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { Awaitable } from '../store/store.ts';

/** A target as policy judges it and the executor receives it, with what it is recognised by. */
export interface Target<T> {
  readonly type: string;
  /** Plain JSON, frozen, taken from the loaded value: what must be the same after the refresh. */
  readonly identity: Json;
  /** The application's version of the value, or null. Part of the action digest. */
  readonly version: string | number | null;
  readonly value: T;
}

/**
 * Where a capability's target comes from. Made by `resource`, `scope` or `target`; the model never supplies one.
 * `load` and `refresh` answer null where there is no such target for this tenant; what they throw is a fault.
 */
export interface TargetSource<I, T> {
  readonly kind: 'resource' | 'scope' | 'target';
  readonly type: string;
  /** The top-level argument that names the target, for role inference; null where none does. */
  readonly argument: string | null;
  load(context: Context, input: I): Awaitable<Target<T> | null>;
  /** Loads again by the loaded value's own key, given what `load` answered (identity taken before this call). */
  refresh(context: Context, input: I, loaded: Target<T>): Awaitable<Target<T> | null>;
}

/** A target source with its types forgotten, as the pipeline uses it. */
export type AnyTarget = TargetSource<JsonObject, unknown>;
