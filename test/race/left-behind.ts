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
  /** Says how the first claim ended whose end nobody knows. */
  | { readonly resolve: 'completed' | 'retryable' }
  /** Puts another catalogue version in force, without the first so many capabilities. */
  | { readonly deploy: number }
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
  return mkdtempSync(join(tmpdir(), 'countersign-till-'));
}

/** Lets a process live until pause point number `at`; answers the points that it passed, and what ended it. */
export function lived(dist: string, folder: string, life: Life, at: number) {
  const script = fileURLToPath(new URL('killed-child.mjs', import.meta.url));
  const given = JSON.stringify({ ...life, at, time });
  const { stdout, stderr, signal } = spawnSync(process.execPath, [script, dist, folder, given], {
    encoding: 'utf8',
  });
  return { points: stdout.split('\n').slice(0, -1), signal, stderr };
}

/** What really happened, oldest first. */
export function effectsIn(folder: string) {
  const file = join(folder, 'effects');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => {
    const [what = '', invoice = '', execution = ''] = line.split(' ');
    return { capability: `till.${what}`, invoice, execution };
  });
}

/** Opens the till again, a second after the process that lived there. */
export async function reopened(folder: string) {
  const clock = fakeClock(time + 1_000);
  const boundary = await api.createBoundary({
    capabilities: tillCapabilities(api, (...effect) => {
      appendFileSync(join(folder, 'effects'), `${effect.join(' ')}\n`);
    }),
    store: sqlite(join(folder, 'till.db')),
    key: tillKey,
    directory: tillDirectory,
    clock,
  });
  const session = boundary.session(tillContext);
  const { claims } = boundary.operator({ tenant: 'acme', id: 'olga' });
  const send = (call: string, callId: string) => session.call(call, { invoice: 'i-1' }, { callId });
  return { boundary, clock, claims, send };
}

const ends: Readonly<Record<string, readonly string[]>> = {
  claimed: [],
  completed: ['call.executed', 'claim.resolved completed'],
  failed: ['call.failed'],
  indeterminate: ['call.indeterminate'],
  retryable: ['claim.resolved retryable'],
};

/** Every sentence in which what happened, the rows and the evidence contradict one another. */
export async function contradictions(folder: string, boundary: api.Boundary): Promise<readonly string[]> {
  const records: { said: string; execution: unknown; authentic: boolean }[] = [];
  for await (const { type, body, authentic } of boundary.evidence('acme')) {
    const said = type === 'claim.resolved' ? `${type} ${String(body['to'])}` : type;
    records.push({ said, execution: body['execution'], authentic });
  }
  const database = new Database(join(folder, 'till.db'), { readonly: true });
  const rows = database.prepare('SELECT capability, execution, state FROM countersign_call').all() as {
    readonly capability: string;
    readonly execution: string;
    readonly state: string;
  }[];
  database.close();
  const isWrite = ({ capability }: { readonly capability: string }) => capability !== 'till.look';
  const saidOf = ({ execution }: { readonly execution: string }) =>
    records.filter((record) => record.execution === execution).map(({ said }) => said);
  const admitted = (one: { readonly execution: string }) => saidOf(one).includes('call.admitted');
  return [
    ...records.filter(({ authentic }) => !authentic).map(({ said }) => `a record of ${said} was edited`),
    ...effectsIn(folder)
      .filter((effect) => isWrite(effect) && !admitted(effect))
      .map(({ execution }) => `${execution} happened and was not admitted`),
    ...rows
      .filter((row) => isWrite(row) && !admitted(row))
      .map(({ execution }) => `${execution} has no admission`),
    ...rows
      .filter((row) => {
        const last = saidOf(row).at(-1) ?? '';
        return row.state === 'claimed' ? last !== 'call.admitted' : !ends[row.state]!.includes(last);
      })
      .map((row) => `${row.execution} is ${row.state}, and its evidence says ${saidOf(row).join(', ')}`),
    ...records
      .filter(
        ({ said, execution }) => said === 'call.admitted' && !rows.some((row) => row.execution === execution),
      )
      .map(({ execution }) => `${String(execution)} was admitted and has no row`),
  ];
}
