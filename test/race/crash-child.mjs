/*
 * Admits one call and is killed, as by kill -9, just before its transaction's statement number `at` would run.
 * Statement 0 is the first after BEGIN; the last one is COMMIT.
 */
import Database from 'better-sqlite3';
import { pathToFileURL } from 'node:url';

const [dist, file, at] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${dist}/${path}`).href);
const { sqlite } = await load('store/sqlite/index.js');
const { systemClock } = await load('clock.js');
const rows = await load('testing/conformance/store-rows.js');

let armed = false;
let left = Infinity;

/** The statement as the store sees it, with the pause point in front of it. */
function mortal(statement, sql) {
  const before =
    (run) =>
    (...values) => {
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      left -= 1;
      if (armed && sql === 'BEGIN IMMEDIATE') left = Number(at);
      return run.apply(statement, values);
    };
  return {
    reader: statement.reader,
    raw: (on) => statement.raw(on),
    safeIntegers: (on) => statement.safeIntegers(on),
    run: before(statement.run),
    get: before(statement.get),
    all: before(statement.all),
  };
}

const database = new Database(file, { timeout: 0 });
const store = sqlite({
  get inTransaction() {
    return database.inTransaction;
  },
  prepare: (sql) => mortal(database.prepare(sql), sql),
  exec: (sql) => database.exec(sql),
  pragma: (sql) => database.pragma(sql),
  close: () => database.close(),
});
await store.open(systemClock);
await store.registerCatalogue(rows.catalogueRow, rows.evidenceRow(rows.callRow({ id: 'catalogue' })));
await new Promise((resolve) => setImmediate(resolve));
armed = true;
const { kind } = await store.admit(rows.admissionOf(rows.callRow()));
process.stdout.write(kind);
