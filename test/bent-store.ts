import Database from 'better-sqlite3';
import { BoundaryError, type Store } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';

/** A real store in memory of which single operations can be made to answer otherwise, and its database. */
export interface BentStore {
  readonly store: Store;
  /** The same store, unbent. */
  readonly real: Store;
  readonly database: Database.Database;
  /** Replaces these operations; all others are the real ones again. */
  readonly bend: (change: Partial<Store>) => void;
}

/** Opens one. */
export function bentStore(): BentStore {
  const database = new Database(':memory:');
  const real = sqlite(database);
  return { ...bending(real), real, database };
}

/** Makes single operations of a store answer otherwise. */
export function bending(real: Store): Pick<BentStore, 'store' | 'bend'> {
  let bends: Partial<Store> = {};
  const store = new Proxy(real, {
    get(target, name) {
      const bend: unknown = Reflect.get(bends, name);
      if (bend !== undefined) return bend;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { store, bend: (change) => (bends = change) };
}

/** How a store fails. */
export const full = (): Promise<never> =>
  Promise.reject(new BoundaryError('store_failed', 'the disk is full'));
