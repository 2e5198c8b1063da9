import { andThen, type Awaitable } from '../awaitable.ts';
import type { Store } from '../store/store.ts';

/**
 * The operations of the store's port that have pause points, by what they are for. Every durable step of a boundary is
 * one of them, so production code needs no hook: a pause stands where a process can be when it dies.
 */
const operations = [
  // Starting a boundary.
  'open',
  'adoptKey',
  'currentKey',
  'registerCatalogue',
  // Deciding: reads, and keys that are made when a tenant or a person is first on record.
  'loadForDecision',
  'holder',
  'wrappedKey',
  'addWrappedKey',
  // Histories and runs.
  'entries',
  'append',
  'run',
  'runs',
  'callsOfRun',
  'changeRun',
  // Taking a call. An effect lies between `after admit` and `before settle`; that of a read without limits comes before
  // `before finish`; that of a transactional capability is inside `transact`, with points of its own.
  'admit',
  'settle',
  'finish',
  'transact',
  // People: what they are asked, and what they answer.
  'approvalsOf',
  'approval',
  'approvalByToken',
  'approvals',
  'requestApproval',
  'decideApproval',
  // What is counted outside an admission.
  'charge',
  // Refusals, replays and faults, which change no row.
  'appendEvidence',
  // Operators.
  'unresolved',
  'claimOf',
  'meters',
  'pruneMeters',
  'resetClock',
  'catalogues',
  'replaceCatalogues',
  'evidence',
  'close',
] as const satisfies readonly (keyof Store)[];

type Paused = (typeof operations)[number];

/**
 * One moment: just before an operation of the store is asked for, or just after it has answered and before anybody
 * hears it; inside `transact`, just before the effect and just after it, before anything is committed.
 */
export type PausePoint = `${'before' | 'after'} ${Paused | 'effect'}`;

/** Every pause point. An operation, or an effect, that throws has no `after`. */
export const pausePoints: readonly PausePoint[] = Object.freeze(
  [...operations, 'effect' as const].flatMap((step): PausePoint[] => [`before ${step}`, `after ${step}`]),
);

/**
 * The same store with `pause` called, and waited for, at each point: there a test lets another process go first, moves
 * a clock, takes a lock or kills the process. A pause that throws is a store that throws. Where a pause answers at once
 * so does the operation, and a pause that does nothing changes nothing: such a store passes the conformance suite.
 */
export function withPausePoints(store: Store, pause: (point: PausePoint) => Awaitable<void>): Store {
  const around =
    <Given extends readonly unknown[], Answer>(
      operation: Paused,
      run: (...given: Given) => Awaitable<Answer>,
    ) =>
    (...given: Given): Awaitable<Answer> =>
      andThen(pause(`before ${operation}`), () =>
        andThen(run(...given), (answer) => andThen(pause(`after ${operation}`), () => answer)),
      );
  return {
    description: store.description,
    durable: store.durable,
    file: store.file,
    transactional: store.transactional,
    migrations: () => store.migrations(),
    open: around('open', (...given) => store.open(...given)),
    close: around('close', (...given) => store.close(...given)),
    adoptKey: around('adoptKey', (...given) => store.adoptKey(...given)),
    currentKey: around('currentKey', (...given) => store.currentKey(...given)),
    wrappedKey: around('wrappedKey', (...given) => store.wrappedKey(...given)),
    addWrappedKey: around('addWrappedKey', (...given) => store.addWrappedKey(...given)),
    registerCatalogue: around('registerCatalogue', (...given) => store.registerCatalogue(...given)),
    catalogues: around('catalogues', (...given) => store.catalogues(...given)),
    replaceCatalogues: around('replaceCatalogues', (...given) => store.replaceCatalogues(...given)),
    loadForDecision: around('loadForDecision', (...given) => store.loadForDecision(...given)),
    entries: around('entries', (...given) => store.entries(...given)),
    append: around('append', (...given) => store.append(...given)),
    run: around('run', (...given) => store.run(...given)),
    runs: around('runs', (...given) => store.runs(...given)),
    callsOfRun: around('callsOfRun', (...given) => store.callsOfRun(...given)),
    changeRun: around('changeRun', (...given) => store.changeRun(...given)),
    holder: around('holder', (...given) => store.holder(...given)),
    unresolved: around('unresolved', (...given) => store.unresolved(...given)),
    claimOf: around('claimOf', (...given) => store.claimOf(...given)),
    admit: around('admit', (...given) => store.admit(...given)),
    settle: around('settle', (...given) => store.settle(...given)),
    finish: around('finish', (...given) => store.finish(...given)),
    transact: around('transact', (admission, effect) =>
      store.transact(admission, async (tx) => {
        await pause('before effect');
        const settlement = await effect(tx);
        await pause('after effect');
        return settlement;
      }),
    ),
    approvalsOf: around('approvalsOf', (...given) => store.approvalsOf(...given)),
    approval: around('approval', (...given) => store.approval(...given)),
    approvalByToken: around('approvalByToken', (...given) => store.approvalByToken(...given)),
    approvals: around('approvals', (...given) => store.approvals(...given)),
    requestApproval: around('requestApproval', (...given) => store.requestApproval(...given)),
    decideApproval: around('decideApproval', (...given) => store.decideApproval(...given)),
    charge: around('charge', (...given) => store.charge(...given)),
    meters: around('meters', (...given) => store.meters(...given)),
    pruneMeters: around('pruneMeters', (...given) => store.pruneMeters(...given)),
    resetClock: around('resetClock', (...given) => store.resetClock(...given)),
    appendEvidence: around('appendEvidence', (...given) => store.appendEvidence(...given)),
    evidence: around('evidence', (...given) => store.evidence(...given)),
  };
}
