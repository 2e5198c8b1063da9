import { BoundaryError } from '../../errors.ts';
import { counted, type Due, givenBack, type Weighed, weighed } from '../meter/index.ts';
import type { Charge, EvidenceRow, MeterRow } from '../rows.ts';
import type { Charged, Charging } from '../store.ts';
import { type Locks, meterOf } from './locks.ts';
import type { Meters } from './meters.ts';
import type { On } from './statement.ts';

/** Charges inside a transaction that somebody else frames. */
export interface Charges {
  /** What taking them comes to, by the time of the store once nobody else counts on their meters. Writes nothing. */
  weigh(on: On, tenant: string, charges: readonly Charge[]): Promise<Weighed>;
  /** Makes charges outside an admission. */
  charge(on: On, charging: Charging): Promise<Charged>;
  /** Gives back what an admission took; what comes after its window is dropped. */
  giveBack(on: On, tenant: string, charges: readonly Charge[]): Promise<void>;
}

const nothing: Weighed = { kind: 'fits', rows: [] };

/** Makes charging. `record` appends evidence. */
export function charges(
  meters: Meters,
  { take }: Locks,
  record: (on: On, evidence: EvidenceRow) => Promise<void>,
): Charges {
  const lock = (on: On, tenant: string, all: readonly Charge[]): Promise<void> => {
    const names = keysOf(all)
      .toSorted(byBytes)
      .map((key) => meterOf(tenant, key));
    return take(on, names);
  };
  const due = async (on: On, tenant: string, all: readonly Charge[]) => {
    // Two of one meter would each be weighed without the other.
    if (keysOf(all).length < all.length) {
      throw new BoundaryError('store_failed', 'a meter is charged at most once at a time');
    }
    const { now, rows } = await meters.of(on, tenant, keysOf(all));
    return { now, due: all.map((charge): Due => ({ charge, row: rows.get(charge.key) ?? null })) };
  };
  const taken = async (on: On, rows: readonly MeterRow[], evidence: EvidenceRow | null): Promise<Charged> => {
    await meters.put(on, rows);
    if (evidence !== null) await record(on, evidence);
    return { kind: 'charged' };
  };
  return {
    async weigh(on, tenant, all) {
      if (all.length === 0) return nothing;
      await lock(on, tenant, all);
      const { now, due: each } = await due(on, tenant, all);
      return weighed(tenant, each, now);
    },
    async charge(on, { tenant, charges: all, how, evidence }) {
      if (how !== 'look') await lock(on, tenant, all);
      const { now, due: each } = await due(on, tenant, all);
      if (how === 'count') return taken(on, counted(tenant, each, now), evidence);
      const answer = all.length === 0 ? nothing : weighed(tenant, each, now);
      if (answer.kind === 'late') return { kind: 'moved', what: 'clock', now: answer.now };
      if (answer.kind === 'exceeded') return { kind: 'limited', exceeded: answer.exceeded };
      return how === 'take' ? taken(on, answer.rows, evidence) : { kind: 'charged' };
    },
    async giveBack(on, tenant, all) {
      if (all.length === 0) return;
      await lock(on, tenant, all);
      const held = new Map((await meters.of(on, tenant, keysOf(all))).rows);
      const given = new Map<string, MeterRow>();
      for (const charge of all) {
        const row = held.get(charge.key);
        const next = row === undefined ? null : givenBack(row, charge);
        if (next === null) continue;
        held.set(charge.key, next);
        given.set(charge.key, next);
      }
      await meters.put(on, [...given.values()]);
    },
  };
}

function keysOf(all: readonly Charge[]): readonly string[] {
  return [...new Set(all.map(({ key }) => key))];
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
