import { systemClock } from '../../clock.ts';
import { BoundaryError } from '../../errors.ts';
import type { CatalogueRow, KeyRow } from '../../store/rows.ts';
import { obstacle, writeObstacle } from '../../store/sqlite/obstacle.ts';
import type { Store } from '../../store/store.ts';
import type { Advice } from './advice.ts';

/** What is known of the store without changing it. */
export interface StoreReport {
  readonly description: string;
  readonly durable: boolean;
  /** The file of the database as it is shown, or null where it is in none. */
  readonly file: string | null;
  readonly steps: readonly { readonly id: number; readonly name: string; readonly applied: boolean }[];
  /** The key that the database belongs to; null where it belongs to none, or is not there or not up to date. */
  readonly adopted: KeyRow | null;
  /** Catalogue versions that were registered. */
  readonly catalogues: readonly CatalogueRow[];
  readonly errors: readonly Advice[];
}

/**
 * Looks at the store. A database that lacks steps is not opened, because opening migrates; one that has them all is
 * opened, read and closed. A file in which a database could not be opened or made is looked at only. `shown` names it.
 */
export async function storeReport(store: Store, shown: (file: string) => string): Promise<StoreReport> {
  const { description, durable } = store;
  const file = store.file === null ? null : shown(store.file);
  const nothing = { description, durable, file, steps: [], adopted: null, catalogues: [] };
  const found = store.file === null || file === null ? null : obstacleFor(store.file, file);
  if (found !== null)
    return { ...nothing, errors: [{ code: 'store_failed', about: 'store', sentence: `${found}.` }] };
  try {
    const states = await store.migrations();
    const steps = states.map(({ id, name, applied }) => ({ id, name, applied }));
    const whole = durable && steps.every(({ applied }) => applied);
    return { ...nothing, steps, ...(whole ? await contents(store) : {}), errors: [] };
  } catch (error) {
    if (!(error instanceof BoundaryError)) throw error;
    return { ...nothing, errors: [{ code: error.code, about: 'store', sentence: `${error.message}.` }] };
  }
}

function obstacleFor(file: string, shown: string): string | null {
  return obstacle(file, shown) ?? writeObstacle(file, shown);
}

async function contents(store: Store): Promise<Pick<StoreReport, 'adopted' | 'catalogues'>> {
  await store.open(systemClock);
  try {
    return { adopted: await store.currentKey(), catalogues: await store.catalogues() };
  } finally {
    await store.close();
  }
}
