/*
 * Opens a till, does some things there, then some more, of which it prints every pause point that it passes; at point
 * number `at` (from 0) it is killed, as by kill -9. Its effects are lines in a file.
 */
import { appendFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { tillCapabilities, tillContext, tillDirectory, tillKey } from './till.mjs';

const [dist, folder, given] = process.argv.slice(2);
const { before, watched, at, time } = JSON.parse(given);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const api = await load('index.js');
const { sqlite } = await load('store/sqlite/index.js');
const { fakeClock, withPausePoints } = await load('testing/index.js');

let passed = 0;
let watching = before === null;
const pause = (point) => {
  if (!watching) return;
  // Synchronous, so that it is out before anything else can happen.
  writeSync(1, `${point}\n`);
  if (passed === at) process.kill(process.pid, 'SIGKILL');
  passed += 1;
};

const capabilities = tillCapabilities(api, (...effect) => {
  appendFileSync(`${folder}/effects`, `${effect.join(' ')}\n`);
});
const open = (more) =>
  api.createBoundary({
    capabilities,
    store: withPausePoints(sqlite(`${folder}/till.db`), pause),
    key: tillKey,
    directory: tillDirectory,
    clock: fakeClock(time),
    ...more,
  });
const boundary = await open();
const session = boundary.session(tillContext);
const { claims } = boundary.operator({ tenant: tillContext.tenant, id: 'olga' });

const acts = {
  call: ({ call, callId }) => session.call(call, { invoice: 'i-1' }, { callId }),
  check: ({ check }) => session.check(check, { invoice: 'i-1' }),
  resolve: async ({ resolve }) => {
    const { claims: unresolved } = await claims.list();
    return claims.resolve(unresolved[0].executionId, { as: resolve, reason: 'looked it up' });
  },
  // Another version of the catalogue comes into force, and the process that brought it ends.
  deploy: async ({ deploy }) => {
    const other = await open({ capabilities: capabilities.slice(deploy) });
    await other.close();
  },
  supersede: ({ supersede }) => boundary.supersedeOtherCatalogues(supersede),
  read: async ({ read }) => {
    for await (const record of boundary.evidence(read)) void record;
  },
  close: () => boundary.close(),
};
const act = (step) => acts[Object.keys(step)[0]](step);

for (const step of before ?? []) await act(step);
watching = true;
for (const step of watched) await act(step);
// Whether killed or not, what follows finds what is left by a process that goes without a word.
process.exit();
