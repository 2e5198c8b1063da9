import { callVerifies, exits, type Resolution, resolvable, resolvedCall, stateAt } from '../claim/index.ts';
import { Tampered } from '../errors.ts';
import { chaining, stepEnded } from '../history/index.ts';
import { turnOfRun } from '../run-turn.ts';
import type { CallRow, Charge } from '../store/rows.ts';
import type { Chaining } from '../store/store.ts';
import type { Wiring } from '../wiring.ts';
import type { Acting } from '../acting/act.ts';
import type { PageAsked } from '../acting/asked.ts';
import { refused } from '../acting/refused.ts';
import { act } from './act.ts';
import type { ResolutionAsked } from './asked.ts';
import type { ClaimResolved, ClaimShown, ClaimsListed, ShownClaim } from './claims.ts';
import type { OperatorRefusal } from './refusal.ts';
import { actors, resolutionRecord } from './reporting.ts';
import { agreed } from './standing.ts';

/** What limits get back of a claim that is resolved, by what the table of exits says of its units. */
const giveBack: Readonly<Record<(typeof exits)[`resolved_${Resolution}`]['units'], readonly Charge[]>> =
  Object.freeze({ spent: Object.freeze([]) });

/** One page of the tenant's claims whose end is not known. */
export function listClaims(acting: Acting, page: PageAsked): Promise<ClaimsListed | OperatorRefusal> {
  return act(acting, { act: 'claims.list', execution: null }, async () => {
    const { wiring, tenant } = acting;
    const rows = await wiring.store.unresolved({ tenant, ...page });
    const claims = rows.map((row) => shown(wiring, verified(wiring, row)));
    const last = claims.length < page.limit ? undefined : claims.at(-1);
    return { kind: 'listed', claims, next: last?.executionId ?? null };
  });
}

/** One claim of the tenant, in whichever state. */
export function showClaim(acting: Acting, execution: string): Promise<ClaimShown | OperatorRefusal> {
  return act(acting, { act: 'claims.show', execution }, async () => {
    const row = await claimOf(acting, execution);
    return row === null ? refused('unknown_claim') : { kind: 'shown', claim: shown(acting.wiring, row) };
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
  return act(acting, { act: 'claims.resolve', execution }, async () => {
    const { as, force, second } = asked;
    const refusal = await agreed(acting, second, [
      ...(as === 'retryable' ? (['claims.retryable'] as const) : []),
      ...(force ? (['claims.force'] as const) : []),
    ]);
    if (refusal !== null) return refusal;
    const row = await claimOf(acting, execution);
    return row === null ? refused('unknown_claim') : write(acting, row, asked);
  });
}

async function write(
  acting: Acting,
  row: CallRow,
  { as, reason, force, second }: ResolutionAsked,
): Promise<ClaimResolved | OperatorRefusal> {
  const { wiring } = acting;
  const at = wiring.time.now();
  const may = resolvable(row, at, force);
  if (may !== 'open') return refused(may);
  const forced = stateAt(row, at) === 'claimed';
  const from = forced ? 'claimed' : 'indeterminate';
  const evidence = await resolutionRecord(acting, row, { at, second, from, to: as, forced, reason });
  const history = await historyOf(acting, row, exits[`resolved_${as}`].call, at);
  const settled = await wiring.store.settle({
    seen: { revision: row.revision, mac: row.mac },
    call: resolvedCall(wiring.keys, row, { as, at, once: once(wiring, row) }),
    giveBack: giveBack[exits[`resolved_${as}`].units],
    approval: null,
    history,
    run: turnOfRun(wiring, row, 'well', { ...(await actors(acting, second)), reason }),
    evidence,
  });
  if (settled.kind === 'moved') {
    if (settled.call === null) throw new Tampered('call');
    verified(wiring, settled.call);
    return refused('moved');
  }
  const { execution: executionId, capability } = row;
  return { kind: 'resolved', executionId, capability, from, to: as, forced };
}

/** What the history of its conversation says of a claim from now on, where a rule or a run reads it. */
async function historyOf(
  { wiring, tenant }: Acting,
  row: CallRow,
  to: CallRow['state'],
  at: number,
): Promise<Chaining | null> {
  const { run, undoes } = row;
  const steps = run === null || undoes === null ? [] : await wiring.store.callsOfRun(tenant, run);
  const undone = steps.find(({ id, owner, conversation }) => {
    return id === undoes && owner === row.owner && conversation === row.conversation;
  });
  if (undoes !== null && undone === undefined) throw new Tampered('call');
  const entry = stepEnded(row, undone === undefined ? null : verified(wiring, undone), to, true);
  return entry === null ? null : chaining(wiring.keys, row, at, [entry]);
}

/** Whether a completed operation of this capability stays held. One that is not registered any more may have said so. */
function once({ catalogue }: Wiring, { capability }: CallRow): boolean {
  const found = catalogue.capabilities.find(({ name }) => name === capability);
  return found === undefined || found.once !== null;
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
