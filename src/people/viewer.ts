import type { Acting } from '../acting/act.ts';
import { refused } from '../acting/refused.ts';
import { personColumn } from '../approval/index.ts';
import { approverStanding, personsOf } from '../directory/index.ts';
import type { ApproverRefusal } from './approver.ts';

/** Somebody who acts as an approver, and what the directory says of that account now. */
export interface Viewer extends Acting {
  /** The person behind the account; null: a service or a bot, which agrees to nothing. */
  readonly person: string | null;
  /** Whether it may see everything that waits in the tenant. */
  readonly office: boolean;
}

/**
 * Asks the directory about an account, before anything is looked up: a directory that is broken answers alike whether or
 * not there is what was asked for.
 */
export async function viewerOf(acting: Acting): Promise<Viewer | ApproverRefusal> {
  const { wiring, tenant, id } = acting;
  const [office, persons] = await Promise.all([
    approverStanding(wiring.directory, Object.freeze({ tenant, id }), wiring.inTime),
    personsOf(wiring.directory, [{ tenant, kind: 'approver', id }], wiring.inTime),
  ]);
  if (!persons.ok) return refused('approver_error', persons.cause);
  if (!office.ok && office.reason === 'approver_error') return refused(office.reason, office.cause);
  return { ...acting, person: persons.persons[0] ?? null, office: office.ok };
}

/** How rows name the person behind a viewer; null where nobody is. */
export function ownColumn({ wiring, tenant, person }: Viewer): string | null {
  return person === null ? null : personColumn(wiring.keys, tenant, person);
}
