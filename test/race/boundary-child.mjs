// One process of an application: a payment desk on a shared database. Its effects are lines in a file, so that the
// parent can count what really happened, whatever became of this process.
import { appendFileSync } from 'node:fs';
import { obey } from './obey.mjs';

const [dist] = process.argv.slice(2);
const { capability, createBoundary, jsonSchema } = await import(`${dist}/index.js`);
const { sqlite } = await import(`${dist}/store/sqlite/index.js`);

let boundary;
let effects;
let dieAt = 'never';

const die = (moment) => {
  if (dieAt === moment) process.kill(process.pid, 'SIGKILL');
};

const pay = capability({
  name: 'payments.pay',
  effect: 'write',
  ask: 'never',
  input: jsonSchema({ type: 'object', properties: { invoice: { type: 'string' } }, required: ['invoice'] }),
  authorize: () => {
    die('check');
    return true;
  },
  once: ({ input }) => ({ invoice: input.invoice }),
  execute: async ({ input, executionId }) => {
    die('before the effect');
    appendFileSync(effects, `${input.invoice} ${executionId}\n`);
    die('after the effect');
    return { paid: input.invoice };
  },
});

const orders = {
  async open({ folder, moment = 'never' }) {
    dieAt = moment;
    effects = `${folder}/effects`;
    boundary = await createBoundary({
      capabilities: [pay],
      store: sqlite(`${folder}/app.db`),
      key: 'ab'.repeat(32),
    });
  },
  async pay({ calls }) {
    const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
    const outcomes = await Promise.all(
      calls.map(({ callId, invoice }) => session.call('payments.pay', { invoice }, { callId })),
    );
    return outcomes.map(({ kind, reason }) => (reason === undefined ? kind : `${kind} ${reason}`));
  },
};

obey(orders);
