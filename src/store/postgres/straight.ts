import type { Admission, FinishedCall, Settlement, Settled } from '../store.ts';
import type { CallRow, ConversationRow, EvidenceRow } from '../rows.ts';
import { callColumns, callKey, keyValues, ownValues } from '../table/call-columns.ts';
import { Columns } from '../table/columns.ts';
import { conversationColumns, conversationValues } from '../table/conversation-columns.ts';
import { recordColumns, recordValues } from './append-evidence.ts';
import { callChange, type Calls } from './call.ts';
import type { On, Parameter, Sql, Statement } from './statement.ts';

/**
 * The shapes of operations that most calls have, each as one statement in which every write hangs on the one before it:
 * all of them happen or none.
 */
export interface Straight {
  /** Whether it was admitted. False: nothing was written, and why is for the whole operation to find out. */
  admit(on: On, admission: Admission): Promise<boolean>;
  /** Whether it was finished. False: as at `admit`. */
  finish(on: On, finished: FinishedCall): Promise<boolean>;
  settle(on: On, settlement: Settlement): Promise<Settled>;
}

/** A call that nobody has seen before, that relied on nothing, and takes and chains nothing. */
export function isStraightAdmission({ seen, relied, history, charges, approval }: Admission): boolean {
  const reads = relied.sources !== null || relied.steps !== null || relied.run !== null;
  return seen === null && !reads && history === null && charges.length === 0 && approval === null;
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
export function straight(sql: Sql, calls: Calls): Straight {
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
    async admit(on, { catalogue, conversation: first, call, evidence }) {
      const values = written(call, first, evidence);
      return wrote(on, first === null ? admit : admitFirst, [catalogue.version, catalogue.mac, ...values]);
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
