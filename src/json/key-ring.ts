import type { Keys, SubjectKey } from './keys.ts';

/** Where wrapped keys are kept: two operations of the store. */
export interface WrappedKeys {
  wrappedKey(tenant: string, subject: string): StoredKey | null | PromiseLike<StoredKey | null>;
  addWrappedKey(row: StoredKey): StoredKey | PromiseLike<StoredKey>;
}

export interface StoredKey {
  readonly tenant: string;
  readonly subject: string;
  readonly id: string;
  readonly blob: string;
}

/** CONTRACT: finds, or makes on first use, the key of a tenant (subject '') or subject; bounded cache. */
export interface KeyRing {
  readonly keys: Keys;
  /** Synchronous when cached. */
  of(tenant: string, subject: string): SubjectKey | PromiseLike<SubjectKey>;
}

export declare function keyRing(keys: Keys, stored: WrappedKeys, newId: () => string, capacity?: number): KeyRing;
