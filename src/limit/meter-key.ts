import type { Context } from '../action/index.ts';
import { canonicalText, type Keys } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ContextKey, RegisteredLimit } from './limit.ts';

/** The target of a call as far as it names a meter. */
export interface NamedTarget {
  readonly type: string;
  readonly identity: JsonObject;
}

/** What a meter is kept per, each kind with its own word in front, so that no two kinds ever name one meter. */
export type KeptPer = readonly [kind: ContextKey | 'target' | 'key', ...Json[]];

/** The part of the context that a limit is kept per. A subject that is not given is the principal. */
export function perContext(key: ContextKey, context: Context): KeptPer {
  switch (key) {
    case 'tenant':
      return [key];
    case 'principal':
      return [key, context.principal];
    case 'subject':
      return [key, context.subject ?? context.principal];
    case 'agent':
      return [key, context.agent];
    case 'conversation':
      return [key, context.principal, context.conversation];
  }
}

/** The target that a limit is kept per. */
export function perTarget({ type, identity }: NamedTarget): KeptPer {
  return ['target', type, identity];
}

/**
 * The name of one meter within its tenant, blinded: a reader of the database learns neither what it is kept per nor
 * that two limits are kept per the same. `each`: what it is kept per besides. How the limit measures is part of the
 * name, so that a changed window or unit counts anew instead of misreading what was counted; a changed `max` goes on.
 */
export function meterKey(
  keys: Keys,
  tenant: string,
  limit: RegisteredLimit,
  per: KeptPer,
  each: NamedTarget | null,
): string {
  const { name, meter, scale, shape } = limit;
  const every = 'every' in shape ? shape.every : null;
  const timeZone = 'timeZone' in shape ? (shape.timeZone ?? null) : null;
  const measure = [meter, scale, shape.kind, every, timeZone];
  const eachTarget = each === null ? null : perTarget(each);
  return keys.blind('countersign/limit/v1', tenant, canonicalText([name, measure, per, eachTarget]));
}

/** A mark under which something counts once on a meter, blinded. */
export function blindedMark(keys: Keys, tenant: string, mark: string): string {
  return keys.blind('countersign/limit-mark/v1', tenant, mark);
}
