import { faultOf } from '../call/fault.ts';
import { callVerifies, resolvable, resolvedCall, stateAt } from '../claim/index.ts';
import type { OperatorReason } from '../decision.ts';
import { operatorStanding } from '../directory/index.ts';
import { Tampered } from '../errors.ts';
import type { OperatorRefused } from '../evidence/index.ts';
import type { CallRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import type { PageAsked, ResolutionAsked } from './asked.ts';
import type { ClaimResolved, ClaimShown, ClaimsListed, OperatorRefusal, ShownClaim } from './claims.ts';
import { type Acting, reportFault, reportRefused, resolutionRecord } from './reporting.ts';

/** Why an act goes no further. `cause` is what the directory threw. */
interface Refused {
  readonly kind: 'refused';
  readonly reason: OperatorReason;
  readonly cause?: unknown;
}

/** One page of the tenant's claims whose end is not known. */
export function listClaims(acting: Acting, page: PageAsked): Promise<ClaimsListed | OperatorRefusal> {
  return act(acting, 'claims.list', async () => {
    const refusal = await standing(acting);
    if (refusal !== null) return refusal;
    const { wiring, tenant } = acting;
    const rows = await wiring.store.unresolved({ tenant, ...page });
    const claims = rows.map((row) => shown(wiring, verified(wiring, row)));
    const last = claims.length < page.limit ? undefined : claims.at(-1);
    return { kind: 'listed', claims, next: last?.executionId ?? null };
  });
}

/** One claim of the tenant, in whichever state. */
export function showClaim(acting: Acting, execution: string): Promise<ClaimShown | OperatorRefusal> {
  return act(acting, 'claims.show', async () => {
    const refusal = await standing(acting);
    if (refusal !== null) return refusal;
    const row = await claimOf(acting, execution);
    return row === null ? refuse('unknown_claim') : { kind: 'shown', claim: shown(acting.wiring, row) };
  });
}

/**
 * Writes what an operator found out about a claim: the successor of its row and the evidence, in one transaction, and
 * only if the row still is as it was judged. Everybody who has to agree is asked for first.
 */
export function resolveClaim(
  acting: Acting,
  execution: string,
  asked: ResolutionAsked,
): Promise<ClaimResolved | OperatorRefusal> {
  return act(acting, 'claims.resolve', async () => {
    const refusal = (await standing(acting)) ?? (await agreed(acting, asked));
    if (refusal !== null) return refusal;
    const row = await claimOf(acting, execution);
    if (row === null) return refuse('unknown_claim');
    return write(acting, row, asked);
  });
}

async function write(
  acting: Acting,
  row: CallRow,
  { as, reason, force, second }: ResolutionAsked,
): Promise<ClaimResolved | Refused> {
  const { wiring } = acting;
  const at = wiring.time.now();
  const may = resolvable(row, at, force);
  if (may !== 'open') return refuse(may);
  const forced = stateAt(row, at) === 'claimed';
  const from = forced ? 'claimed' : 'indeterminate';
  const evidence = await resolutionRecord(acting, row, { at, second, from, to: as, forced, reason });
  const settled = await wiring.store.settle({
    seen: { revision: row.revision, mac: row.mac },
    call: resolvedCall(wiring.keys, row, { as, at, blocks: blocks(wiring, row) }),
    evidence,
  });
  if (settled.kind === 'moved') {
    if (settled.call === null) throw new Tampered('call');
    verified(wiring, settled.call);
    return refuse('moved');
  }
  const { execution: executionId, capability } = row;
  return { kind: 'resolved', executionId, capability, from, to: as, forced };
}

/** Whether a completed operation of this capability stays held. One that is not registered any more may have said so. */
function blocks({ catalogue }: Wiring, { capability }: CallRow): boolean {
  const found = catalogue.capabilities.find(({ name }) => name === capability);
  return found === undefined || found.once !== null;
}

async function standing({ wiring, tenant, id }: Acting): Promise<Refused | null> {
  const answer = await operatorStanding(wiring.directory, Object.freeze({ tenant, id }), wiring.inTime);
  return answer.ok ? null : { kind: 'refused', reason: answer.reason, cause: answer.cause };
}

/** One who agrees with himself is no second person, under whichever handle. */
async function agreed(acting: Acting, { as, force, second }: ResolutionAsked): Promise<Refused | null> {
  const { wiring, id } = acting;
  if (second !== null)
    return second.id === id ? refuse('second_person_needed') : standing({ wiring, ...second });
  const widens = [
    ...(as === 'retryable' ? (['claims.retryable'] as const) : []),
    ...(force ? (['claims.force'] as const) : []),
  ];
  return widens.some((one) => wiring.secondPerson.includes(one)) ? refuse('second_person_needed') : null;
}

async function claimOf({ wiring, tenant }: Acting, execution: string): Promise<CallRow | null> {
  const row = await wiring.store.claimOf(tenant, execution);
  return row === null ? null : verified(wiring, row);
}

function verified({ keys }: Wiring, row: CallRow): CallRow {
  if (!callVerifies(keys, row)) throw new Tampered('call');
  return row;
}

function shown({ time }: Wiring, row: CallRow): ShownClaim {
  const { execution: executionId, capability, at: since, deadline, revision, owner, conversation } = row;
  const state = stateAt(row, time.now());
  return Object.freeze({ executionId, capability, state, since, deadline, revision, owner, conversation });
}

function refuse(reason: OperatorReason): Refused {
  return { kind: 'refused', reason };
}

/** Runs an act. A refusal is on record before it is answered; so is a fault, where it can be, before it is thrown. */
async function act<T extends { readonly kind: string }>(
  acting: Acting,
  name: OperatorRefused['act'],
  work: () => Promise<T | Refused>,
): Promise<T | OperatorRefusal> {
  try {
    const answer = await work();
    if (!isRefused(answer)) return Object.freeze(answer);
    const { reason, cause } = answer;
    await reportRefused(acting, { act: name, reason, fault: reason === 'operator_error' });
    const refusal: OperatorRefusal = { kind: 'refused', reason };
    if (cause !== undefined) Object.defineProperty(refusal, 'cause', { value: cause, enumerable: false });
    return Object.freeze(refusal);
  } catch (thrown) {
    const { step, code, error } = faultOf(thrown, 'operator');
    try {
      await reportFault(acting, step, code);
    } catch (unrecorded) {
      acting.wiring.unrecorded(unrecorded);
    }
    throw error;
  }
}

function isRefused(answer: { readonly kind: string }): answer is Refused {
  return answer.kind === 'refused';
}
