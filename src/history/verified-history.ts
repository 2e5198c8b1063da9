import { andThen, type Awaitable } from '../awaitable.ts';
import type { Keys } from '../json/index.ts';
import type { ConversationRow, EntryRow } from '../store/rows.ts';
import type { ConversationKey, Store } from '../store/store.ts';
import { bodyOf, entryVerifies } from './entry.ts';
import { Ledger } from './ledger.ts';

/** How much of histories is remembered between calls. What is not is read and verified again. */
export interface HistoryBounds {
  /** Conversations, those that were used last. */
  readonly conversations: number;
  /** Things of all of them. A conversation that alone has more is not remembered. */
  readonly facts: number;
}

/** What a history without entries comes to. Nothing is ever added to it. */
const empty = new Ledger();
/** Entries that are read at once. */
const page = 1_000;

/**
 * The histories of conversations, each verified once: what was verified is not read again, only what came after it. What
 * is remembered is bounded, and never decides that an entry is there which the anchor does not cover.
 */
export class VerifiedHistories {
  readonly #store: Pick<Store, 'entries'>;
  readonly #keys: Keys;
  readonly #bounds: HistoryBounds;
  /** In the order of their last use. `size`: as it was then. */
  readonly #remembered = new Map<string, { readonly ledger: Ledger; readonly size: number }>();
  /** Of all that are remembered. */
  #size = 0;

  constructor(store: Pick<Store, 'entries'>, keys: Keys, bounds: HistoryBounds) {
    this.#store = store;
    this.#keys = keys;
    this.#bounds = bounds;
  }

  /**
   * What the history comes to up to `row`, whose anchor has been verified. `invalid`: an entry is missing, changed or out
   * of place. `ahead`: this process has verified so many entries, more than `row` tells of. Either others went on since the
   * row was read, or the history was cut: a row that is read now tells which.
   */
  upTo(
    of: ConversationKey,
    row: ConversationRow | null,
  ): Awaitable<Ledger | 'invalid' | { readonly ahead: number }> {
    const key = JSON.stringify([of.tenant, of.owner, of.conversation]);
    const known = this.#remembered.get(key)?.ledger;
    const revision = row?.revision ?? 0;
    if (known === undefined && revision === 0) return empty;
    if (known !== undefined && known.n > revision) return { ahead: known.n };
    const ledger = known ?? new Ledger();
    return andThen(this.#read(of, ledger, revision), (read) => {
      // Somebody else may have read further meanwhile; the anchor covers what it covers.
      const sound =
        read && ledger.n >= revision && (ledger.n > revision || ledger.last === (row?.last ?? null));
      if (!sound) {
        this.#forget(key);
        return 'invalid';
      }
      this.#remember(key, ledger);
      return ledger;
    });
  }

  #read(of: ConversationKey, ledger: Ledger, revision: number): Awaitable<boolean> {
    if (ledger.n >= revision) return true;
    const after = ledger.n;
    const limit = Math.min(page, revision - after);
    return andThen(this.#store.entries({ ...of, after, limit }), (rows) => {
      // Another caller has read the same meanwhile.
      if (ledger.n !== after) return this.#read(of, ledger, revision);
      if (!this.#adopt(ledger, rows) || rows.length < limit) return false;
      return rows.length < page
        ? this.#read(of, ledger, revision)
        : afterOthers(() => this.#read(of, ledger, revision));
    });
  }

  #adopt(ledger: Ledger, rows: readonly EntryRow[]): boolean {
    for (const row of rows) {
      if (row.n !== ledger.n + 1 || !entryVerifies(this.#keys, ledger.last, row)) return false;
      ledger.add(row.mac, bodyOf(row));
    }
    return true;
  }

  #remember(key: string, ledger: Ledger): void {
    this.#forget(key);
    const { size } = ledger;
    const { conversations, facts } = this.#bounds;
    if (size > facts) return;
    this.#remembered.set(key, { ledger, size });
    this.#size += size;
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= conversations && this.#size <= facts) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#remembered.get(key)?.size ?? 0;
    this.#remembered.delete(key);
  }
}

/** Lets others have a turn before a long history is read on. */
function afterOthers<T>(work: () => Awaitable<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    setImmediate(() => {
      Promise.resolve().then(work).then(resolve, reject);
    });
  });
}
