import { bindContext, type Context, type ContextInput } from '../action/index.ts';
import { deriveKeys } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { LimitedCall } from './admission-levies.ts';
import type { RegisteredLimit } from './limit.ts';
import { ruleOf } from './rule.ts';

/** Keys of the tests. */
export const keys = deriveKeys(new Uint8Array(32).fill(7));

/** A context of the tests with other members. */
export function context(members: Partial<ContextInput> = {}): Context {
  return bindContext({ tenant: 'acme', principal: 'p-1', conversation: 'c-1', ...members });
}

/** A limit of the tests with other members. */
export function limit(members: Partial<RegisteredLimit> = {}): RegisteredLimit {
  const { shape = { kind: 'budget', max: 5 } } = members;
  return {
    name: 'daily',
    meter: 'executions',
    shape,
    ruleAt: ruleOf(shape),
    scale: null,
    key: 'principal',
    units: 1,
    ...members,
  };
}

/** A call of the tests with other members. */
export function call(members: Partial<LimitedCall> = {}): LimitedCall {
  return { context: context(), input: {}, target: null, ...members };
}

/** A target of the tests. */
export function target(identity: JsonObject, type = 'order'): NonNullable<LimitedCall['target']> {
  return { type, identity, value: { cents: 1234, ...identity } };
}
