import { BoundaryError } from '../../errors.ts';
import { mostSeconds, mostTries, pause } from './backoff.ts';
import type { Doubt } from './doubt.ts';
import type { PgClient, PgPool } from './driver.ts';
import { cameSecond, isConflict, isLost, outerTransaction, storeFault } from './fault.ts';
import { type On, onClient } from './statement.ts';

/** How far a try came: whether what it sent may have been committed although nobody heard of it. */
export interface Try {
  mayHaveCommitted: boolean;
}

/** Frames work on the connections of a pool. */
export class Transactions {
  readonly #pool: PgPool;
  /** Whether the connections are ours alone, and each was set to READ COMMITTED when it was made. */
  readonly #owned: boolean;

  constructor(pool: PgPool, owned: boolean) {
    this.#pool = pool;
    this.#owned = owned;
  }

  /**
   * Runs `work` in a READ COMMITTED transaction and commits, or undoes it and throws `store_*`. It is made again where
   * others were in the way, or the connection was lost before it was to be committed: so it changes nothing else. With
   * a `doubt` it is made again also where it may have been committed.
   */
  whole<T>(operation: string, work: (on: On, client: PgClient) => Promise<T>, doubt?: Doubt): Promise<T> {
    const framed = (one: Try) =>
      this.#connected(operation, async (client) => {
        await begin(client);
        let result: T;
        try {
          result = await work(onClient(client), client);
        } catch (error) {
          await undo(client);
          throw error;
        }
        one.mayHaveCommitted = true;
        await commit(client);
        return result;
      });
    return this.tried(operation, framed, doubt);
  }

  /**
   * Runs one statement that writes, for itself. A transaction goes around it where nobody knows how the application's
   * connections are set. It is made again as a whole one is, but not once it was sent and the connection was lost.
   */
  single<T>(operation: string, work: (on: On) => Promise<T>, doubt?: Doubt): Promise<T> {
    if (!this.#owned) return this.whole(operation, work, doubt);
    const sent = (one: Try) =>
      this.#connected(operation, (client) => {
        one.mayHaveCommitted = true;
        return work(onClient(client));
      });
    return this.tried(operation, sent, doubt);
  }

  /** Runs what only reads, each statement for itself. */
  reading<T>(operation: string, work: (on: On) => Promise<T>): Promise<T> {
    return this.tried(operation, () => this.#connected(operation, (client) => work(onClient(client))));
  }

  /** Runs `work`, and again where others were in the way, or the connection was lost and nothing can have happened. */
  async tried<T>(operation: string, work: (one: Try) => Promise<T>, doubt?: Doubt): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const one: Try = { mayHaveCommitted: false };
      try {
        return await work(one);
      } catch (error) {
        const inDoubt = isLost(error) && one.mayHaveCommitted;
        if (inDoubt && doubt !== undefined) doubt.is = true;
        const again =
          isConflict(error) ||
          (cameSecond(error) && attempt < mostSeconds) ||
          (isLost(error) && (!inDoubt || doubt !== undefined));
        if (!again || attempt === mostTries) throw storeFault(operation, error);
      }
      await pause(attempt);
    }
  }

  async #connected<T>(operation: string, work: (client: PgClient) => Promise<T>): Promise<T> {
    const client = await connected(this.#pool, operation);
    let broken = false;
    try {
      return await work(client);
    } catch (error) {
      broken = isLost(error) || client.getTransactionStatus() !== 'I';
      throw error;
    } finally {
      giveBack(client, broken);
    }
  }
}

/** A connection of the pool, outside of any transaction. */
export async function connected(pool: PgPool, operation: string): Promise<PgClient> {
  const client = await pool.connect();
  // That a connection is lost is said by what is asked on it.
  client.on('error', unheard);
  if (client.getTransactionStatus() === 'I') return client;
  giveBack(client, false);
  throw outerTransaction(operation);
}

/** Gives a connection back; a broken one is closed. */
export function giveBack(client: PgClient, broken: boolean): void {
  if (!broken) client.off('error', unheard);
  client.release(broken);
}

/** Begins a transaction that goes on beyond one operation. */
export async function begin(client: PgClient): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
}

/** Commits, or throws: PostgreSQL answers the end of a transaction that failed without an error. */
export async function commit(client: PgClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  if (command === 'COMMIT') return;
  throw new BoundaryError('store_failed', 'the transaction had failed, so that nothing of it was committed');
}

/** Undoes what is open. Does not fail: where it cannot, the connection is lost, and what is open goes with it. */
export async function undo(client: PgClient): Promise<void> {
  try {
    await client.query('ROLLBACK');
  } catch {
    // The first error is the one to report.
  }
}

function unheard(): void {}
