import { bindContext } from '../src/action/index.ts';
import type { BoundaryOptions, Directory } from '../src/index.ts';
import { callKeyOf, placeOf, signCall } from '../src/claim/index.ts';
import { deriveKeys, type Keys } from '../src/json/index.ts';
import type { CallRow, EvidenceRow } from '../src/store/rows.ts';
import type { Store } from '../src/store/store.ts';
import { openDesk } from './desk.ts';

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
  const settled = await store.settle({
    seen,
    call,
    giveBack: [],
    approval: null,
    history: null,
    run: null,
    evidence: resolution(call),
  });
  if (settled.kind !== 'settled') throw new Error(`${callId} moved`);
}

function resolution({ tenant, id, at, revision }: CallRow): EvidenceRow {
  const type = 'call.resolved';
  return { tenant, id: `${id}/${revision}`, type, at, body: '{}', previous: null, mac: 'by hand' };
}

/** A directory in which everybody may do everything. */
export const knowsOperators: Directory = { principal: () => ({}), operator: () => true };

/** A desk whose first cancellation ended nobody knows how, and an operator who may act. `given`: the executions. */
export async function unknownEnd(options: Partial<BoundaryOptions> = {}) {
  const opened = await openDesk({ directory: knowsOperators, ...options });
  const { boundary, session, desk } = opened;
  const given: string[] = [];
  const cancel = (callId: string) => session.call('orders.cancel', { orderId: 'o-1' }, { callId });
  desk.cancel = (_order, executionId) => {
    given.push(executionId);
    throw new Error('connection lost');
  };
  const first = await cancel('call-1');
  if (first.kind !== 'indeterminate') throw new Error(`the end is known: ${first.kind}`);
  desk.cancel = (_order, executionId) => {
    given.push(executionId);
    return 'cancelled';
  };
  const operator = boundary.operator({ tenant: 'acme', id: 'olga' });
  return { ...opened, given, cancel, operator };
}
