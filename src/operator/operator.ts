import { contextInvalid, identifier } from '../action/index.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import type { Wiring } from '../wiring.ts';
import { executionAsked, pageAsked, pruningAsked, resetAsked, resolutionAsked } from './asked.ts';
import { listClaims, resolveClaim, showClaim } from './claim-acts.ts';
import { resetClock } from './clock-acts.ts';
import type { ListOptions, Operator, PruneOptions, ResetOptions, ResolveOptions } from './handle.ts';
import { listLimits, pruneLimits } from './limit-acts.ts';
import { installation } from './standing.ts';

/** Which boundary made a handle: one that nobody made, or another boundary, agrees to nothing. */
const makers = new WeakMap<object, Wiring>();

/** Makes the handle of an operator. Throws `context_invalid` for identifiers that are none. */
export function operatorOf(wiring: Wiring, input: OperatorIdentity): Operator {
  if (typeof input !== 'object' || input === null) throw contextInvalid('operator', 'is missing');
  const unknown = Object.keys(input).find((member) => member !== 'tenant' && member !== 'id');
  if (unknown !== undefined) throw contextInvalid('operator', 'has a member besides tenant and id');
  const identity: OperatorIdentity = Object.freeze({
    tenant: input.tenant === installation ? installation : identifier('operator.tenant', input.tenant),
    id: identifier('operator.id', input.id),
  });
  const acting = { wiring, ...identity };
  const isHandle = (value: unknown): value is Operator =>
    typeof value === 'object' && value !== null && makers.get(value) === wiring;
  const company = { tenant: identity.tenant, isHandle };
  const during = <T>(work: () => Promise<T>): Promise<T> => wiring.calls.during(work);
  const handle: Operator = Object.freeze({
    ...identity,
    claims: Object.freeze({
      list: (options?: ListOptions) => during(async () => listClaims(acting, pageAsked(options))),
      show: (executionId: string) => during(async () => showClaim(acting, executionAsked(executionId))),
      resolve: (executionId: string, options: ResolveOptions) =>
        during(async () =>
          resolveClaim(acting, executionAsked(executionId), resolutionAsked(options, company)),
        ),
    }),
    limits: Object.freeze({
      list: (options?: ListOptions) => during(async () => listLimits(acting, pageAsked(options))),
      prune: (options: PruneOptions) =>
        during(async () => pruneLimits(acting, pruningAsked(options, company))),
    }),
    clock: Object.freeze({
      reset: (options: ResetOptions) => during(async () => resetClock(acting, resetAsked(options, company))),
    }),
  });
  makers.set(handle, wiring);
  return handle;
}
