/*
 * The shape of src as data: which room may know which, where time, chance and the environment may be read, and how
 * files are named. A room is a folder of src (`json/`) or one of its files (`clock.ts`). `architecture.test.ts` holds
 * src against it. A rule that hurts is a rule to discuss here, in the open, not to step around.
 */

/** Words that every room may use: no behaviour of their own beyond making their values. */
export const words = [
  'errors.ts',
  'decision.ts',
  'outcome.ts',
  'messages.ts',
  'clock.ts',
  'ids.ts',
  'awaitable.ts',
  'hidden-text.ts',
  'run-report.ts',
] as const;

/** Ports that a stage may declare: interfaces and rows only, behind which an application or a driver stands. */
export const ports = ['store/store.ts', 'store/rows.ts', 'directory/directory.ts'] as const;

/** One stage of an action's life a folder. A stage never imports another one; `pipeline.ts` composes them. */
export const stages = [
  'approval/',
  'capability/',
  'claim/',
  'directory/',
  'evidence/',
  'execution/',
  'history/',
  'limit/',
  'policy/',
  'target/',
] as const;

/** Where drivers of the store live. Only wiring may name one: stages know the port. */
export const drivers = ['store/sqlite/', 'store/postgres/'] as const;

/** What may import what, besides a room's own files. Files directly in src that are not words compose the stages. */
export const direction: Readonly<Record<string, readonly string[]>> = {
  // A value that may come later is a word, not a concept of ours, and has no imports itself.
  'json/': ['awaitable.ts'],
  'action/': ['json/', 'errors.ts'],
  stage: ['json/', 'action/', ...words, ...ports],
  word: [...words, 'json/json.ts', 'json/random.ts'],
  composition: [
    'call/',
    'operator/',
    'people/',
    'runs/',
    'gateway/',
    'json/',
    'action/',
    'keys/',
    'store/',
    ...stages,
    ...words,
  ],
  // One call, from what was asked to what is answered: it runs what the composition is made of.
  'call/': [
    ...['pipeline.ts', 'admission.ts', 'settlement.ts', 'wiring.ts'],
    ...['json/', 'action/', ...stages, ...words, ...ports],
  ],
  // What somebody does beside the calls, whoever it is: checked, on record, and answered by value.
  'acting/': ['wiring.ts', 'call/fault.ts', 'json/', 'action/', 'approval/', 'evidence/', ...words, ...ports],
  // Groups of calls: each of their steps, and what undoes it, is a call like any other.
  'runs/': [...['acting/', 'call/', 'wiring.ts'], ...['json/', 'action/', ...stages, ...words, ...ports]],
  // What an operator may do: over the same rows, around the calls. Counters are read as stores count.
  'operator/': [
    ...['acting/', 'runs/', 'wiring.ts', 'run-turn.ts', 'store/meter/'],
    ...['json/', 'action/', ...stages, ...words, ...ports],
  ],
  // What people may do about what is asked of them. Who may answer is asked as it is right before the effect.
  'people/': [
    ...['acting/', 'wiring.ts', 'call/chain.ts', 'call/entitled.ts'],
    ...['json/', 'action/', ...stages, ...words, ...ports],
  ],
  // Approvals for those who run their own effects: no session and no call, only what people are asked and answer.
  'gateway/': [
    ...[
      'acting/',
      'wiring.ts',
      'call/chain.ts',
      'call/asks-limit.ts',
      'call/replaced.ts',
      'call/person-key.ts',
    ],
    ...['json/', 'action/', ...stages, ...words, ...ports],
  ],
  // Pages over what one approver may do: they know that handle, and nothing of calls or stores.
  'inbox/': ['people/approver.ts', 'action/', 'json/', 'store/rows.ts', ...words],
  'store/': ['errors.ts', 'clock.ts', 'awaitable.ts', 'turns.ts'],
  // Whose database it is, and where its master secret is kept: over the store's port, for whoever wires a boundary.
  'keys/': ['json/', 'errors.ts', 'clock.ts', 'ids.ts', 'store/store.ts', 'store/rows.ts'],
  'cli/': ['*'],
  'testing/': ['*'],
};

/** An import that the table above forbids and that is right nevertheless. */
export interface Exception {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** Kept short. An exception that nothing uses any more fails the test. */
export const exceptions: readonly Exception[] = [
  {
    from: 'capability/',
    to: 'target/target.ts',
    reason: 'a declaration names where its target comes from, so it needs that interface',
  },
  {
    from: 'capability/',
    to: 'approval/approval.ts',
    reason: 'a declaration says when people are asked and what they are shown, so it needs those shapes',
  },
  {
    from: 'capability/',
    to: 'limit/limit.ts',
    reason: 'a declaration lists its limits, so it needs what one is',
  },
  {
    from: 'approval/',
    to: 'store/over.ts',
    reason: 'who judges an approval and the store that replaces it have to agree on when it is over',
  },
  {
    from: 'capability/',
    to: 'history/sequence.ts',
    reason: 'a declaration says what comes before it, so it needs what such a rule is',
  },
  ...['declared-limits.ts', 'effective-limits.ts', 'same-limit.ts', 'limit-view.ts'].map((file) => ({
    from: 'capability/',
    to: `limit/${file}`,
    reason: 'limits are registered, digested and shown with the catalogue that declares them',
  })),
];

/** Rooms that may load a package or a built-in that is heavy, optional or a driver. Others are not listed. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  '@standard-schema/spec': ['capability/', 'target/'],
  ajv: ['capability/'],
  re2js: ['capability/'],
  'better-sqlite3': ['store/sqlite/'],
  'node:sqlite': ['store/sqlite/'],
  pg: ['store/postgres/'],
  hono: ['inbox/'],
  '@hono/node-server': ['inbox/'],
  commander: ['cli/'],
  picocolors: ['cli/'],
};

/** What makes a function impure, and the only rooms that may use it. */
export const impure: Readonly<Record<string, readonly string[]>> = {
  'Date.now': ['clock.ts'],
  'new Date()': [],
  'performance.now': ['clock.ts'],
  // Waiting for a busy database is a real wait, whatever time the boundary is told it is.
  setTimeout: ['clock.ts', 'store/sqlite/', 'store/postgres/backoff.ts'],
  setInterval: [],
  setImmediate: ['store/sqlite/', 'history/'],
  'Math.random': ['store/sqlite/backoff.ts', 'store/postgres/backoff.ts'],
  randomFillSync: ['json/random.ts'],
  randomBytes: ['json/', 'keys/', 'cli/'],
  randomUUID: [],
  'process.env': ['keys/environment-key.ts', 'cli/'],
};

/** The one place of each driver that begins, retries and ends transactions; operations only fill them. */
export const transactionRooms = ['store/sqlite/transaction.ts', 'store/postgres/transaction.ts'] as const;

/** Names that say nothing about what is inside. */
export const emptyNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'manager',
  'misc',
  'types',
  'shared',
] as const;

/** Longest file, tests included, in lines. */
export const lineCap = 400;

/** Nine files of src in ten are at most this long. */
export const lineP90 = 250;
