import type { Driver } from './driver.ts';
import { readTransaction } from './transaction.ts';

/** How reads are framed on a connection. */
export interface Reads {
  read<T>(work: () => T): T;
  /** Ends what is open: before anything is written, and before the connection is closed. */
  end(): void;
}

/** Each read for itself: on a handle of the application, which is to find no transaction that it did not begin. */
export const readsAlone: Reads = { read: (work) => work(), end() {} };

/** So many reads see one state of the database at most, so that one long turn does not go on with an old one. */
const mostTogether = 64;

/**
 * The reads of one turn of the event loop share a transaction and so see one state of the database: a statement
 * outside of one locks and unlocks the file for itself, which costs more than what most of them read.
 */
export function readsTogether(driver: Driver): Reads {
  const transaction = readTransaction(driver);
  let left = 0;
  let ends = false;
  const end = (): void => {
    if (left === 0) return;
    left = 0;
    transaction.end();
  };
  const begin = (): void => {
    transaction.begin();
    left = mostTogether;
    if (ends) return;
    ends = true;
    setImmediate(() => {
      ends = false;
      end();
    });
  };
  return {
    read(work) {
      if (left === 0) begin();
      try {
        const result = work();
        if (left === 1) end();
        else left -= 1;
        return result;
      } catch (error) {
        end();
        throw error;
      }
    },
    end,
  };
}
