import type { CallKey, ConversationRow, EntryKind, EntryRow, RunRow } from '../../store/rows.ts';
import type { Chaining, ConversationKey, RunChange, RunTurn, Store } from '../../store/store.ts';
import { callRow, catalogueRow, conversationRow, evidenceRow } from './store-rows.ts';

/** The conversation of the sample calls. */
export const talk: ConversationKey = { tenant: 'acme', owner: 'ada', conversation: 'talk' };

/** Entries after whatever the head is by then, as the boundary would chain them; MACs are opaque to a store. */
export function chainOf(
  kinds: readonly EntryKind[],
  of: ConversationKey = talk,
  heads: (ConversationRow | null)[] = [],
): Chaining {
  return (head) => {
    heads.push(head);
    const { tenant, owner, conversation } = of;
    let { revision, steps, sources, last } = head ?? conversationRow({ ...of, id: '' });
    const entries: EntryRow[] = [];
    for (const kind of kinds) {
      revision += 1;
      const mac = `${last ?? ''}/${kind}-${revision}`;
      entries.push({
        tenant,
        owner,
        conversation,
        n: revision,
        kind,
        at: 1_000,
        body: `{"n":${revision}}`,
        mac,
      });
      if (kind === 'step') steps += 1;
      if (kind === 'saw') sources += 1;
      last = mac;
    }
    return {
      conversation: { tenant, owner, id: conversation, steps, sources, revision, last, head: `head:${last}` },
      entries,
    };
  };
}

/** The entries of a conversation. */
export async function entriesOf(store: Store, of: ConversationKey = talk): Promise<readonly EntryRow[]> {
  return store.entries({ ...of, after: 0, limit: 10_000 });
}

/** The row of a conversation and the number of its last entry. */
export async function headOf(store: Store, of: ConversationKey = talk) {
  const key: CallKey = { ...of, id: 'nobody' };
  const { conversation, entries } = await store.loadForDecision(key, catalogueRow.version);
  return { conversation, entries };
}

/** An open run, with whatever a test wants otherwise. */
export function runRow(change: Partial<RunRow> = {}): RunRow {
  const { tenant = 'acme', id = 'run-1', revision = 1 } = change;
  return {
    tenant,
    id,
    owner: 'ada',
    conversation: 'talk',
    atomic: true,
    state: 'open',
    was: null,
    opened: 1_000,
    deadline: 90_000,
    ended: null,
    revision,
    mac: `mac:${tenant}/${id}/${revision}`,
    ...change,
  };
}

/** What comes after a run: one revision on, under another MAC, with whatever changed. */
export function nextRun(run: RunRow, change: Partial<RunRow>): RunRow {
  return { ...run, revision: run.revision + 1, mac: `${run.mac}+`, ...change };
}

/** The change that writes a run; `from` null: there is none yet. */
export function runChange(from: RunRow | null, run: RunRow, more: Partial<RunChange> = {}): RunChange {
  const { tenant, id, revision } = run;
  return {
    seen: from === null ? null : { revision: from.revision, mac: from.mac },
    run,
    inVain: [],
    history: null,
    evidence: evidenceRow(callRow({ tenant, id: `run/${tenant}/${id}`, revision })),
    ...more,
  };
}

/** The turn that a run takes when a call of it ends, and what it was told. */
export function turnTo(
  change: Partial<RunRow> | null,
  told: { run: RunRow; indeterminate: number }[] = [],
): RunTurn {
  return {
    id: 'run-1',
    next: (run, indeterminate) => {
      told.push({ run, indeterminate });
      if (change === null) return null;
      const next = nextRun(run, change);
      return { run: next, evidence: runChange(run, next).evidence };
    },
  };
}
