import { BoundaryError } from '../../errors.ts';
import type { Admission, FinishedCall, Settlement, Settled } from '../store.ts';
import type { CallRow, Charge, ConversationRow, EvidenceRow, MeterRow } from '../rows.ts';
import { callColumns, callKey, keyValues, ownValues } from '../table/call-columns.ts';
import { Columns } from '../table/columns.ts';
import { conversationColumns, conversationValues } from '../table/conversation-columns.ts';
import { recordColumns, recordValues } from './append-evidence.ts';
import { callChange } from './call.ts';
import type { Charges } from './charge.ts';
import type { On, Parameter, Sql, Statement } from './statement.ts';
import type { Tables } from './tables.ts';

/**
 * The shapes of operations that most calls have, each written by one statement in which every write hangs on the one
 * before it: all of them happen or none.
 */
export interface Straight {
  /**
   * Whether it was admitted. False: nothing was written, and why is for the whole operation to find out. What it takes
   * from limits is counted before and after, so that with charges it needs a transaction.
   */
  admit(on: On, admission: Admission): Promise<boolean>;
  /** Whether it was finished. False: as at `admit`. */
  finish(on: On, finished: FinishedCall): Promise<boolean>;
  settle(on: On, settlement: Settlement): Promise<Settled>;
}

/** A call that nobody has seen before, that relied on nothing, chains nothing and uses no approval. */
export function isStraightAdmission({ seen, relied, history, approval }: Admission): boolean {
  const reads = relied.sources !== null || relied.steps !== null || relied.run !== null;
  return seen === null && !reads && history === null && approval === null;
}

/** A call that nobody has seen before, and that chains nothing and turns no run. */
export function isStraightEnd({ seen, history, run }: FinishedCall): boolean {
  return seen === null && history === null && run === null;
}

/** An end of a call that gives nothing back, and that chains nothing and turns no run. */
export function isStraightSettlement({ giveBack, approval, history, run }: Settlement): boolean {
  return giveBack.length === 0 && approval === null && history === null && run === null;
}

/** Makes the statements. */
export function straight(sql: Sql, { calls, charges, meters }: Tables): Straight {
  const added = (from: string) =>
    `call AS (
       INSERT INTO countersign_call (${callColumns})
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? ${from}
       ON CONFLICT DO NOTHING RETURNING 1
     )`;
  const conversation = `conversation AS (
       INSERT INTO countersign_conversation (${conversationColumns})
       SELECT ?, ?, ?, ?, ?, ?, ?, ? FROM call
       ON CONFLICT (tenant, owner, id) DO NOTHING
     )`;
  const recorded = `evidence AS (
       INSERT INTO countersign_evidence (${recordColumns}) SELECT ?, ?, ?, ?, ?, ?, ? FROM call
     )
     SELECT count(*) FROM call`;
  const inForce = `catalogue AS (
       SELECT 1 FROM countersign_catalogue WHERE version = ? AND mac = ? AND state = 'in_force'
     )`;
  const [admit, admitFirst] = both(
    (rest) => sql(`WITH ${[inForce, added('FROM catalogue'), ...rest, recorded].join(', ')}`),
    conversation,
  );
  const [finish, finishFirst] = both(
    (rest) => sql(`WITH ${[added(''), ...rest, recorded].join(', ')}`),
    conversation,
  );
  const settle = sql(
    `WITH call AS (
       UPDATE countersign_call SET ${callChange} WHERE ${callKey} AND revision = ? AND mac = ? RETURNING 1
     ), ${recorded}`,
  );
  return {
    async admit(on, { catalogue, conversation: first, call, charges: taken, evidence }) {
      const rows = await fitting(charges, on, call.tenant, taken);
      const values = [catalogue.version, catalogue.mac, ...written(call, first, evidence)];
      if (rows === null || !(await wrote(on, first === null ? admit : admitFirst, values))) return false;
      await meters.put(on, rows);
      return true;
    },
    async finish(on, { conversation: first, call, evidence }) {
      return wrote(on, first === null ? finish : finishFirst, written(call, first, evidence));
    },
    async settle(on, { seen, call, evidence }) {
      const values = [
        ...ownValues(call),
        ...keyValues(call),
        seen.revision,
        seen.mac,
        ...recordValues(evidence),
      ];
      if (await wrote(on, settle, values)) return { kind: 'settled' };
      return { kind: 'moved', call: await calls.find(on, call) };
    },
  };
}

/** The counters with what is taken, or null where they do not fit, for whatever reason. */
async function fitting(
  charges: Charges,
  on: On,
  tenant: string,
  taken: readonly Charge[],
): Promise<readonly MeterRow[] | null> {
  try {
    const weighed = await charges.weigh(on, tenant, taken);
    return weighed.kind === 'fits' ? weighed.rows : null;
  } catch (error) {
    // Charges, or counters, that are none: what comes before them is answered first.
    if (error instanceof BoundaryError) return null;
    throw error;
  }
}

/** A statement without the conversation, and one with it. */
function both(
  make: (rest: readonly string[]) => Statement,
  conversation: string,
): [without: Statement, withIt: Statement] {
  return [make([]), make([conversation])];
}

function written(
  call: CallRow,
  conversation: ConversationRow | null,
  evidence: EvidenceRow,
): readonly Parameter[] {
  const first = conversation === null ? [] : conversationValues(conversation);
  return [...keyValues(call), ...ownValues(call), ...first, ...recordValues(evidence)];
}

async function wrote(on: On, statement: Statement, values: readonly Parameter[]): Promise<boolean> {
  const [row = []] = await on.all(statement, ...values);
  return new Columns(row).whole() === 1;
}
