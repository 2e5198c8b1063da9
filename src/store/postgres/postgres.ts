import { BoundaryError } from '../../errors.ts';
import type { Store } from '../store.ts';
import type { PgPool } from './driver.ts';
import { openPool } from './find-driver.ts';
import { PostgresStore } from './postgres-store.ts';

/** How to reach a PostgreSQL database: by `url`, or through a pool of the application's. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. The store opens a pool of its own. */
  readonly url?: string;
  /** A `Pool` of pg 8.23 or later, which stays open after `close`. */
  readonly pool?: PgPool;
  /** The schema that the tables are in; made where there is none. Default: `public`. */
  readonly schema?: string;
  /** How many connections the store's own pool opens at most: 2 or more. Default: 10. */
  readonly connections?: number;
}

/** The longest name that PostgreSQL keeps whole, in bytes. */
const longestName = 63;

/**
 * A store in one schema of a PostgreSQL database (13 or later, UTF8), for any number of processes on any number of
 * hosts. Its time is the database's clock, unless the boundary was given a clock of its own. A connection of the
 * application's pool that is inside a transaction is refused (`outer_transaction`).
 */
export function postgres(options: PostgresOptions): Store {
  if (typeof options !== 'object' || options === null) throw invalid('the options are an object');
  const { url, pool, schema = 'public', connections = 10, ...others } = options;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) throw invalid(`there is no option ${JSON.stringify(stranger)}`);
  if (typeof schema !== 'string' || !isName(schema)) throw invalid('schema is a name of at most 63 bytes');
  if (!Number.isSafeInteger(connections) || connections < 2)
    throw invalid('connections is a whole number, 2 or more');
  if ((url === undefined) === (pool === undefined)) throw invalid('give either a url or a pool');
  const lent = Math.max(1, Math.floor(connections / 2));
  if (pool !== undefined) {
    if (!isPool(pool)) throw invalid('pool is a Pool of pg');
    if (options.connections !== undefined)
      throw invalid('connections is for a url: a pool has its own bound');
    return new PostgresStore({ shown: `the open pool, ${schema}`, schema, lent, pool });
  }
  const name = databaseOf(url);
  if (typeof url !== 'string' || name === null)
    throw invalid('url is postgres://user:password@host:port/database');
  return new PostgresStore({
    shown: `${name}, ${schema}`,
    schema,
    lent,
    pool: () => openPool(url, connections),
  });
}

function isName(schema: string): boolean {
  const bytes = Buffer.byteLength(schema);
  return bytes > 0 && bytes <= longestName && !schema.includes('\u0000') && schema.isWellFormed();
}

function isPool(pool: unknown): boolean {
  return typeof pool === 'object' && pool !== null && typeof Reflect.get(pool, 'connect') === 'function';
}

/** Host and database of a URL, without what is secret in it; null: it is none of PostgreSQL. */
function databaseOf(url: unknown): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  return /^postgres(ql)?:$/.test(protocol) ? `${host}${pathname}` : null;
}

function invalid(rule: string): BoundaryError {
  return new BoundaryError('options_invalid', `postgres(): ${rule}`);
}
