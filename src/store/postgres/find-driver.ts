import { BoundaryError } from '../../errors.ts';
import type { OwnPool, PgClient } from './driver.ts';

/** How long connecting may take, milliseconds. */
const connectTimeout = 10_000;

/**
 * What every connection of a pool of ours begins with. Waiting for others ends as `store_busy`; a transaction that
 * nobody goes on with is undone by the server. Answers are durable even where the server's default is otherwise.
 */
const beginning = `SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
SET statement_timeout = '15s';
SET idle_in_transaction_session_timeout = '60s';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`;

interface Pg {
  readonly default: {
    readonly Pool: new (config: Readonly<Record<string, unknown>>) => OwnPool;
  };
}

/** Opens a pool of at most `max` connections. Throws `store_driver_missing` where pg cannot be loaded. */
export async function openPool(url: string, max: number): Promise<OwnPool> {
  const { Pool } = await pg();
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'countersign',
    // Connections that nobody uses keep no process alive.
    allowExitOnIdle: true,
    onConnect(client: PgClient) {
      // That it is lost is said by what is asked on it; while it is being closed nobody has to hear of it.
      client.on('error', () => {});
      return client.query(beginning);
    },
  });
  // A connection that is lost while nobody uses it is replaced by the pool: nobody has to hear of it.
  pool.on('error', () => {});
  return pool;
}

async function pg(): Promise<Pg['default']> {
  try {
    const loaded: unknown = await import('pg');
    return (loaded as Pg).default;
  } catch (cause) {
    throw new BoundaryError(
      'store_driver_missing',
      'postgres() needs the package pg (npm install pg): it could not be loaded',
      { cause },
    );
  }
}
