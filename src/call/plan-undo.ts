import type { Claim } from '../admission.ts';
import { contextInput } from '../action/index.ts';
import { isThenable } from '../awaitable.ts';
import { sealUndo } from '../execution/index.ts';

/**
 * How what a step of a run has just done is undone, sealed: what its capability declares, worked out while its target and
 * its result are known. null where nothing is declared, or what is declared cannot be worked out: the step has happened
 * all the same, and is reported as one that cannot be undone.
 */
export function planUndo({ verified, call, pseudonyms }: Claim, result: unknown): string | null {
  const { capability, session, input, refreshed, undoing } = verified;
  const { undo } = capability;
  if (undo === null || call.run === null || undoing !== null) return null;
  const { context, delegators, sharedBy } = session;
  let args: unknown;
  try {
    args = undo.arguments({ context, input, target: refreshed?.value, result });
  } catch {
    return null;
  }
  // A declaration from outside TypeScript may answer later: that is not JSON, and what it throws is nobody's to hear.
  if (isThenable(args)) void Promise.resolve(args).then(undefined, () => {});
  const owner = { call, action: call.action };
  return sealUndo(pseudonyms.tenant, owner, {
    with: undo.with,
    arguments: args,
    context: contextInput(context),
    ...(delegators.length === 0
      ? {}
      : { delegators: delegators.map((delegator) => contextInput(delegator)) }),
    ...(sharedBy === null ? {} : { sharedBy }),
  });
}
