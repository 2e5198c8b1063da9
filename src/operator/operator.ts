import { idAsked, pageAsked } from '../acting/asked.ts';
import { identityOf } from '../acting/identity.ts';
import type { OperatorIdentity } from '../directory/index.ts';
import type { Wiring } from '../wiring.ts';
import { revokeApprovals } from './approval-acts.ts';
import { pruningAsked, resetAsked, resolutionAsked, revocationAsked, runActAsked } from './asked.ts';
import { listClaims, resolveClaim, showClaim } from './claim-acts.ts';
import { resetClock } from './clock-acts.ts';
import type {
  ListOptions,
  Operator,
  PruneOptions,
  ResetOptions,
  ResolveOptions,
  RevocationOptions,
  RunActOptions,
} from './handle.ts';
import { listLimits, pruneLimits } from './limit-acts.ts';
import { listRuns, releaseRun, showRun, undoRunAs } from './run-acts.ts';

/** Which boundary made a handle: one that nobody made, or another boundary, agrees to nothing. */
const makers = new WeakMap<object, Wiring>();

const executionAsked = (value: unknown): string =>
  idAsked('an execution id is the text that an outcome or a list gave', value);

const runIdAsked = (value: unknown): string =>
  idAsked('a run id is the text that a run or a list gave', value);

/** Makes the handle of an operator. Throws `context_invalid` for identifiers that are none. */
export function operatorOf(wiring: Wiring, input: OperatorIdentity): Operator {
  const identity = identityOf('operator', input);
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
    approvals: Object.freeze({
      revoke: (options: RevocationOptions) =>
        during(async () => revokeApprovals(acting, revocationAsked(options))),
    }),
    runs: Object.freeze({
      list: (options?: ListOptions) => during(async () => listRuns(acting, pageAsked(options))),
      show: (runId: string) => during(async () => showRun(acting, runIdAsked(runId))),
      undo: (runId: string, options: RunActOptions) =>
        during(async () => undoRunAs(acting, runIdAsked(runId), runActAsked('undo', options, company))),
      release: (runId: string, options: RunActOptions) =>
        during(async () => releaseRun(acting, runIdAsked(runId), runActAsked('release', options, company))),
    }),
    clock: Object.freeze({
      reset: (options: ResetOptions) => during(async () => resetClock(acting, resetAsked(options, company))),
    }),
  });
  makers.set(handle, wiring);
  return handle;
}
