import Database from 'better-sqlite3';
import { approvalVerifies, votesOf } from '../src/approval/index.ts';
import { approvalPrint } from '../src/evidence/index.ts';
import type { Boundary, Store } from '../src/index.ts';
import { deriveKeys, keyRing, type SubjectKey } from '../src/json/index.ts';
import type { ApprovalRow } from '../src/store/rows.ts';
import { type Said, toldBy } from './approval-story.ts';

/** Where approvals are kept, and what really happened. */
export interface Kept {
  readonly file: string;
  readonly store: Store;
  readonly key: string;
  readonly boundary: Pick<Boundary, 'evidence'>;
  /** The execution ids of all effects that people have to agree to. */
  readonly effects: readonly string[];
}

/**
 * Every sentence in which rows of approvals, of calls, evidence and effects contradict one another; none where they
 * agree. Nothing is believed that a boundary answered.
 */
export async function approvalContradictions(kept: Kept): Promise<readonly string[]> {
  const { store, key: secret, effects } = kept;
  const keys = deriveKeys(secret);
  const tenant = await keyRing(keys, store, () => 'none').of('acme', '');
  const inside = inDatabase(kept.file);
  const rows = await rowsOf(store, inside.ids);
  const stories = await storiesIn(kept);

  const found = rows.flatMap((row) => {
    const print = approvalPrint(tenant, row.id);
    const records = stories.get(print) ?? [];
    stories.delete(print);
    const authentic = approvalVerifies(keys, row) ? [] : ['its row was edited'];
    return [...authentic, ...untold(row, tenant, records)].map((what) => `${row.id}: ${what}`);
  });
  const rowless = [...stories].map(([print, records]) => `${print} has no row: ${types(records)}`);
  return [...found, ...rowless, ...wrongUses(rows, inside, effects)];
}

/** In what the row of an approval is not what its records say. */
function untold(row: ApprovalRow, tenant: SubjectKey, records: readonly Said[]): readonly string[] {
  const told = toldBy(records);
  if (typeof told === 'string') return [told];
  const persons = new Set(votesOf(tenant, row).map(({ person }) => person));
  const said = [told.status, told.revision, told.expires, told.refusedUntil, told.persons.length].join();
  const is = [row.status, row.revision, row.expires, row.refusedUntil, persons.size].join();
  return [
    ...(said === is ? [] : [`it is ${is}, and its records say ${said}`]),
    // What people are shown is there as long as somebody can answer or use it, and no longer.
    ...((row.sealed !== null) === isOpen(row.status) ? [] : [`it is ${row.status}, and wrongly sealed`]),
  ];
}

/** Where answers, the calls that used them, what happened, and the limit on asking do not fit together. */
function wrongUses(
  rows: readonly ApprovalRow[],
  { calls, asks }: InDatabase,
  effects: readonly string[],
): readonly string[] {
  const found: string[] = [];
  const uses = (execution: string) =>
    rows.filter((row) => row.execution === execution && row.status === 'consumed').length;
  for (const { execution, state } of calls.filter((call) => call.state !== 'asked')) {
    const asked = rows.some((row) => row.execution === execution);
    if (asked && uses(execution) !== (state === 'failed' ? 0 : 1))
      found.push(`${execution} is ${state}, and used ${uses(execution)} answers`);
  }
  // A gateway brings no call.
  for (const { id, execution, status, token } of rows) {
    const needed = token === null && (status === 'consumed' || isOpen(status));
    if (needed && !calls.some((call) => call.execution === execution)) found.push(`${id} is of no call`);
  }
  for (const execution of effects) if (uses(execution) !== 1) found.push(`${execution} happened unasked`);
  if (new Set(effects).size !== effects.length) found.push('something happened twice');
  const lately = rows.filter(({ asked }) => asked > (rows.at(-1)?.asked ?? 0) - hour).length;
  if (asks !== lately) found.push(`${asks} asks were counted, and ${lately} were made`);
  return found;
}

function isOpen(status: ApprovalRow['status']): boolean {
  return status === 'pending' || status === 'approved';
}

function types(records: readonly Said[]): string {
  return records.map(({ type }) => type).join();
}

interface Call {
  readonly execution: string;
  readonly state: string;
}

/** For so long asking counts, milliseconds. */
const hour = 3_600_000;

interface InDatabase {
  /** Of approvals, in the order in which they were asked for. */
  readonly ids: readonly string[];
  readonly calls: readonly Call[];
  /** How many asks were counted in the last hour; one principal asks. */
  readonly asks: number;
}

function inDatabase(file: string): InDatabase {
  const database = new Database(file, { readonly: true });
  try {
    const ids = database.prepare<[], string>('SELECT id FROM countersign_approval ORDER BY asked, id');
    const calls = database.prepare<[], Call>('SELECT execution, state FROM countersign_call');
    const asks = database.prepare<[], number>(
      `SELECT coalesce(sum(units), 0) FROM countersign_meter WHERE "limit" = 'approvals.asks'`,
    );
    return { ids: ids.pluck().all(), calls: calls.all(), asks: asks.pluck().get() ?? 0 };
  } finally {
    database.close();
  }
}

async function rowsOf(store: Store, ids: readonly string[]): Promise<readonly ApprovalRow[]> {
  const rows: ApprovalRow[] = [];
  for (const id of ids) {
    const row = await store.approval('acme', id);
    if (row !== null) rows.push(row);
  }
  return rows;
}

/** The records of each approval, in order, by how evidence names it; without what was refused, which changed nothing. */
async function storiesIn({ boundary }: Kept): Promise<Map<string, Said[]>> {
  const stories = new Map<string, Said[]>();
  for await (const { type, at, body, authentic } of boundary.evidence('acme')) {
    if (!authentic) throw new Error(`a record of ${type} was edited`);
    const approval = body['approval'];
    if (typeof approval !== 'string' || ['approval.denied', 'approver.refused'].includes(type)) continue;
    stories.set(approval, [...(stories.get(approval) ?? []), { type, at, body }]);
  }
  return stories;
}
