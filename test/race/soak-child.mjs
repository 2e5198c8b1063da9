/*
 * Lets many people use one till, each in a session of their own: they pay, pay again, look, are refused, throttled and
 * forecast. Prints what the process holds on to after the first of them and after all of them.
 */
import { pathToFileURL } from 'node:url';
import { tillCapabilities, tillDirectory, tillKey } from './till.mjs';

const [dist, file, first, all] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${dist}/${name}`).href);
const api = await load('index.js');
const { sqlite } = await load('store/sqlite/index.js');

let effects = 0;
const boundary = await api.createBoundary({
  capabilities: tillCapabilities(api, () => (effects += 1)),
  store: sqlite(file, { synchronous: 'NORMAL' }),
  key: tillKey,
  directory: tillDirectory,
});

/** What a person does after having paid: the same again, a duplicate, a read, what is not there, what is used up. */
const more = [
  (session, invoice) => session.call('till.pay', { invoice }, { callId: 'pay' }),
  (session, invoice) => session.call('till.pay', { invoice }, { callId: 'pay once more' }),
  (session, invoice) => session.call('till.look', { invoice }, { callId: 'look' }),
  (session, invoice) => session.call('till.burn', { invoice }, { callId: 'burn' }),
  (session, invoice) => session.call('till.budget', { invoice }, { callId: 'budget' }),
  (session, invoice) => session.check('till.note', { invoice }),
];

async function visit(n) {
  const session = boundary.session({ tenant: 'acme', principal: `person-${n}`, conversation: `talk-${n}` });
  const invoice = `invoice-${n}`;
  await session.call('till.pay', { invoice }, { callId: 'pay' });
  await more[n % more.length](session, invoice);
}

/** What is left once nothing is going on any more, which is after the second within which refusals are counted. */
async function left() {
  const patience = performance.now() + 10_000;
  while (process.getActiveResourcesInfo().length > 0 && performance.now() < patience)
    await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return { effects, bytes: heapUsed + external, resources: process.getActiveResourcesInfo() };
}

let next = 0;
async function until(end) {
  const one = async () => {
    while (next < end) await visit(next++);
  };
  await Promise.all(Array.from({ length: 20 }, one));
}

const marks = [];
for (const end of [first, all]) {
  await until(Number(end));
  marks.push(await left());
}
await boundary.close();
process.stdout.write(JSON.stringify(marks));
