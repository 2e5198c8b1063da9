// One process of an application that runs its own effects, with somebody in it who answers.
import { obey } from './obey.mjs';
const [dist, number] = process.argv.slice(2);
const { Action, capability, createBoundary, jsonSchema } = await import(`${dist}/index.js`);
const { sqlite } = await import(`${dist}/store/sqlite/index.js`);

const ping = capability({
  name: 'desk.ping',
  effect: 'read',
  input: jsonSchema({ type: 'object' }),
  authorize: () => true,
  execute: () => null,
});
const action = Action.fromModelProposal({
  actionId: 'search_knowledge_base',
  tenantId: 'acme',
  principalId: 'user-42',
  proposal: { resource: 'knowledge_document', effect: 'read', target: 'project/hr', args: { query: 'pay' } },
  grant: 'kb.read',
  assurance: 'mfa',
});
const answer = { approver: { tenant: 'acme', id: `approver-${number}` }, acl: () => true };
const said = ({ kind, reason = kind }) => reason;

let boundary;
const orders = {
  async open({ folder }) {
    const store = sqlite(`${folder}/app.db`);
    boundary = await createBoundary({ capabilities: [ping], store, key: 'ab'.repeat(32) });
  },
  ask: () => boundary.gateway.request(action, { conversation: 'c-1' }),
  approve: async ({ token }) => said(await boundary.gateway.approve(token, action, answer)),
  /** Every second process takes it back while the others verify. */
  async end({ receipt }) {
    if (Number(number) % 2 === 0)
      return said(await boundary.gateway.revoke(receipt, action, { ...answer, reason: 'stop' }));
    return said(await boundary.gateway.verify(receipt, action, () => true));
  },
  verify: async ({ receipt }) => said(await boundary.gateway.verify(receipt, action, () => true)),
  async records() {
    const counts = {};
    for await (const { type, body, authentic } of boundary.evidence('acme'))
      if (authentic) counts[type] = (counts[type] ?? 0) + (body.count ?? 1);
    return counts;
  },
  async close() {
    await boundary.close();
  },
};

obey(orders);
