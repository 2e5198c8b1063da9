import type { Awaitable } from '../awaitable.ts';
import type { Context } from '../action/context.ts';
import type { JsonObject } from '../json/json.ts';

/** A target as policy judges it and the executor receives it, with what it is recognised by. Frozen itself. */
export interface Target<T> {
  readonly type: string;
  /** Plain JSON, detached and frozen when the value was loaded: what must be the same after the refresh. */
  readonly identity: JsonObject;
  /** Its canonical text, made once: what is compared after the refresh and fingerprinted for evidence. */
  readonly identityText: string;
  /** The application's version of the value, or null. Part of the action digest. */
  readonly version: string | number | null;
  /** The application's own object, handed on as it is: not copied, not frozen. */
  readonly value: T;
}

/**
 * Where a capability's target comes from. Made by `resource`, `scope`, `target` or `contextTarget`; the model never
 * supplies one. `load` and `refresh` answer null where there is no such target for this tenant; what they throw is a
 * fault. `input` is contravariant on purpose: a resource that names a missing or optional argument does not compile.
 */
export interface TargetSource<I, T> {
  readonly kind: 'resource' | 'scope' | 'target' | 'context';
  readonly type: string;
  /** The top-level argument that names the target, for role inference; null where none does. */
  readonly argument: string | null;
  /**
   * What targets are recognised by: something of the loaded value, or (a resource without `key`) the id that was asked
   * for, under which another record would not be noticed.
   */
  readonly identifiedBy: 'value' | 'argument';
  readonly load: (context: Context, input: I) => Awaitable<Target<T> | null>;
  /** Loads again by the loaded value's own key, given what `load` answered (identity taken before this call). */
  readonly refresh: (context: Context, input: I, loaded: Target<T>) => Awaitable<Target<T> | null>;
}

/** A target source with its types forgotten, as the pipeline uses it. */
export type AnyTarget = TargetSource<JsonObject, unknown>;

const declared = new WeakMap<object, readonly string[]>();

/** Freezes a source and remembers what is wrong with it, so that registration reports everything in one pass. */
export function declareSource<I, T>(
  source: TargetSource<I, T>,
  problems: readonly string[],
): TargetSource<I, T> {
  declared.set(Object.freeze(source), problems);
  return source;
}

/** What is wrong with a declared source, as half sentences; null for a value that no source function made. */
export function sourceProblems(value: unknown): readonly string[] | null {
  return (typeof value === 'object' && value !== null && declared.get(value)) || null;
}
