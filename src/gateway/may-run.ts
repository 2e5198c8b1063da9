import { andThen, type Awaitable } from '../awaitable.ts';
import type { Catalogue } from '../capability/index.ts';
import { Tampered } from '../errors.ts';
import { sameText } from '../json/index.ts';
import type { ApprovalRow } from '../store/rows.ts';
import { type Attempt, Denied } from './attempt.ts';

/** Whether the application has declared a capability of the action's name, and not what it does or how. */
export function isUnclassified({ wiring, action }: Pick<Attempt, 'wiring' | 'action'>): boolean {
  const { capabilities }: Catalogue = wiring.catalogue;
  const found = capabilities.find(({ name }) => name === action.constants.capability);
  return found !== undefined && (found.effect === null || found.execute === null);
}

/**
 * Whether this process may let anything run by now: the name is still not one that nobody has classified, and its
 * catalogue was not superseded. null where it may. Throws `Tampered` where the catalogue's row is gone.
 */
export function mayRun(attempt: Attempt, row: ApprovalRow): Awaitable<Denied | null> {
  const { store, time, inForce } = attempt.wiring;
  if (isUnclassified(attempt)) return new Denied('not_classified', row);
  // Nothing has such a key: what is asked for is the catalogue.
  const nobody = { tenant: '', owner: '', conversation: '', id: '' };
  return andThen(store.loadForDecision(nobody, inForce.version), ({ now, catalogue }) => {
    time.see(now);
    if (catalogue === null) throw new Tampered('catalogue');
    const same = catalogue.state === 'in_force' && sameText(catalogue.mac, inForce.mac);
    return same ? null : new Denied('catalogue_stale', row);
  });
}
