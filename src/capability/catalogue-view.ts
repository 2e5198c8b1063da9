import type { JsonObject } from '../json/json.ts';
import { limitView, type LimitView } from '../limit/limit-view.ts';
import { askingView, type AskingView } from './asking-view.ts';
import type { Catalogue, Registered } from './catalogue.ts';
import type { SequenceRules } from '../history/sequence.ts';
import type { RoleOf } from './roles.ts';

/** A registered capability as data. It holds none of its functions: reading the catalogue gives no way to an effect. */
export interface CapabilityView extends AskingView {
  readonly name: string;
  /** null where a declaration from outside TypeScript left it out. */
  readonly effect: 'read' | 'write' | null;
  /** Whether it is classified: its effect declared, and an executor given. */
  readonly executable: boolean;
  readonly description: string | null;
  readonly version: string | null;
  /** Of the arguments: JSON Schema and its digest, null where the schema library gives none; `partial` where open. */
  readonly schema: {
    readonly json: JsonObject | null;
    readonly digest: string | null;
    readonly partial: boolean;
  };
  readonly target: { readonly kind: string; readonly type: string; readonly argument: string | null } | null;
  readonly once: boolean;
  readonly requires: { readonly grant: readonly string[]; readonly assurance: string | null };
  /** Its own limits, and those of the boundary that its admission takes from. */
  readonly limits: readonly LimitView[];
  readonly roles: readonly RoleOf[];
  readonly freshness: 'refresh' | { readonly snapshot: string };
  readonly replay: 'result' | 'notice';
  readonly transactional: boolean;
  /** Milliseconds. */
  readonly deadline: number;
  readonly sequence: SequenceRules;
  /** The capability that undoes it, or null. */
  readonly undo: string | null;
  readonly irreversible: boolean;
  readonly retrySafe: boolean;
}

/** The registered capabilities as data, versioned by digest. Frozen. */
export interface CatalogueView {
  readonly version: string;
  readonly capabilities: readonly CapabilityView[];
  /** Assurance levels, weakest first. */
  readonly assurance: readonly string[];
  /** The boundary's own limits. */
  readonly limits: readonly LimitView[];
}

/** What an application may see of its catalogue. */
export function catalogueView({ version, capabilities, assurance, limits }: Catalogue): CatalogueView {
  return Object.freeze({
    version,
    capabilities: Object.freeze(capabilities.map(viewOf)),
    assurance,
    limits: Object.freeze(limits.map(limitView)),
  });
}

function viewOf(one: Registered): CapabilityView {
  const { name, effect, description, version, requires, roles, freshness, replay, transactional, deadline } =
    one;
  const { json, digest, partial } = one.schema;
  const { target } = one;
  return Object.freeze({
    name,
    effect,
    executable: effect !== null && one.execute !== null,
    description,
    version,
    schema: Object.freeze({ json, digest, partial }),
    target:
      target === null
        ? null
        : Object.freeze({ kind: target.kind, type: target.type, argument: target.argument }),
    once: one.once !== null,
    ...askingView(one),
    requires,
    limits: Object.freeze(one.limits.map(limitView)),
    roles,
    freshness,
    replay,
    transactional,
    deadline,
    sequence: one.sequence,
    undo: one.undo?.with ?? null,
    irreversible: one.irreversible,
    retrySafe: one.retrySafe,
  });
}
