import type { Context } from '../action/context.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import type { JsonObject } from '../json/json.ts';
import { malformed } from './malformed.ts';
import { identityOf, recognise } from './recognise.ts';
import { declareSource, type Target, type TargetSource } from './target.ts';

/** A set that the server describes by a filter. */
export interface ScopeDeclaration<I, F> {
  readonly type: string;
  /** The filter, plain JSON that is not empty. The server writes it: include the tenant, and nothing unchecked. */
  readonly filter: (seen: { readonly context: Context; readonly input: I }) => Awaitable<F>;
}

/**
 * A target that stands for a set, such as a search. Its identity is the filter, so a filter that comes out differently
 * right before the effect is another target. The value is the frozen filter: what policy judged is what is searched.
 * An empty filter is a fault, because it means everything. Annotate `input` where its members are read.
 */
export function scope<F extends JsonObject, I extends object = Readonly<Record<string, unknown>>>(
  declaration: ScopeDeclaration<I, F>,
): TargetSource<I, F> {
  const { type, filter } = declaration ?? {};
  const load = (context: Context, input: I): Awaitable<Target<F> | null> =>
    andThen(filter({ context, input }), (computed) => {
      const frozen = identityOf(`the filter of scope ${type}`, computed);
      // A strict copy has the members and values of its original, so it has its type.
      return recognise(type, frozen, undefined, frozen as F);
    });
  return declareSource(
    { kind: 'scope', type, argument: null, identifiedBy: 'value', load, refresh: load },
    malformed(declaration, { type: 'text', filter: 'function' }),
  );
}
