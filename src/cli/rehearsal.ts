import { randomBytes } from 'node:crypto';
import { type Boundary, createBoundary } from '../boundary.ts';
import type { BoundaryOptions } from '../options.ts';
import { sqlite } from '../store/sqlite/index.ts';
import type { Store } from '../store/store.ts';
import { openedBefore } from './opened-before.ts';

/** A boundary that can only foresee, and what it foresees from. */
export interface Rehearsal {
  readonly boundary: Boundary;
  /** `database`: what is recorded there. `nothing`: there is no database yet, or it lacks a step of its schema. */
  readonly from: 'database' | 'nothing';
}

/**
 * Opens a boundary for looking only: nothing is migrated, no key is made, no catalogue version is put in force and no
 * evidence is written. Where no boundary has opened the database before, or there is none, an empty one in
 * memory stands in for it.
 */
export async function rehearse(options: BoundaryOptions): Promise<Rehearsal> {
  if (await openedBefore(options.store)) {
    return {
      boundary: await createBoundary({ ...options, store: lookingOnly(options.store) }),
      from: 'database',
    };
  }
  const empty = { store: sqlite(':memory:'), mode: 'development', key: randomBytes(32) } as const;
  return { boundary: await createBoundary({ ...options, ...empty }), from: 'nothing' };
}

/** The store without its writes. A catalogue version that is not registered yet counts as if it were. */
function lookingOnly(store: Store): Store {
  let registered: Awaited<ReturnType<Store['registerCatalogue']>> | null = null;
  const refuse = () => {
    throw new Error('a rehearsal writes nothing');
  };
  return {
    description: store.description,
    durable: store.durable,
    file: store.file,
    open: (clock) => store.open(clock),
    close: () => store.close(),
    migrations: () => store.migrations(),
    adoptKey: async (key) => (await store.currentKey()) ?? key,
    currentKey: () => store.currentKey(),
    wrappedKey: (tenant, subject) => store.wrappedKey(tenant, subject),
    addWrappedKey: refuse,
    async registerCatalogue(row) {
      const rows = await store.catalogues();
      registered = rows.find(({ version }) => version === row.version) ?? row;
      return registered;
    },
    catalogues: () => store.catalogues(),
    replaceCatalogues: refuse,
    async loadForDecision(call, catalogue, run) {
      const data = await store.loadForDecision(call, catalogue, run);
      return { ...data, catalogue: data.catalogue ?? registered };
    },
    entries: (page) => store.entries(page),
    append: refuse,
    run: (tenant, id) => store.run(tenant, id),
    runs: (page) => store.runs(page),
    callsOfRun: (tenant, run) => store.callsOfRun(tenant, run),
    changeRun: refuse,
    holder: (tenant, operation) => store.holder(tenant, operation),
    unresolved: (page) => store.unresolved(page),
    claimOf: (tenant, execution) => store.claimOf(tenant, execution),
    approvalsOf: (tenant, asked) => store.approvalsOf(tenant, asked),
    approval: (tenant, id) => store.approval(tenant, id),
    approvalByToken: (token) => store.approvalByToken(token),
    approvals: (page) => store.approvals(page),
    requestApproval: refuse,
    decideApproval: refuse,
    admit: refuse,
    settle: refuse,
    finish: refuse,
    // Whether capabilities that need it may be declared depends on it; nothing is ever transacted.
    transactional: store.transactional,
    transact: refuse,
    charge: (charging) => (charging.how === 'look' ? store.charge(charging) : refuse()),
    meters: (page) => store.meters(page),
    pruneMeters: refuse,
    resetClock: refuse,
    appendEvidence: refuse,
    evidence: (page) => store.evidence(page),
  };
}
