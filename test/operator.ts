import { bindContext } from '../src/action/index.ts';
import { callKeyOf, placeOf, signCall } from '../src/claim/index.ts';
import { deriveKeys, type Keys } from '../src/json/index.ts';
import type { CallRow, EvidenceRow } from '../src/store/rows.ts';
import type { Store } from '../src/store/store.ts';

/** The keys of the desk's boundary. */
export const deskKeys: Keys = deriveKeys('ab'.repeat(32));

/** How the desk's store names a call of its session. */
export function deskCall(callId = 'call-1') {
  const context = bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  return callKeyOf(deskKeys, placeOf(deskKeys, context), callId);
}

/** The row of a call of the desk's session. */
export async function rowOf(store: Store, callId = 'call-1'): Promise<CallRow> {
  const { call } = await store.loadForDecision(deskCall(callId), 'any');
  if (call === null) throw new Error(`${callId} has no row`);
  return call;
}

/** Does to a call what an operator may do to it: writes its successor, under the boundary's own MAC. */
export async function resolveCall(store: Store, change: Partial<CallRow>, callId = 'call-1'): Promise<void> {
  const { mac, ...row } = await rowOf(store, callId);
  const call = signCall(deskKeys, { ...row, ...change, revision: row.revision + 1 });
  const seen = { revision: row.revision, mac };
  const settled = await store.settle({ seen, call, evidence: resolution(call) });
  if (settled.kind !== 'settled') throw new Error(`${callId} moved`);
}

function resolution({ tenant, id, at, revision }: CallRow): EvidenceRow {
  const type = 'call.resolved';
  return { tenant, id: `${id}/${revision}`, type, at, body: '{}', previous: null, mac: 'by hand' };
}
