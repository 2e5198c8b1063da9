import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import * as api from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { fakeClock } from '../../src/testing/index.ts';
import { tillCapabilities, tillContext, tillDirectory, tillKey } from './till.mjs';

/** What a process does at the till; calls are about the one invoice there is. */
export type Step =
  | { readonly call: string; readonly callId: string }
  | { readonly check: string }
  | { readonly preflight: string; readonly callId: string }
  /** Content that is not trusted enters the history. */
  | { readonly saw: string }
  /** Somebody answers what was asked last, or looks at what waits. */
  | {
      readonly answer: 'approve' | 'reject' | 'revoke' | 'renew' | 'lift' | 'show' | 'list';
      readonly by: string;
    }
  /** Takes back everything that waits, for a reason. */
  | { readonly withdraw: string }
  /** Asks about an effect of one's own, or answers, takes back or verifies it. */
  | { readonly gateway: 'request' | 'approve' | 'reject' | 'revoke' | 'verify'; readonly by: string }
  /** Begins a run, atomic or not; calls something as a step of it; ends it; acts on it as an operator. */
  | { readonly run: boolean }
  | { readonly step: string; readonly callId: string }
  | { readonly end: 'finish' | 'undo' }
  | { readonly runs: 'list' | 'show' | 'undo' }
  | { readonly heard: string }
  /** Milliseconds. */
  | { readonly wait: number }
  /** Says how the first claim ended whose end nobody knows. */
  | { readonly resolve: 'completed' | 'retryable' }
  /** Lists at most so many counters of limits. */
  | { readonly meters: number }
  /** Prunes the counters of limits, for a reason. */
  | { readonly prune: string }
  /** Puts another catalogue version in force, without the first so many capabilities. */
  | { readonly deploy: number }
  | { readonly resetClock: string }
  | { readonly supersede: string }
  | { readonly read: string }
  | { readonly close: true };

/** What a process does before it is watched (null: it is watched from the start), and what while it is. */
export interface Life {
  readonly before: readonly Step[] | null;
  readonly watched: readonly Step[];
}

/** When the processes live. */
const time = Date.UTC(2030, 0, 1);

/** A folder for a new till and its effects. */
export function newTill(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-till-'));
  inDatabase(folder, (database) => database.exec('CREATE TABLE bookings (what, invoice, execution)'));
  return folder;
}

/** Does something to the till’s database over a connection of its own. */
export function inDatabase<T>(folder: string, work: (database: Database.Database) => T): T {
  const database = new Database(join(folder, 'till.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Lets a process live until pause point number `at`; answers the points that it passed, and what ended it. */
export function killed(dist: string, folder: string, life: Life, at: number) {
  const { stdout, signal } = lived(dist, [{ ...life, folder, at }]);
  return { points: pointsIn(stdout), signal };
}

/** Lets one process live several lives to their ends; answers the points that each passed. */
export function livedOn(dist: string, lives: readonly Life[]): readonly (readonly string[])[] {
  const { stdout, status } = lived(
    dist,
    lives.map((life) => ({ ...life, folder: newTill(), at: null })),
  );
  if (status !== 0) throw new Error('a process that nobody killed ended before its time');
  return stdout.split('lived\n').slice(0, -1).map(pointsIn);
}

interface Lived extends Life {
  readonly folder: string;
  readonly at: number | null;
}

function lived(dist: string, lives: readonly Lived[]) {
  const script = fileURLToPath(new URL('killed-child.mjs', import.meta.url));
  const given = JSON.stringify(
    lives.map(({ before, watched, folder, at }) => ({ before, watched, folder, at, time })),
  );
  return spawnSync(process.execPath, [script, dist, given], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function pointsIn(printed: string): readonly string[] {
  return printed.split('\n').slice(0, -1);
}

/** What really happened: lines in a file, and what was booked in the database. */
export function effectsIn(folder: string) {
  const file = join(folder, 'effects');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const bookings = inDatabase(folder, (database) => database.prepare('SELECT * FROM bookings').raw().all());
  return [...lines.map((line) => line.split(' ')), ...(bookings as string[][])].map(
    ([what = '', invoice = '', execution = '']) => ({ capability: `till.${what}`, invoice, execution }),
  );
}

/** Opens the till again, a second after the process that lived there, which has `waited` so many milliseconds. */
export async function reopened(folder: string, waited = 0) {
  const clock = fakeClock(time + waited + 1_000);
  const file = join(folder, 'till.db');
  // What a killed process wrote the operating system has: only a power failure could take it back.
  const store = sqlite(file, { synchronous: 'NORMAL' });
  const boundary = await api.createBoundary({
    capabilities: tillCapabilities(api, (...effect) => {
      appendFileSync(join(folder, 'effects'), `${effect.join(' ')}\n`);
    }),
    store,
    key: tillKey,
    directory: tillDirectory,
    clock,
  });
  const session = boundary.session(tillContext);
  const { claims, runs } = boundary.operator({ tenant: 'acme', id: 'olga' });
  const send = (call: string, callId: string) => session.call(call, { invoice: 'i-1' }, { callId });
  return { boundary, session, clock, claims, runs, send, store, file };
}
