// One process of an application whose payments end nobody knows how, and whose views are limited; and an operator in it.
import { obey } from './obey.mjs';
const [dist, number] = process.argv.slice(2);
const { capability, createBoundary, jsonSchema } = await import(`${dist}/index.js`);
const { sqlite } = await import(`${dist}/store/sqlite/index.js`);

const nothing = jsonSchema({ type: 'object' });
const pay = capability({
  name: 'payments.pay',
  effect: 'write',
  ask: 'never',
  input: nothing,
  authorize: () => true,
  execute: () => {
    throw new Error('no answer from the bank');
  },
});

let boundary;
let operator;
let session;

const orders = {
  async open({ folder, limit }) {
    const view = capability({
      name: 'payments.view',
      effect: 'read',
      input: nothing,
      authorize: () => true,
      execute: () => null,
      limits: limit === undefined ? [] : [limit],
    });
    boundary = await createBoundary({
      capabilities: [pay, view],
      store: sqlite(`${folder}/app.db`),
      key: 'ab'.repeat(32),
      directory: { principal: () => ({}), operator: () => true },
    });
    operator = boundary.operator({ tenant: 'acme', id: `operator-${number}` });
    session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: `c-${number}` });
  },
  /** One of them makes a payment, and learns under which execution id nobody knows its end. */
  async pay() {
    if (number !== '0') return null;
    const { executionId } = await session.call('payments.pay', {}, { callId: 'call-1' });
    return executionId;
  },
  /** Half of the processes found that it happened, the other half that it did not. */
  async resolve({ execution }) {
    const as = Number(number) % 2 === 0 ? 'completed' : 'retryable';
    const answer = await operator.claims.resolve(execution, { as, reason: 'asked the bank' });
    return answer.kind === 'refused' ? answer.reason : answer.kind;
  },
  async records() {
    const records = [];
    for await (const { type, body, authentic } of boundary.evidence('acme'))
      if (authentic) records.push(body.reason === undefined ? type : `${type} ${body.reason}`);
    return records;
  },
  /** The first process deletes counters all the while, the others go on calling, five calls at once. */
  async view({ times }) {
    const kinds = {};
    let pruned = 0;
    for (let time = 0; time < times; time += 1) {
      const pause = new Promise((resolve) => setTimeout(resolve, 5));
      const calls = [1, 2, 3, 4, 5].map((n) => `view-${time}-${n}`);
      const answers =
        number === '0'
          ? [await operator.limits.prune({ reason: 'clean-up' })]
          : await Promise.all(calls.map((callId) => session.call('payments.view', {}, { callId })));
      for (const { kind, count = 0 } of answers) {
        kinds[kind] = (kinds[kind] ?? 0) + 1;
        pruned += count;
      }
      await pause;
    }
    return { kinds, pruned };
  },
  async close() {
    await boundary.close();
  },
};

obey(orders);
