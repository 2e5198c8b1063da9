import { systemClock } from '../clock.ts';
import type { Store } from '../store/store.ts';

/**
 * Whether a boundary has opened the database of this store before and it has every step of its schema. Makes no
 * database, and leaves the store closed.
 */
export async function openedBefore(store: Store): Promise<boolean> {
  const steps = await store.migrations();
  if (!steps.every(({ applied }) => applied)) return false;
  await store.open(systemClock);
  try {
    return (await store.currentKey()) !== null;
  } finally {
    await store.close();
  }
}
