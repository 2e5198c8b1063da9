import { contextInvalid, identifier } from '../action/index.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import type { Wiring } from '../wiring.ts';
import { listClaims, resolveClaim, showClaim } from './acts.ts';
import { executionAsked, pageAsked, resolutionAsked } from './asked.ts';
import type { ListOptions, Operator, ResolveOptions } from './claims.ts';

/** Which boundary made a handle: one that nobody made, or another boundary, agrees to nothing. */
const makers = new WeakMap<object, Wiring>();

/** Makes the handle of an operator. Throws `context_invalid` for identifiers that are none. */
export function operatorOf(wiring: Wiring, input: OperatorIdentity): Operator {
  if (typeof input !== 'object' || input === null) throw contextInvalid('operator', 'is missing');
  const unknown = Object.keys(input).find((member) => member !== 'tenant' && member !== 'id');
  if (unknown !== undefined) throw contextInvalid('operator', 'has a member besides tenant and id');
  const identity: OperatorIdentity = Object.freeze({
    tenant: identifier('operator.tenant', input.tenant),
    id: identifier('operator.id', input.id),
  });
  const acting = { wiring, ...identity };
  const { calls } = wiring;
  const isAnother = (value: unknown): value is Operator =>
    typeof value === 'object' && value !== null && makers.get(value) === wiring;
  const handle: Operator = Object.freeze({
    ...identity,
    claims: Object.freeze({
      list: (options?: ListOptions) => calls.during(async () => listClaims(acting, pageAsked(options))),
      show: (executionId: string) => calls.during(async () => showClaim(acting, executionAsked(executionId))),
      resolve: (executionId: string, options: ResolveOptions) =>
        calls.during(async () =>
          resolveClaim(acting, executionAsked(executionId), resolutionAsked(options, identity, isAnother)),
        ),
    }),
  });
  makers.set(handle, wiring);
  return handle;
}
