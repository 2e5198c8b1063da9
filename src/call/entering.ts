import type { BoundaryError } from '../errors.ts';
import { type EvidenceRecord, evidenceRow } from '../evidence/index.ts';
import { chaining, type EntryBody } from '../history/index.ts';
import type { Wiring } from '../wiring.ts';
import { orFault } from './fault.ts';
import { takesPart } from './history.ts';
import { misuse } from './misuse.ts';
import { inOwnTenant } from './own-tenant.ts';
import { type Pseudonyms, pseudonymsOf } from './pseudonyms.ts';
import { reportSessionFault } from './reporting.ts';
import type { SessionState } from './session-state.ts';

/** Waits for what is on its way into the history; throws what kept it out: what is not accounted for is not gone on from. */
export async function entered({ entering }: SessionState): Promise<void> {
  if (entering.last !== null) await entering.last;
}

/** Makes something of what evidence and histories may name people and texts by. */
type Named<T> = (pseudonyms: Pseudonyms) => T;

/**
 * Adds an entry after those of the session that are on their way, with the record of it where there is one. Calls of the
 * session wait for it, and fail where it did.
 */
export function enter(
  wiring: Wiring,
  session: SessionState,
  bodyOf: Named<EntryBody>,
  recordOf: Named<EvidenceRecord> | null = null,
): Promise<void> {
  inOwnTenant(wiring, session);
  const { entering } = session;
  const before = entering.last;
  const entry = (async () => {
    if (before !== null) await before;
    const isOpen = await orFault(
      'enter',
      () => append(wiring, session, bodyOf, recordOf),
      (fault) => reportSessionFault(wiring, session, fault),
      wiring.unrecorded,
    );
    if (!isOpen) throw notShared();
  })();
  entering.last = entry;
  const done = () => {
    if (entering.last === entry) entering.last = null;
  };
  void entry.then(done, () => {});
  // Whoever does not wait for it hears of it at the next call.
  entry.catch(() => {});
  return entry;
}

/** Writes an entry. False, and nothing written, where the conversation is somebody else's who has not shared it. */
async function append(
  wiring: Wiring,
  session: SessionState,
  bodyOf: Named<EntryBody>,
  recordOf: Named<EvidenceRecord> | null,
): Promise<boolean> {
  const { store, keys, ids, time, catalogue } = wiring;
  const { place } = session;
  const pseudonyms = await pseudonymsOf(wiring, session);
  const data = await store.loadForDecision({ ...place, id: '' }, catalogue.version);
  time.see(data.now);
  if (!(await takesPart(wiring, session, data))) return false;
  const at = time.now();
  const { tenant } = place;
  await store.append({
    ...place,
    history: chaining(keys, place, at, [bodyOf(pseudonyms)]),
    evidence:
      recordOf === null
        ? null
        : evidenceRow(keys, { tenant, id: ids.next(at), at, record: recordOf(pseudonyms) }),
  });
  return true;
}

/** Thrown where somebody who may not take part in a conversation does something in it beside calls. */
export function notShared(): BoundaryError {
  return misuse('the conversation is not shared with this principal');
}
