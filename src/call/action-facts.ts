import type { ActionFacts } from '../evidence/index.ts';
import type { Verified } from '../pipeline.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { callFacts, type Pseudonyms } from './pseudonyms.ts';

const roads = { confirm: 'confirmed', review: 'reviewed' } as const;

/** What was admitted or executed, in fingerprints. */
export function actionFacts(
  pseudonyms: Pseudonyms,
  verified: Verified,
  { execution, approval }: { readonly execution: string; readonly approval: ApprovalRow | null },
): ActionFacts {
  const { capability, action, receivedDigest, refreshed, run, undoing } = verified;
  const { tenant, person } = pseudonyms;
  return {
    ...callFacts(pseudonyms, verified, receivedDigest),
    capability: capability.name,
    action: person.fingerprint('countersign/action/v1', action.digest),
    target: refreshed === null ? null : tenant.fingerprint('countersign/target/v1', refreshed.identityText),
    execution,
    snapshot: capability.freshness === 'refresh' ? null : capability.freshness.snapshot,
    permit: undoing !== null ? 'compensation' : approval === null ? 'allowed' : roads[approval.kind],
    approval: approval === null ? null : tenant.fingerprint('countersign/approval/v1', approval.id),
    ...(run === null ? {} : { run }),
    ...(undoing === null ? {} : { undoes: undoing.step.execution }),
  };
}
