// One process of an application whose cancellations a person confirms, on a shared database. Its effects are lines in a
// file, so that the parent can count what really happened.
import { appendFileSync } from 'node:fs';
import { obey } from './obey.mjs';

const [dist] = process.argv.slice(2);
const { capability, createBoundary, jsonSchema, resource } = await import(`${dist}/index.js`);
const { sqlite } = await import(`${dist}/store/sqlite/index.js`);

let boundary;
let effects;
let dieAt = 'never';

const die = (moment) => {
  if (dieAt === moment) process.kill(process.pid, 'SIGKILL');
};

const cancel = capability({
  name: 'orders.cancel',
  effect: 'write',
  ask: 'always',
  input: jsonSchema({ type: 'object', properties: { order: { type: 'string' } }, required: ['order'] }),
  target: resource({ type: 'order', id: 'order', load: (_context, id) => ({ id }), key: ({ id }) => id }),
  authorize: () => true,
  confirm: ({ target }) => {
    die('facts');
    return { order: target.id };
  },
  execute: ({ target, executionId }) => {
    die('before the effect');
    appendFileSync(effects, `${target.id} ${executionId}\n`);
    die('after the effect');
    return { cancelled: target.id };
  },
});

const orders = {
  async open({ folder, moment = 'never' }) {
    dieAt = moment;
    effects = `${folder}/effects`;
    boundary = await createBoundary({
      capabilities: [cancel],
      store: sqlite(`${folder}/app.db`),
      key: 'ab'.repeat(32),
    });
    return 'open';
  },
  /** Sends the call; every process may send the same, or one of its own. */
  async cancel({ callId }) {
    const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
    const outcome = await session.call('orders.cancel', { order: 'o-1' }, { callId });
    const { kind, reason, approvalId, actionDigest } = outcome;
    return { told: reason === undefined ? kind : `${kind} ${reason}`, approvalId, actionDigest };
  },
  /** Answers as the person who asks. */
  async answer({ how, id, digest }) {
    const { approvals } = boundary.approver({ tenant: 'acme', id: 'ann' });
    const options = how === 'revoke' ? { reason: 'changed my mind' } : { digest };
    const answer = await approvals[how](id, options);
    return { told: answer.kind === 'refused' ? `refused ${answer.reason}` : answer.status };
  },
};

obey(orders);
