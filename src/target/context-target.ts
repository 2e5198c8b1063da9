import type { Context } from '../action/context.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { JsonObject } from '../json/json.ts';
import { malformed } from './malformed.ts';
import { identityOf, recognise } from './recognise.ts';
import { declareSource, type Target, type TargetSource } from './target.ts';

/** A target that the session alone determines, such as the principal's own account. */
export interface ContextTargetDeclaration<T> {
  readonly type: string;
  /** null or undefined: not there. What it throws is a fault. */
  readonly load: (context: Context) => Awaitable<T | null | undefined>;
  /** What the value is recognised by: plain JSON with named members that are not blank. */
  readonly identity: (value: T) => JsonObject;
  /** The value's version, part of the action digest. */
  readonly version?: (value: T) => string | number;
}

/**
 * A target found through the context only. No function of the declaration is ever given the arguments, so an
 * identifier that a model puts there cannot lead to another target.
 */
export function contextTarget<T>(declaration: ContextTargetDeclaration<T>): TargetSource<object, T> {
  const { type, load, identity, version } = declaration ?? {};
  const find = (context: Context): Awaitable<Target<T> | null> =>
    andThen(load(context), (value) => {
      if (value === null || value === undefined) return null;
      return recognise(type, identityOf(`the identity of target ${type}`, identity(value)), version, value);
    });
  return declareSource(
    {
      kind: 'context',
      type,
      argument: null,
      identifiedBy: 'value',
      load: (context) => find(context),
      refresh: (context) => find(context),
    },
    malformed(declaration, { type: 'text', load: 'function', identity: 'function', version: 'function?' }),
  );
}
