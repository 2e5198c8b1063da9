import { act as acted, type Acting, bound, counted } from '../acting/act.ts';
import { isRefused, refused } from '../acting/refused.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import { appendRecord, approvalPrint, approverPrint, type ApproverRefused } from '../evidence/index.ts';
import type { ApproverRefusal } from './approver.ts';
import { type Viewer, viewerOf } from './viewer.ts';

/** What an approver asked for. */
export interface AskedAct {
  readonly act: ApproverRefused['act'];
  /** The approval id that it is about, as it was given; null where it is about none. */
  readonly approval: string | null;
}

/** Runs an act of an approver, by the time that the store knows of, for whom the directory says it is. */
export function act<T extends { readonly kind: string }>(
  acting: Acting,
  asked: AskedAct,
  work: (viewer: Viewer) => Promise<T | ApproverRefusal>,
): Promise<T | ApproverRefusal> {
  const report = (refusal: ApproverRefusal) => reportRefused(acting, asked, refusal);
  return acted(acting, { step: 'approver', refused: report }, async () => {
    if (!bound(acting)) return refused('binding_mismatch');
    const { time, store, catalogue } = acting.wiring;
    await time.ask(store, catalogue.version);
    const viewer = await viewerOf(acting);
    return isRefused(viewer) ? viewer : work(viewer);
  });
}

/**
 * Records that an act was refused. Refusals alike are counted in one record; what was asked about different approvals is
 * not alike, so that a record says about which one somebody tried to learn.
 */
function reportRefused(
  acting: Acting,
  { act, approval }: AskedAct,
  { reason }: ApproverRefusal,
): Awaitable<void> {
  const { wiring, tenant, id } = acting;
  const write = (count: number) =>
    andThen(wiring.ring.of(tenant, ''), (key) =>
      appendRecord(wiring, tenant, {
        type: 'approver.refused',
        approver: approverPrint(key, id),
        catalogue: wiring.catalogue.version,
        act,
        approval: approval === null ? null : approvalPrint(key, approval),
        reason,
        fault: reason === 'approver_error',
        count,
      }),
    );
  return counted(acting, ['approver.refused', tenant, id, act, approval, reason], write);
}
