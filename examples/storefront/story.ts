import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ReadRecord } from 'countersign';
import { sqlite } from 'countersign/sqlite';
import { ana, captured } from './captured.ts';
import { Carrier } from './carrier.ts';
import { countersignedDesk } from './countersigned.ts';
import { drive } from './drive.ts';
import { handSecuredDesk } from './hand-secured.ts';
import { naiveDesk } from './naive.ts';
import { Shop } from './shop.ts';
import type { Run } from './told.ts';

/** Sends the captured run to each implementation, every one with a shop of its own in `folder`. */
export async function story(folder: string): Promise<readonly Run[]> {
  return [
    await byHand('naive', naiveDesk, new Shop(join(folder, 'naive.db'))),
    await byHand('hand-secured', handSecuredDesk, new Shop(join(folder, 'hand-secured.db'))),
    await behindTheBoundary(folder),
  ];
}

async function byHand(desk: string, open: typeof naiveDesk, shop: Shop): Promise<Run> {
  try {
    return { desk, observed: await drive(open(shop, ana), shop, captured), evidence: [] };
  } finally {
    shop.close();
  }
}

async function behindTheBoundary(folder: string): Promise<Run> {
  const shop = new Shop(join(folder, 'countersigned.db'));
  // A real application keeps its key, in COUNTERSIGN_KEY; this one is forgotten together with the folder.
  const store = sqlite(join(folder, 'boundary.db'));
  const { boundary, desk } = await countersignedDesk({ shop, carrier: new Carrier() }, ana, {
    store,
    key: randomBytes(32),
  });
  try {
    const observed = await drive(desk, shop, captured);
    const evidence: ReadRecord[] = [];
    for await (const record of boundary.evidence(ana.tenant)) evidence.push(record);
    return { desk: 'countersigned', observed, evidence };
  } finally {
    await boundary.close();
    shop.close();
  }
}
