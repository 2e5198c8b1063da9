import type { Context } from '../action/context.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { JsonObject } from '../json/json.ts';
import { malformed } from './malformed.ts';
import { identityOf, recognise } from './recognise.ts';
import { declareSource, type Target, type TargetSource } from './target.ts';

/** A target that several arguments, or none, lead to. Write `load` before the members that take its value. */
export interface TargetDeclaration<I, T> {
  readonly type: string;
  /** null or undefined: not there. What it throws is a fault. */
  readonly load: (seen: { readonly context: Context; readonly input: I }) => Awaitable<T | null | undefined>;
  /** What the value is recognised by: plain JSON with named members that are not blank. */
  readonly identity: (value: T) => JsonObject;
  /** Loads again right before the effect, by what `identity` said; default `load` once more. */
  readonly refresh?: (seen: {
    readonly context: Context;
    readonly identity: JsonObject;
  }) => Awaitable<T | null | undefined>;
  /** The value's version, part of the action digest. */
  readonly version?: (value: T) => string | number;
}

/**
 * The long form of a target: how to load it, what it is recognised by, how to load it again. `refresh` is given the
 * identity and not the arguments, so that what was judged and what runs are found by the same key.
 */
export function target<T, I extends object = Readonly<Record<string, unknown>>>(
  declaration: TargetDeclaration<I, T>,
): TargetSource<I, T> {
  const { type, load, identity, refresh, version } = declaration ?? {};

  function found(value: T | null | undefined): Target<T> | null {
    if (value === null || value === undefined) return null;
    return recognise(type, identityOf(`the identity of target ${type}`, identity(value)), version, value);
  }

  return declareSource(
    {
      kind: 'target',
      type,
      argument: null,
      identifiedBy: 'value',
      load: (context, input) => andThen(load({ context, input }), found),
      refresh: (context, input, loaded) =>
        refresh === undefined
          ? andThen(load({ context, input }), found)
          : andThen(refresh({ context, identity: loaded.identity }), found),
    },
    malformed(declaration, {
      type: 'text',
      load: 'function',
      identity: 'function',
      refresh: 'function?',
      version: 'function?',
    }),
  );
}
