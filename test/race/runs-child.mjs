// One process of a till, in which steps of one run are done, and it is undone.
import { appendFileSync } from 'node:fs';
import { obey } from './obey.mjs';
import { tillCapabilities, tillContext, tillDirectory, tillKey } from './till.mjs';
const [dist, number] = process.argv.slice(2);
const api = await import(`${dist}/index.js`);
const { sqlite } = await import(`${dist}/store/sqlite/index.js`);

let boundary;
let session;
const orders = {
  async open({ folder }) {
    boundary = await api.createBoundary({
      capabilities: tillCapabilities(api, (...effect) => {
        appendFileSync(`${folder}/effects`, `${effect.join(' ')}\n`);
      }),
      store: sqlite(`${folder}/till.db`),
      key: tillKey,
      directory: tillDirectory,
    });
    session = boundary.session(tillContext);
  },
  /** A step of its own in the run. */
  async step({ id }) {
    const run = await session.run({ id });
    const outcome = await session.call(
      'till.reserve',
      { invoice: `i-${number}` },
      { callId: `c-${number}`, run },
    );
    return outcome.reason ?? outcome.kind;
  },
  async undo({ id }) {
    const run = await session.run({ id });
    return (await run.undo()).failed;
  },
  close: () => boundary.close(),
};

obey(orders);
