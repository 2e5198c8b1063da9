/*
 * Admits a call that takes from two limits, or settles one and gives that back, and is killed, as by kill -9, just
 * before its transaction's statement number `at` would run: statement 0 is the first after BEGIN, the last one is
 * COMMIT. Or is killed by the executor of a transaction.
 */
import Database from 'better-sqlite3';
import { pathToFileURL } from 'node:url';

const [dist, file, what, at] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${dist}/${path}`).href);
const { sqlite } = await load('store/sqlite/index.js');
const { systemClock } = await load('clock.js');
const rows = await load('testing/conformance/store-rows.js');

const die = () => process.kill(process.pid, 'SIGKILL');

let armed = false;
let left = Infinity;

/** The statement as the store sees it, with the pause point in front of it. */
function mortal(statement, sql) {
  const before =
    (run) =>
    (...values) => {
      if (left === 0) die();
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
await rows.withCatalogue(store);

const call = rows.callRow();
const { now } = await store.loadForDecision(call, 'v1');
const { budget, sliding_window: sliding } = rows.rulesAt(now, 1);
const charges = [rows.chargeOf(budget, now, { key: 'a' }), rows.chargeOf(sliding, now, { key: 'b' })];
const failed = rows.completed(call, { state: 'failed', sealed: null, sealedUntil: null });

const acts = {
  admit: () => store.admit(rows.admissionOf(call, { charges })),
  settle: () => store.settle(rows.settlementOf(call, failed, charges)),
  transact: () =>
    store.transact(rows.admissionOf(call, { charges }), async (tx) => {
      tx.exec('CREATE TABLE effect (n INTEGER)');
      die();
      return null;
    }),
};
if (what === 'settle') await acts.admit();
await new Promise((resolve) => setImmediate(resolve));
armed = true;
const { kind } = await acts[what]();
process.stdout.write(kind);
