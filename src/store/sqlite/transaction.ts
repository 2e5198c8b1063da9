import type { Driver } from './driver.ts';
import { isNested } from './fault.ts';

/** How one part of a transaction ended: with its result, or undone alone because it threw. */
export type Part<T> =
  { readonly done: true; readonly result: T } | { readonly done: false; readonly error: unknown };

/** What frames work in transactions on one connection. */
export interface Transactions {
  /**
   * Runs `work` between BEGIN IMMEDIATE and COMMIT, or undoes it and throws what it threw. The write lock is taken at
   * BEGIN: a transaction that reads first and asks for the lock later can be refused at once, whatever the timeout.
   */
  readonly whole: <T>(work: () => T) => T;
  /** Runs `work` inside a transaction, undone alone if it throws. Throws only where the whole transaction is lost. */
  readonly part: <T>(work: () => T) => Part<T>;
}

/** Prepares the frames for a connection. */
export function transactions(driver: Driver): Transactions {
  const begin = driver.prepare('BEGIN IMMEDIATE');
  const commit = driver.prepare('COMMIT');
  const rollback = driver.prepare('ROLLBACK');
  const savepoint = driver.prepare('SAVEPOINT countersign_part');
  const release = driver.prepare('RELEASE countersign_part');
  const undo = driver.prepare('ROLLBACK TO countersign_part');

  /** After some errors (a full disk, say) SQLite has rolled back by itself. The first error is the one to report. */
  const undoWhole = (): void => {
    try {
      if (driver.inTransaction) rollback.run();
    } catch {
      // Still open, it makes every later operation refuse: nothing is added to what did not happen.
    }
  };

  return {
    whole(work) {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        undoWhole();
        throw error;
      }
    },
    part(work) {
      savepoint.run();
      try {
        const result = work();
        release.run();
        return { done: true, result };
      } catch (error) {
        try {
          undo.run();
          release.run();
        } catch {
          // The savepoint is gone, and with it the transaction: what came before in it did not happen either.
          throw error;
        }
        return { done: false, error };
      }
    },
  };
}

/** One transaction on a connection of its own, which somebody else is lent in the middle. */
export interface LentTransaction {
  /** Takes the write lock, or throws the driver's error while another connection has it. */
  begin(): void;
  /** From here on somebody else uses the handle. */
  lend(): void;
  /** Nobody else uses it any more; answers whether this is the transaction that was begun, and it goes on. */
  takeBack(): boolean;
  commit(): void;
  /** Undoes what has not committed, and closes the connection. Does not fail. */
  end(): void;
}

/** Frames a transaction that may go on over many turns of the event loop. */
export function lentTransaction(driver: Driver): LentTransaction {
  return {
    begin: () => driver.exec('BEGIN IMMEDIATE'),
    lend: () => driver.exec('SAVEPOINT countersign_lent'),
    takeBack() {
      try {
        driver.regain();
        // It went with the transaction that it was made in, and is not in one that was begun since.
        driver.exec('RELEASE countersign_lent');
        return true;
      } catch {
        return false;
      }
    },
    commit: () => driver.exec('COMMIT'),
    end() {
      try {
        driver.close();
      } catch {
        // It was closed already, or better-sqlite3 keeps it open for somebody's query: then at least the lock is let go
        // and nothing more can be written. It closes when the query is over or forgotten.
        for (const sql of ['ROLLBACK', 'PRAGMA query_only = 1']) attempt(() => driver.exec(sql));
      }
    },
  };
}

/** A transaction that only reads, on a connection that nobody else begins one on. */
export interface ReadTransaction {
  begin(): void;
  /** Lets go of what it reads. Does not fail: where it cannot, every later operation on the connection refuses. */
  end(): void;
}

/** Prepares the frame. It takes no lock before something is read in it. */
export function readTransaction(driver: Driver): ReadTransaction {
  const begin = driver.prepare('BEGIN');
  const commit = driver.prepare('COMMIT');
  return {
    begin: () => void begin.run(),
    end: () => attempt(() => commit.run()),
  };
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // It was only tried.
  }
}

/** Whether a handle that cannot say so is inside a transaction: asked to begin one, SQLite refuses. Takes no lock. */
export function refusesBegin(exec: (sql: string) => void): boolean {
  try {
    exec('BEGIN');
  } catch (error) {
    if (isNested(error)) return true;
    throw error;
  }
  exec('ROLLBACK');
  return false;
}
