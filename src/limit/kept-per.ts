import type { Context } from '../action/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { askedKey } from './asked-function.ts';
import { LimitFault } from './limit-fault.ts';
import type { ContextKey, LimitSeen, RegisteredLimit } from './limit.ts';

/** The target of a call as far as it names a meter. */
export interface NamedTarget {
  readonly type: string;
  readonly identity: JsonObject;
}

/** What a meter is kept per, each kind with its own word in front, so that no two kinds ever name one meter. */
export type KeptPer = readonly [kind: ContextKey | 'target' | 'key', ...Json[]];

/**
 * What a limit is kept per for this call; null where it does not apply. `sharedBy`: whose conversation it is, where it is
 * somebody else's. Throws `LimitFault`.
 */
export function keptPer(
  limit: RegisteredLimit,
  seen: LimitSeen<JsonObject, unknown>,
  target: NamedTarget | null,
  sharedBy: string | null,
): KeptPer | null {
  const { name, key } = limit;
  if (key === 'target') return perTarget(limit, target);
  if (typeof key === 'string') return perContext(key, seen.context, sharedBy);
  const asked = askedKey(name, () => key(seen));
  return asked === null ? null : ['key', asked];
}

/** The target itself. Throws `LimitFault` where there is none: a limit per target never becomes one for all. */
export function perTarget({ name }: RegisteredLimit, target: NamedTarget | null): KeptPer {
  if (target === null) throw new LimitFault(name, new TypeError('it is kept per target, and there is none'));
  return ['target', target.type, target.identity];
}

/** A subject that is not given is the principal. */
function perContext(key: ContextKey, context: Context, sharedBy: string | null): KeptPer {
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
      return [key, sharedBy ?? context.principal, context.conversation];
  }
}
