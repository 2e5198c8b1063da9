import type { Store } from '../../store/store.ts';
import type { FakeClock } from '../clock.ts';

/** One thing that every store does. `run` gets a fresh, open, empty store and throws where it does otherwise. */
export interface StoreCase {
  readonly title: string;
  readonly run: (store: Store, clock: FakeClock) => Promise<void>;
}
