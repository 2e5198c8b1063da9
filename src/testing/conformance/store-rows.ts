import type {
  CallKey,
  CallRow,
  CatalogueRow,
  Charge,
  ConversationRow,
  EvidenceRow,
  MeterRule,
} from '../../store/rows.ts';
import type { Admission, FinishedCall, Seen, Settlement, Store } from '../../store/store.ts';

/** The version that the sample admissions are made under. */
export const catalogueRow: CatalogueRow = { version: 'v1', state: 'in_force', since: 1, mac: 'mac:v1' };

/** A claimed call, with whatever a test wants otherwise. MACs are opaque to a store, so any text will do. */
export function callRow(change: Partial<CallRow> = {}): CallRow {
  const { tenant = 'acme', id = 'call-1', revision = 1 } = change;
  return {
    tenant,
    owner: 'ada',
    conversation: 'talk',
    id,
    capability: 'orders.cancel',
    arguments: 'print:arguments',
    state: 'claimed',
    execution: `execution:${id}`,
    action: 'print:action',
    holds: `operation:${id}`,
    deadline: 61_000,
    at: 1_000,
    settled: null,
    sealed: null,
    sealedUntil: null,
    taken: null,
    run: null,
    chained: false,
    undoes: null,
    undo: null,
    revision,
    mac: `mac:${tenant}/${id}/${revision}`,
    ...change,
  };
}

/** What settling writes over a call: completed, with a sealed result, holding nothing. */
export function completed(call: CallRow, change: Partial<CallRow> = {}): CallRow {
  return callRow({
    ...call,
    state: 'completed',
    holds: null,
    settled: 2_000,
    sealed: 'sealed:result',
    sealedUntil: 90_000,
    revision: call.revision + 1,
    mac: `${call.mac}+`,
    ...change,
  });
}

/** The row of the conversation that a call is in, as admission brings it. */
export function conversationRow(call: CallKey, change: Partial<ConversationRow> = {}): ConversationRow {
  const { tenant, owner, conversation: id } = call;
  return {
    tenant,
    owner,
    id,
    steps: 0,
    sources: 0,
    revision: 0,
    last: null,
    head: `head:${tenant}/${id}`,
    ...change,
  };
}

/** A record that reports on a call. */
export function evidenceRow(call: CallRow, change: Partial<EvidenceRow> = {}): EvidenceRow {
  const id = `evidence:${call.id}/${call.revision}`;
  const body = JSON.stringify({ call: call.id, state: call.state });
  return {
    tenant: call.tenant,
    id,
    type: 'call',
    at: call.at,
    body,
    previous: null,
    mac: `mac:${id}`,
    ...change,
  };
}

/** How the checks saw a row. */
export function seenAs(call: Seen): Seen {
  return { revision: call.revision, mac: call.mac };
}

/** The admission of a call that nobody has seen before. */
export function admissionOf(call: CallRow, change: Partial<Admission> = {}): Admission {
  return {
    seen: null,
    catalogue: { version: catalogueRow.version, mac: catalogueRow.mac },
    relied: { sources: null, steps: null, run: null },
    conversation: conversationRow(call),
    history: null,
    call,
    charges: [],
    approval: null,
    evidence: evidenceRow(call),
    ...change,
  };
}

/** The settlement that turns one row into the next. */
export function settlementOf(from: CallRow, to: CallRow, giveBack: readonly Charge[] = []): Settlement {
  return {
    seen: seenAs(from),
    call: to,
    giveBack,
    approval: null,
    history: null,
    run: null,
    evidence: evidenceRow(to),
  };
}

/** A finished read whose call nobody has seen before. */
export function finishedCall(call: CallRow, change: Partial<FinishedCall> = {}): FinishedCall {
  return {
    seen: null,
    conversation: conversationRow(call),
    history: null,
    run: null,
    call,
    evidence: evidenceRow(call),
    ...change,
  };
}

/** Puts the version in force that the sample admissions are made under. */
export async function withCatalogue(store: Store): Promise<void> {
  await store.registerCatalogue(catalogueRow, evidenceRow(callRow({ id: 'catalogue' })));
}

/** One unit of a meter, at a time and by a rule. */
export function chargeOf(rule: MeterRule, at: number, change: Partial<Charge> = {}): Charge {
  return { limit: 'refunds', key: 'meter', units: 1, at, mark: null, rule, ...change };
}

/** One rule of each kind that lets through `max`; windows of a minute, the fixed one around `at`. */
export function rulesAt(at: number, max: number): Readonly<Record<MeterRule['kind'], MeterRule>> {
  const from = at - (at % 60_000);
  return {
    fixed_window: { kind: 'fixed_window', max, from, until: from + 60_000 },
    sliding_window: { kind: 'sliding_window', max, length: 60_000, most: 1_000 },
    token_bucket: { kind: 'token_bucket', max, refill: 1, every: 60_000 },
    budget: { kind: 'budget', max },
  };
}
