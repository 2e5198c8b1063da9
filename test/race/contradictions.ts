import type { Boundary } from '../../src/index.ts';
import { effectsIn, inDatabase } from './left-behind.ts';

/** What the last record of a call says, by the state of its row. */
const ends: Readonly<Record<string, readonly string[]>> = {
  claimed: ['call.admitted'],
  completed: ['call.executed', 'claim.resolved completed'],
  failed: ['call.failed'],
  indeterminate: ['call.indeterminate'],
  retryable: ['claim.resolved retryable'],
};

interface Row {
  readonly capability: string;
  readonly execution: string;
  readonly state: string;
}

interface Meter {
  readonly limit: string;
  readonly units: number;
}

interface Said {
  readonly what: string;
  readonly execution: unknown;
  readonly authentic: boolean;
}

/** Every sentence in which a till's effects, rows, counters and evidence contradict one another; none where they agree. */
export async function contradictions(folder: string, boundary: Boundary): Promise<readonly string[]> {
  const said = await saidIn(boundary);
  const { rows, meters } = inDatabase(folder, (database) => ({
    rows: database
      .prepare(`SELECT capability, execution, state FROM countersign_call WHERE state <> 'asked'`)
      .all() as Row[],
    meters: database.prepare('SELECT "limit", units FROM countersign_meter').all() as Meter[],
  }));
  // What people were asked and answered has records of its own, under the same execution id.
  const ofCalls = said.filter(({ what }) => !what.startsWith('approval.'));
  const of = (execution: string) =>
    ofCalls.filter((one) => one.execution === execution).map(({ what }) => what);
  const admissions = (execution: string) => of(execution).filter((what) => what === 'call.admitted').length;

  const found = said.flatMap(({ what, authentic }) => (authentic ? [] : [`a record of ${what} was edited`]));
  for (const { capability, execution } of effectsIn(folder)) {
    if (!isRead(capability) && admissions(execution) === 0)
      found.push(`${execution} happened and was not admitted`);
  }
  for (const { capability, execution, state } of rows) {
    // What was undone with its effect has no admission any more: there is only the record that it failed.
    const undone = ['till.book', 'till.pledge'].includes(capability) && state === 'failed';
    if (!isRead(capability) && !undone && admissions(execution) === 0)
      found.push(`${execution} has no record of admission`);
    if (!ends[state]!.includes(of(execution).at(-1) ?? 'nothing'))
      found.push(`${execution} is ${state}, and its records are ${of(execution).join(', ')}`);
  }
  for (const { what, execution } of said) {
    if (what === 'call.admitted' && !rows.some((row) => row.execution === execution))
      found.push(`${String(execution)} was admitted and has no row`);
  }
  for (const { limit, units } of meters) {
    const taken = rows.filter(({ capability }) => capability.replace('till.', 'ration.') === limit);
    // A bucket counts in parts and refills.
    const expected = taken.reduce((sum, { execution }) => sum + admissions(execution), 0);
    if (limit.startsWith('ration.') && limit !== 'ration.bucket' && units !== expected)
      found.push(`${limit} counted ${units}, and ${expected} were admitted`);
  }
  return found;
}

function isRead(capability: string): boolean {
  return ['till.look', 'till.ask'].includes(capability);
}

async function saidIn(boundary: Boundary): Promise<readonly Said[]> {
  const said: Said[] = [];
  for await (const { type, body, authentic } of boundary.evidence('acme')) {
    const { to } = body;
    const what = typeof to === 'string' ? `${type} ${to}` : type;
    said.push({ what, execution: body['execution'], authentic });
  }
  return said;
}
