import { createBoundary, type Outcome, type RunReport } from 'countersign';
import { sqlite } from 'countersign/sqlite';
import { fakeClock } from 'countersign/testing';
import { capabilitiesOf, type Shop, type Trouble } from './shop.ts';

/** How one order went: what shipping came to, what became of the run, and what the shop did, in order. */
export interface Told {
  readonly trouble: Trouble;
  readonly shipping: string;
  readonly run: RunReport['state'];
  readonly done: readonly string[];
}

const troubles: readonly Trouble[] = [
  ...(['nothing', 'refused', 'busy', 'sold out', 'never answers'] as const),
  ...(['rejected', 'forgotten', 'too late'] as const),
];

/** One order after another, each with another trouble at its third step. */
export async function story(): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const trouble of troubles) told.push(await order(trouble));
  return told;
}

async function order(trouble: Trouble): Promise<Told> {
  const shop: Shop = { done: [], trouble: 'nothing' };
  const clock = fakeClock();
  const boundary = await createBoundary({
    capabilities: capabilitiesOf(shop),
    store: sqlite(':memory:'),
    mode: 'development',
    say: () => {},
    clock,
    directory: { principal: () => ({}), operator: () => true },
  });
  const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c-1' });
  const args = { order: '4411' };

  const run = await session.run({ atomic: true, deadline: 3_600_000 });
  await session.call('payments.charge', args, { run });
  await session.call('stock.reserve', args, { run });
  const ship = () => session.call('parcels.ship', args, { run, callId: 'ship' });

  // A person agrees to shipping, or does not.
  const asked = trouble === 'refused' ? null : await ship();
  if (asked?.kind === 'pending') {
    const { approvals } = boundary.approver({ tenant: 'shop', id: 'ann' });
    const seen = { digest: asked.actionDigest };
    if (trouble === 'rejected') await approvals.reject(asked.approvalId, { ...seen, reason: 'not mine' });
    else if (trouble !== 'forgotten') await approvals.approve(asked.approvalId, seen);
  }
  if (trouble === 'forgotten') clock.advance(20 * 60_000);
  if (trouble === 'too late') clock.advance(3_600_000);

  shop.trouble = trouble;
  const outcome = await ship();
  // What is held waits until somebody found out: here the carrier says that the parcel never arrived.
  if (outcome.kind === 'indeterminate') {
    const operator = boundary.operator({ tenant: 'shop', id: 'olga' });
    await operator.claims.resolve(outcome.executionId, { as: 'retryable', reason: 'never arrived' });
    await run.undo();
  }
  if (outcome.kind === 'executed') await run.finish();
  const { state } = await run.report();
  await boundary.close();
  return { trouble, shipping: said(outcome), run: state, done: shop.done };
}

function said(outcome: Outcome): string {
  return outcome.kind === 'denied' ? `denied: ${outcome.reason}` : outcome.kind;
}
