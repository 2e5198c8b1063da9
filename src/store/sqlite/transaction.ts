import type { Driver } from './driver.ts';

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

  /** SQLite has rolled back by itself after some errors (a full disk, say); then ROLLBACK finds nothing to undo. */
  const undoWhole = (): void => {
    if (driver.inTransaction === false) return;
    try {
      rollback.run();
    } catch (error) {
      if (driver.inTransaction === true) throw error;
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
