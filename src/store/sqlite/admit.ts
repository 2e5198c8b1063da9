import type { CallKey } from '../rows.ts';
import type { Admission, Admitted } from '../store.ts';
import { appendEvidence } from './append-evidence.ts';
import { calls, unmoved } from './call.ts';
import { catalogues } from './catalogue.ts';
import { addConversation } from './conversation.ts';
import type { Driver } from './driver.ts';
import { holder } from './holder.ts';

/**
 * Prepares admission. All comparing comes before the first write, so a refusal writes nothing. The order of the
 * answers is that of the port: the call itself, what the checks relied on, then who else holds the operation.
 */
export function admit(driver: Driver): (admission: Admission) => Admitted {
  const call = calls(driver);
  const catalogue = catalogues(driver);
  const held = holder(driver);
  const converse = addConversation(driver);
  const record = appendEvidence(driver);
  return (admission) => {
    const { seen, call: next } = admission;
    const there = call.find(next);
    if (!unmoved(seen, there)) return { kind: 'call_moved', call: there };

    const version = catalogue.find(admission.catalogue.version);
    if (version?.state !== 'in_force' || version.mac !== admission.catalogue.mac) {
      return { kind: 'moved', what: 'catalogue' };
    }

    const other = next.holds === null ? null : held(next.tenant, next.holds);
    if (other !== null && !sameCall(other, next)) return { kind: 'held', holder: other };

    converse(admission.conversation);
    if (seen === null) call.add(next);
    else call.replace(seen, next);
    record(admission.evidence);
    return { kind: 'admitted' };
  };
}

function sameCall(a: CallKey, b: CallKey): boolean {
  return a.tenant === b.tenant && a.owner === b.owner && a.conversation === b.conversation && a.id === b.id;
}
