import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ReadRecord } from 'countersign';
import { sqlite } from 'countersign/sqlite';
import { fakeClock } from 'countersign/testing';
import { ana } from './captured.ts';
import { Carrier, type Fee } from './carrier.ts';
import { countersignedDesk } from './countersigned.ts';
import { lookInto } from './olga.ts';
import type { OrderDesk } from './order-desk.ts';
import { Shop } from './shop.ts';
import { tracked } from './tracked.ts';
import { handSecuredTracking } from './tracking-by-hand.ts';

/** What a desk made of one moment: its answers, and what the carrier's books got. */
export interface Tracked {
  readonly answers: readonly string[];
  readonly fees: readonly Fee[];
}

/** The run of one implementation. */
export interface TrackingRun {
  readonly desk: string;
  readonly observed: readonly Tracked[];
  /** What it wrote down. */
  readonly evidence: readonly ReadRecord[];
}

/** Sends the run about parcels to both implementations, each with a shop and a carrier of its own. */
export async function trackingStory(folder: string): Promise<readonly TrackingRun[]> {
  return [await byHand(folder), await behindTheBoundary(folder)];
}

async function byHand(folder: string): Promise<TrackingRun> {
  const shop = new Shop(join(folder, 'tracking-by-hand.db'));
  const carrier = new Carrier();
  try {
    const desk = handSecuredTracking(shop, carrier, ana);
    return { desk: 'hand-secured', observed: await follow(carrier, desk), evidence: [] };
  } finally {
    shop.close();
  }
}

async function behindTheBoundary(folder: string): Promise<TrackingRun> {
  const shop = new Shop(join(folder, 'tracking-countersigned.db'));
  const carrier = new Carrier();
  // The scene takes two hours, and nobody wants to wait for them.
  const clock = fakeClock();
  const store = sqlite(join(folder, 'tracking-boundary.db'));
  const { boundary, desk } = await countersignedDesk({ shop, carrier }, ana, {
    store,
    key: randomBytes(32),
    clock,
  });
  try {
    const observed = await follow(carrier, desk, {
      wait: (minutes) => clock.advance(minutes * 60_000),
      operate: () => lookInto(boundary, carrier),
    });
    const evidence: ReadRecord[] = [];
    for await (const record of boundary.evidence(ana.tenant)) evidence.push(record);
    return { desk: 'countersigned', observed, evidence };
  } finally {
    await boundary.close();
    shop.close();
  }
}

interface Around {
  readonly wait: (minutes: number) => void;
  readonly operate: () => Promise<readonly string[]>;
}

/** By hand there is no clock to move, and nothing that anybody could look into. */
const nobody: Around = { wait: () => {}, operate: async () => ['nothing open'] };

async function follow(
  carrier: Carrier,
  desk: OrderDesk,
  { wait, operate }: Around = nobody,
): Promise<readonly Tracked[]> {
  const observed: Tracked[] = [];
  for (const { after, first, operator, calls } of tracked) {
    wait(after);
    first?.(carrier);
    const before = carrier.books().length;
    const answers = operator ? [...(await operate())] : [];
    for (const { argumentsText, callId } of calls)
      answers.push(await desk.call('shipments.refresh', argumentsText, callId));
    observed.push({ answers, fees: carrier.books().slice(before) });
  }
  return observed;
}
