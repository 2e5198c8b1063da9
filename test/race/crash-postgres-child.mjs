/*
 * Admits a call that takes from two limits, or settles one and gives that back, and is killed, as by kill -9, just
 * before its transaction's statement number `at` would be sent: statement 0 is the first after BEGIN, the last one is
 * COMMIT. Or is killed by the executor of a transaction.
 */
import pg from 'pg';
import { pathToFileURL } from 'node:url';

const [dist, url, what, at] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(`${dist}/${path}`).href);
const { postgres } = await load('store/postgres/index.js');
const { systemClock } = await load('clock.js');
const rows = await load('testing/conformance/store-rows.js');

const die = () => process.kill(process.pid, 'SIGKILL');

let armed = false;
let left = Infinity;

/** Each statement has a pause point in front of it. */
class Mortal extends pg.Client {
  query(...values) {
    if (left === 0) {
      // What was sent before has arrived: the server hears of the end of the process only after it.
      die();
    }
    left -= 1;
    if (armed && String(values[0]).startsWith('BEGIN')) left = Number(at);
    return super.query(...values);
  }
}

const pool = new pg.Pool({ connectionString: url, Client: Mortal, max: 2 });
const store = postgres({ pool });
await store.open(systemClock);
await rows.withCatalogue(store);

const call = rows.callRow();
const { now } = await store.loadForDecision(call, 'v1');
const { budget, sliding_window: sliding } = rows.rulesAt(now, 1);
const charges = [rows.chargeOf(budget, now, { key: 'a' }), rows.chargeOf(sliding, now, { key: 'b' })];
const failed = rows.completed(call, { state: 'failed', sealed: null, sealedUntil: null });

const acts = {
  admit: () => store.admit(rows.admissionOf(call, { charges })),
  // It relied on something, so that it is not the shape that most have.
  relying: () =>
    store.admit(rows.admissionOf(call, { charges, relied: { sources: 0, steps: 0, run: null } })),
  settle: () => store.settle(rows.settlementOf(call, failed, charges)),
  transact: () =>
    store.transact(rows.admissionOf(call, { charges }), async (tx) => {
      await tx.query('CREATE TABLE effect (n INTEGER)');
      die();
    }),
};
if (what === 'settle') await store.admit(rows.admissionOf(call, { charges }));
armed = what !== 'transact';
const answer = await acts[what]();
process.stdout.write(answer.kind, () => process.exit());
