/* Rows of runs, of their calls and of their history that are not as they were written: a fault, and nothing runs. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DecisionUnavailable } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { bentStore, full } from '../bent-store.ts';
import { openTrip, recorded, turn, twoTrips } from './trip.ts';

/** A run with two steps done, and its database. */
async function twoDone(said: unknown[] = []) {
  const database = new Database(':memory:');
  const opened = await openTrip({ store: sqlite(database), say: (sentence) => said.push(sentence) });
  const run = await opened.session.run({ atomic: true });
  for (const what of ['flight', 'hotel'] as const) await opened.book(what, run);
  return { ...opened, run, database };
}

const edits: readonly [title: string, sql: string][] = [
  ['its state', "UPDATE countersign_run SET state = 'finished'"],
  ['whether it is atomic', 'UPDATE countersign_run SET atomic = 0'],
  ['its deadline', 'UPDATE countersign_run SET deadline = deadline + 1'],
  ['when it was opened', 'UPDATE countersign_run SET opened = opened + 1'],
  ['when it ended', 'UPDATE countersign_run SET ended = 5'],
  ['what it was before', "UPDATE countersign_run SET was = 'undoing'"],
  ['whose it is', "UPDATE countersign_run SET owner = 'other'"],
  ['its conversation', "UPDATE countersign_run SET conversation = 'other'"],
  ['its revision', 'UPDATE countersign_run SET revision = revision + 1'],
  ['its MAC', "UPDATE countersign_run SET mac = 'forged'"],
];

test.each(edits)('a run with %s edited is a fault for whoever touches it [D-009]', async (_title, sql) => {
  const { session, book, run, operator, trip, database, boundary } = await twoDone();
  expect(database.prepare(sql).run().changes).toBe(1);
  const touches: readonly (() => Promise<unknown>)[] = [
    () => run.report(),
    () => run.undo(),
    () => run.finish(),
    () => book('car', run),
    () => session.run({ id: run.id }),
    () => operator.runs.show(run.id),
    () => operator.runs.list(),
    () => operator.runs.undo(run.id, { reason: 'stop' }),
    () => operator.runs.release(run.id, { reason: 'go on' }),
  ];
  for (const [n, touch] of touches.entries()) {
    // What has ended is not listed.
    if (n === 6 && sql.includes("'finished'")) continue;
    const touched = touch();
    await expect(touched).rejects.toBeInstanceOf(DecisionUnavailable);
    await expect(touched).rejects.toMatchObject({ code: 'state_tampered' });
  }
  expect(trip.effects).toHaveLength(2);
  const faults = (await recorded(boundary)).filter(({ type }) => type === 'fault');
  expect(faults[0]).toMatchObject({ body: { step: 'run', code: 'state_tampered' } });
});

const stepEdits: readonly [title: string, sql: string][] = [
  ['said not to have happened', "UPDATE countersign_call SET state = 'failed'"],
  ['taken out of the run', 'UPDATE countersign_call SET run = NULL'],
  ['said to be undone by nothing', 'UPDATE countersign_call SET undo = NULL'],
  ['said to undo another', "UPDATE countersign_call SET undoes = 'x'"],
  ['deleted', 'DELETE FROM countersign_call'],
];

test.each(stepEdits)('a step that was %s is a fault: nothing is undone [D-009]', async (_title, sql) => {
  const { run, trip, database } = await twoDone();
  expect(database.prepare(`${sql} WHERE capability = 'hotel.book'`).run().changes).toBe(1);
  for (const act of ['undo', 'report', 'finish'] as const)
    await expect(run[act]()).rejects.toMatchObject({ code: 'state_tampered' });
  expect(trip.effects).toHaveLength(2);
});

test('what a step is undone by, swapped with that of another or edited, is a fault [D-009, D-018]', async () => {
  const { run, trip, database } = await twoDone();
  const plans = database
    .prepare<[], { rowid: number; undo: string }>('SELECT rowid, undo FROM countersign_call')
    .all();
  const [one, other] = plans;
  const put = database.prepare('UPDATE countersign_call SET undo = ? WHERE rowid = ?');
  put.run(one!.undo, other!.rowid);
  put.run(other!.undo, one!.rowid);
  await expect(run.undo()).rejects.toMatchObject({ code: 'state_tampered' });
  for (const { rowid, undo } of plans) put.run(undo, rowid);
  // The row's MAC covers nonce and tag; what they seal is covered by them.
  const { undo, rowid } = plans.at(-1)!;
  const middle = Math.floor(undo.length / 2);
  const edited = `${undo.slice(0, middle)}${undo[middle] === 'A' ? 'B' : 'A'}${undo.slice(middle + 1)}`;
  put.run(edited, rowid);
  await expect(run.undo()).rejects.toMatchObject({ code: 'state_tampered' });
  expect(trip.effects).toHaveLength(2);
  put.run(undo, rowid);
  expect((await run.undo()).state).toBe('undone');
});

test('a step that was set back to before it happened is a fault: it is neither found out about nor done again [S-089, D-009]', async () => {
  const { one, trip, file } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  const database = new Database(file);
  let before: Record<string, unknown> = {};
  trip.onEffect = () => {
    before = database.prepare('SELECT * FROM countersign_call').get() as Record<string, unknown>;
  };
  await one.book('flight', run, 'f');
  const back = database.prepare(
    'UPDATE countersign_call SET state = ?, settled = ?, sealed = ?, sealed_until = ?, undo = ?, holds = ?, revision = ?, mac = ?',
  );
  const { state, settled, sealed, sealed_until, undo, holds, revision, mac } = before;
  back.run(state, settled, sealed, sealed_until, undo, holds, revision, mac);
  database.close();
  await turn();
  for (const touch of [run.report, run.undo, run.finish])
    await expect(touch()).rejects.toMatchObject({ code: 'state_tampered' });
  expect(trip.effects).toEqual(['flight.book flight']);
});

test('an undo that the history tells of and that is gone is a fault: nobody waits for what does not end [S-063, D-009]', async () => {
  const { run, trip, database, operator } = await twoDone();
  trip.mishaps.set('flight.cancel', 'not_performed');
  expect(await run.undo()).toMatchObject({ state: 'undoing', undone: [{}], failed: [{}] });
  const gone = database.prepare("DELETE FROM countersign_call WHERE capability = 'hotel.cancel'");
  expect(gone.run().changes).toBe(1);
  for (const touch of [
    () => run.undo(),
    () => run.report(),
    () => operator.runs.undo(run.id, { reason: 'stop' }),
  ])
    await expect(touch()).rejects.toMatchObject({ code: 'state_tampered' });
  expect(trip.effects.filter((effect) => effect.startsWith('hotel.cancel'))).toHaveLength(1);
});

test('a history that was set back to before an undo is a fault, also for a process that never saw it: the step is not undone twice [S-063]', async () => {
  const { one, open, trip, file } = await twoTrips();
  const run = await one.session.run({ atomic: true });
  for (const what of ['flight', 'hotel'] as const) await one.book(what, run);
  const database = new Database(file);
  const before = database.prepare('SELECT * FROM countersign_conversation').get() as Record<string, unknown>;
  trip.mishaps.set('flight.cancel', 'not_performed');
  expect((await run.undo()).state).toBe('undoing');
  const { revision, steps, sources, last, head } = before;
  database
    .prepare('UPDATE countersign_conversation SET revision = ?, steps = ?, sources = ?, last = ?, head = ?')
    .run(revision, steps, sources, last, head);
  database.prepare('DELETE FROM countersign_entry WHERE n > ?').run(revision);
  database.close();
  const fresh = await open();
  const same = await fresh.session.run({ id: run.id });
  for (const undo of [() => run.undo(), () => same.undo()])
    await expect(undo()).rejects.toMatchObject({ code: 'state_tampered' });
  expect(trip.effects.filter((effect) => effect.startsWith('hotel.cancel'))).toHaveLength(1);
  await fresh.boundary.close();
});

test('an undo that the history tells of and whose row was deleted is a fault for whoever touches the run [D-009, S-063]', async () => {
  const said: unknown[] = [];
  const { run, session, book, operator, trip, database } = await twoDone(said);
  trip.mishaps.set('flight.cancel', 'not_performed');
  expect(await run.undo()).toMatchObject({ state: 'undoing', undone: [{ capability: 'hotel.book' }] });
  trip.mishaps.clear();
  const row = "DELETE FROM countersign_call WHERE capability = 'hotel.cancel'";
  expect(database.prepare(row).run().changes).toBe(1);
  const effects = [...trip.effects];
  for (const touch of [
    () => run.undo(),
    () => run.finish(),
    () => run.report(),
    () => operator.runs.undo(run.id, { reason: 'stop' }),
  ])
    await expect(touch()).rejects.toMatchObject({ code: 'state_tampered' });
  // A call in it is told what it came to all the same.
  expect((await book('car', await session.run({ id: run.id }))).run).toBeUndefined();
  expect(trip.effects).toEqual(effects);
  // All of it is on record: nobody is told that it could not be.
  expect(said).toEqual([]);
});

test('a store that fails says so itself, and what a step came to is told all the same', async () => {
  const { store, bend } = bentStore();
  const heard: unknown[] = [];
  const { book, session, trip } = await openTrip({ store, say: (said) => heard.push(said) });
  const run = await session.run({ atomic: true });
  await book('flight', run);
  bend({ callsOfRun: full });
  await expect(run.undo()).rejects.toMatchObject({ code: 'store_failed' });
  const outcome = await book('hotel', run);
  expect([outcome.kind, outcome.run]).toEqual(['executed', undefined]);
  expect(heard).toEqual(['countersign: evidence could not be written (store_failed)']);
  trip.mishaps.set('car.book', 'not_performed');
  const failed = await book('car', run);
  expect([failed.kind, failed.run]).toEqual(['failed', undefined]);
  bend({});
  // It began to be undone with the step that failed, and goes on at the next touch.
  expect(await run.report()).toMatchObject({ state: 'undoing', done: [{}, {}] });
  expect((await run.finish()).state).toBe('undone');
});
