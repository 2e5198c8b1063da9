import { randomBytes } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { randomIds, sqlite } from './built.ts';
import { byHand, type Differs } from './by-hand.ts';
import { openDesk, proposal } from './desk.ts';
import { fsyncTimes } from './fsync.ts';
import { type Contestant, interleaved, median, medianRatio } from './rounds.ts';
import type { Row } from './row.ts';

const inFlight = 32;
/** Calls of a contestant in one round. */
const serially = 32;
const together = inFlight * 8;

/**
 * Governed writes on SQLite with `synchronous = FULL` in a folder on disk, beside the same rows written by hand: one
 * after another, and with many callers at once. Every contestant has a file of its own, and they grow alike.
 */
export async function governedWrite(folder: string): Promise<readonly Row[]> {
  const plain = await contestants(`${folder}/plain`, 'orders.refund');
  const once = await contestants(`${folder}/once`, 'orders.refund-once');
  const measured = await interleaved({ warm: 2, counted: 30 }, {
    plain: () => plain.governed(serially, 1),
    plainFloor: () => plain.floor(serially, 1),
    once: () => once.governed(serially, 1),
    onceFloor: () => once.floor(serially, 1),
    many: () => plain.governed(together, inFlight),
    manyFloor: () => plain.floor(together, inFlight),
    fsync: () => median(fsyncTimes(`${folder}/fsync.db`, 20)),
  } satisfies Record<string, Contestant>);
  await plain.close();
  await once.close();

  const fsync = median(measured.fsync);
  const rate = (what: string, name: keyof typeof measured, beside: keyof typeof measured): Row => ({
    what,
    value: median(measured[name]),
    unit: '/s',
    beside: { what: beside.endsWith('Floor') ? 'by hand' : 'serial', value: median(measured[beside]) },
    ratio: medianRatio(measured[name], measured[beside]),
    bar: null,
  });
  const serialBar = { of: 'ratio', atLeast: 0.6 } as const;
  return [
    {
      what: 'fsync of a 4 KiB page, in the same rounds',
      value: fsync,
      unit: 'ms',
      beside: null,
      ratio: null,
      bar: null,
    },
    { ...rate('governed write, SQLite FULL, serial', 'plain', 'plainFloor'), bar: serialBar },
    { ...rate('governed write with once, SQLite FULL, serial', 'once', 'onceFloor'), bar: serialBar },
    {
      ...rate(`governed write, ${inFlight} in flight`, 'many', 'manyFloor'),
      bar: { of: 'ratio', atLeast: 0.5 },
    },
    {
      ...rate(`governed write, ${inFlight} in flight`, 'many', 'plain'),
      // Where an fsync is cheaper than the work around it, there is less to share.
      bar: fsync >= 0.3 ? { of: 'ratio', atLeast: 3 } : null,
    },
  ];
}

/** Calls of one capability, and the same rows by hand; each answers with its calls a second. */
async function contestants(file: string, name: string) {
  const store = () => sqlite(`${file}.db`, { driver: 'better-sqlite3' });
  // One call, so that there are rows to repeat.
  const first = await openDesk(store());
  await first.session.call(name, proposal(0), { callId: 'call-0' });
  await first.boundary.close();
  copyFileSync(`${file}.db`, `${file}-floor.db`);
  const hand = byHand(`${file}-floor.db`, name.endsWith('once'));
  const { boundary, session } = await openDesk(store());

  let made = 0;
  const call = async ({ args, callId }: ReturnType<typeof asked>): Promise<void> => {
    const outcome = await session.call(name, args, { callId });
    if (outcome.kind !== 'executed') throw new Error(`a governed write was ${outcome.kind}`);
  };
  const asked = () => ({ args: proposal((made += 1)), callId: `call-${made}` });

  return {
    async governed(count: number, callers: number): Promise<number> {
      const calls = Array.from({ length: count }, asked);
      const caller = async (): Promise<void> => {
        for (let next = calls.pop(); next !== undefined; next = calls.pop()) await call(next);
      };
      const began = performance.now();
      await Promise.all(Array.from({ length: callers }, caller));
      return perSecond(count, began);
    },
    floor(count: number, callers: number): number {
      const calls = Array.from({ length: count }, differing);
      const began = performance.now();
      if (callers === 1) hand.serial(calls);
      else for (let at = 0; at < count; at += callers) hand.together(calls.slice(at, at + callers));
      return perSecond(count, began);
    },
    async close(): Promise<void> {
      hand.close();
      await boundary.close();
    },
  };
}

function perSecond(count: number, began: number): number {
  return (count / (performance.now() - began)) * 1_000;
}

/** Values as long, as random and as ordered as the boundary's. */
function differing(): Differs {
  const now = Date.now();
  return {
    id: randomBytes(32).toString('hex'),
    execution: randomIds.next(now),
    holds: randomBytes(32).toString('base64url'),
    evidence: [randomIds.next(now), randomIds.next(now)],
  };
}
