import type { Acting } from '../acting/act.ts';
import type { PageAsked } from '../acting/asked.ts';
import { refused } from '../acting/refused.ts';
import type { RunActor } from '../evidence/run-record.ts';
import { changeRun, letGo, reportOf, standingOf, undoRun } from '../runs/index.ts';
import { act } from './act.ts';
import type { WordAsked } from './asked.ts';
import type { OperatorRefusal } from './refusal.ts';
import { actors } from './reporting.ts';
import type { RunActed, RunShown, RunsListed } from './runs.ts';
import { agreed } from './standing.ts';

/** One page of the tenant's runs that have not ended, each with its steps. */
export function listRuns(acting: Acting, page: PageAsked): Promise<RunsListed | OperatorRefusal> {
  return act(acting, { act: 'runs.list', execution: null }, async () => {
    const { wiring, tenant } = acting;
    const rows = await wiring.store.runs({ tenant, ...page });
    const found = await Promise.all(rows.map(({ id }) => standingOf(wiring, tenant, id)));
    const last = rows.length < page.limit ? undefined : rows.at(-1);
    const runs = found.flatMap((one) => (one === null ? [] : [reportOf(one)]));
    return { kind: 'listed', runs: Object.freeze(runs), next: last?.id ?? null };
  });
}

/** One run of the tenant, whatever its state. */
export function showRun(acting: Acting, id: string): Promise<RunShown | OperatorRefusal> {
  return act(acting, { act: 'runs.show', execution: null }, async () => {
    const found = await standingOf(acting.wiring, acting.tenant, id);
    return found === null ? refused('unknown_run') : { kind: 'shown', run: reportOf(found) };
  });
}

/** Undoes a run as far as it goes now, whoever began it and whether or not it is atomic. */
export function undoRunAs(acting: Acting, id: string, asked: WordAsked): Promise<RunActed | OperatorRefusal> {
  return act(acting, { act: 'runs.undo', execution: null }, async () => {
    const refusal = await agreed(acting, asked.second, ['runs.undo']);
    if (refusal !== null) return refusal;
    const run = await undoRun(acting.wiring, acting.tenant, id, await actorOf(acting, asked));
    return run === null ? refused('unknown_run') : { kind: 'acted', run };
  });
}

/** Lets a run that was held go on, where nothing of it is indeterminate any more. */
export function releaseRun(
  acting: Acting,
  id: string,
  asked: WordAsked,
): Promise<RunActed | OperatorRefusal> {
  return act(acting, { act: 'runs.release', execution: null }, async () => {
    const { wiring, tenant } = acting;
    const refusal = await agreed(acting, asked.second, ['runs.release']);
    if (refusal !== null) return refusal;
    const found = await standingOf(wiring, tenant, id);
    if (found === null) return refused('unknown_run');
    if (found.now === 'held') return refused('still_held');
    if (found.run.state !== 'held') return refused('not_held');
    await changeRun(wiring, found.run, await actorOf(acting, asked), (run) => letGo(wiring, run));
    const now = await standingOf(wiring, tenant, id);
    return now === null ? refused('unknown_run') : { kind: 'acted', run: reportOf(now) };
  });
}

async function actorOf(acting: Acting, { reason, second }: WordAsked): Promise<RunActor> {
  return { ...(await actors(acting, second)), reason };
}
