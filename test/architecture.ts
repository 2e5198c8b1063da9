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
] as const;

/** Ports that a stage may declare: interfaces and rows only, behind which an application or a driver stands. */
export const ports = ['store/store.ts', 'store/rows.ts', 'directory/directory.ts'] as const;

/** One stage of an action's life a folder. A stage never imports another one; `pipeline.ts` composes them. */
export const stages = [
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
export const drivers = ['store/sqlite/'] as const;

/** What may import what, besides a room's own files. Files directly in src that are not words compose the stages. */
export const direction: Readonly<Record<string, readonly string[]>> = {
  // A value that may come later is a word, not a concept of ours, and has no imports itself.
  'json/': ['awaitable.ts'],
  'action/': ['json/', 'errors.ts'],
  stage: ['json/', 'action/', ...words, ...ports],
  word: [...words, 'json/json.ts', 'json/random.ts'],
  composition: ['call/', 'operator/', 'json/', 'action/', 'keys/', 'store/', ...stages, ...words],
  // One call, from what was asked to what is answered: it runs what the composition is made of.
  'call/': [
    ...['pipeline.ts', 'admission.ts', 'settlement.ts', 'wiring.ts'],
    ...['json/', 'action/', ...stages, ...words, ...ports],
  ],
  // What an operator may do: over the same rows, around the calls. Counters are read as stores count.
  'operator/': [
    ...['wiring.ts', 'call/fault.ts', 'store/meter/'],
    ...['json/', 'action/', ...stages, ...words, ...ports],
  ],
  'store/': ['errors.ts', 'clock.ts', 'awaitable.ts'],
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
    to: 'limit/limit.ts',
    reason: 'a declaration lists its limits, so it needs what one is',
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
  commander: ['cli/'],
  picocolors: ['cli/'],
};

/** What makes a function impure, and the only rooms that may use it. */
export const impure: Readonly<Record<string, readonly string[]>> = {
  'Date.now': ['clock.ts'],
  'new Date()': [],
  'performance.now': ['clock.ts'],
  // Waiting for a busy database is a real wait, whatever time the boundary is told it is.
  setTimeout: ['clock.ts', 'store/sqlite/'],
  setInterval: [],
  setImmediate: ['store/sqlite/'],
  'Math.random': ['store/sqlite/backoff.ts'],
  randomFillSync: ['json/random.ts'],
  randomBytes: ['json/', 'keys/', 'cli/'],
  randomUUID: [],
  'process.env': ['keys/environment-key.ts', 'cli/'],
};

/** The one place of each driver that begins, retries and ends transactions; operations only fill them. */
export const transactionRooms = ['store/sqlite/transaction.ts'] as const;

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
