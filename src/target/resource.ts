import type { Context } from '../action/context.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import { malformed } from './malformed.ts';
import { identityPart, recognise } from './recognise.ts';
import { declareSource, type Target, type TargetSource } from './target.ts';

/** A record of the application that one argument names. Write `load` before the members that take its record. */
export interface ResourceDeclaration<K extends string, T> {
  /** What kind of thing this is, for policy, digest and evidence: `order`. */
  readonly type: string;
  /** The top-level argument that holds the id: required there, a string or a number. */
  readonly id: K;
  /** Loads by id for this tenant. null or undefined: not there. What it throws is a fault. */
  readonly load: (context: Context, id: string) => Awaitable<T | null | undefined>;
  /** Loads again right before the effect, by the record's own key; default `load` with that key. */
  readonly refresh?: (context: Context, key: string, record: T) => Awaitable<T | null | undefined>;
  /**
   * The record's own key; default the id it was loaded with. Give it where one record answers to several ids, and
   * wherever another record could come to answer to the same one: only then is that noticed before the effect.
   */
  readonly key?: (record: T) => string | number;
  /** The record's tenant: a record of another tenant counts as not there, and the tenant joins the identity. */
  readonly tenant?: (record: T) => string;
  /** The record's version, part of the action digest. */
  readonly version?: (record: T) => string | number;
}

/**
 * A target that one argument names. The id is only a way to find the record: recognised, judged and executed is what
 * `load` returned. An id that is not a string or a number, or is blank, finds nothing; it never reaches `load`.
 */
export function resource<const K extends string, T>(
  declaration: ResourceDeclaration<K, T>,
): TargetSource<Readonly<Record<K, string | number>>, T> {
  const { type, id, load, refresh, key, tenant, version } = declaration ?? {};

  function target(context: Context, loadedBy: string, record: T | null | undefined): Target<T> | null {
    if (record === null || record === undefined) return null;
    const own = key === undefined ? loadedBy : String(identityPart(`the key of ${type}`, key(record)));
    if (tenant === undefined) return recognise(type, Object.freeze({ id: own }), version, record);
    const owner = identityPart(`the tenant of ${type}`, tenant(record));
    if (owner !== context.tenant) return null;
    return recognise(type, Object.freeze({ id: own, tenant: owner }), version, record);
  }

  return declareSource(
    {
      kind: 'resource',
      type,
      argument: id,
      identifiedBy: key === undefined ? 'argument' : 'value',
      load(context, input) {
        const wanted = idOf(input, id);
        if (wanted === null) return null;
        return andThen(load(context, wanted), (record) => target(context, wanted, record));
      },
      refresh(context, _input, loaded) {
        const own = keyOf(loaded);
        const again = refresh === undefined ? load(context, own) : refresh(context, own, loaded.value);
        return andThen(again, (record) => target(context, own, record));
      },
    },
    malformed(declaration, {
      type: 'text',
      id: 'name',
      load: 'function',
      refresh: 'function?',
      key: 'function?',
      tenant: 'function?',
      version: 'function?',
    }),
  );
}

function idOf(input: object, name: string): string | null {
  const value: unknown = Object.getOwnPropertyDescriptor(input, name)?.value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The key under the identity, which was frozen when the record was loaded. */
function keyOf({ type, identity }: Target<unknown>): string {
  const key = identity['id'];
  if (typeof key === 'string') return key;
  throw new TypeError(`a ${type} can only be refreshed from what its own source loaded`);
}
