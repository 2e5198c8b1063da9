/*
 * One of many processes at one till. Orders come as messages, each is answered with one message; `{n}` in them is the
 * number of the process. Its effects are lines in a file, so that the parent can count what really happened.
 */
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { tillCapabilities, tillContext, tillDirectory, tillKey } from './till.mjs';

const [dist, number] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const api = await load('index.js');
const { sqlite } = await load('store/sqlite/index.js');

let boundary;
let effects;

const capabilities = tillCapabilities(api, (...effect) => appendFileSync(effects, `${effect.join(' ')}\n`));

const orders = {
  /** Opens the till of a folder, in the place of the one before. */
  async open({ folder }) {
    await boundary?.close();
    effects = `${folder}/effects`;
    boundary = await api.createBoundary({
      capabilities,
      store: sqlite(`${folder}/till.db`),
      key: tillKey,
      directory: tillDirectory,
    });
  },

  /** Makes calls, none of which waits for another. */
  async call({ calls }) {
    const session = boundary.session(tillContext);
    const made = calls.map(({ call, invoice, callId }) => session.call(call, { invoice }, { callId }));
    return (await Promise.all(made)).map(({ kind, reason, detail, executionId }) => ({
      kind,
      reason,
      detail,
      executionId,
    }));
  },

  /** Says how a claim ended. */
  async resolve({ executionId, as }) {
    const { claims } = boundary.operator({ tenant: tillContext.tenant, id: `operator-${number}` });
    const { kind, reason } = await claims.resolve(executionId, { as, reason: 'looked it up', force: true });
    return [{ kind, reason }];
  },
};

process.on('message', (message) => {
  const { order, ...more } = JSON.parse(JSON.stringify(message).replaceAll('{n}', number));
  orders[order](more).then(
    (done) => process.send({ done: done ?? [] }),
    (error) =>
      process.send({ error: `${error.code}: ${error.message} (${error.cause?.code ?? 'no cause'})` }),
  );
});
process.on('disconnect', () => process.exit());
process.send('ready');
