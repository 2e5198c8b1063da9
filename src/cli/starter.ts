import type { OwnPackage } from './own-package.ts';

/** The packages that the starter needs. */
export const starterPackages: readonly string[] = ['countersign', 'better-sqlite3'];

/**
 * A small application behind a boundary, as files by name. It denies by default, says nothing on the developer's
 * behalf that widens, and needs no package but countersign and a SQLite driver. Its modules are typed by JSDoc, so
 * that they hold under `checkJs` as well.
 */
export function starter({ version, peerDependencies }: OwnPackage): Readonly<Record<string, string>> {
  const manifest = {
    name: 'countersign-starter',
    private: true,
    type: 'module',
    scripts: { start: 'node start.mjs', doctor: 'countersign doctor' },
    dependencies: {
      'better-sqlite3': peerDependencies['better-sqlite3'],
      countersign: `^${version}`,
    },
    allowScripts: { 'better-sqlite3': true },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'countersign.config.mjs': config,
    'start.mjs': start,
    '.gitignore': gitignore,
  };
}

const config = `// What the model may propose, and who decides. \`countersign\` commands execute this file.
import { fileURLToPath } from 'node:url';
import { capability, defineBoundary, jsonSchema, resource } from 'countersign';
import { sqlite } from 'countersign/sqlite';

// Stands for your own database.
const orders = new Map([
  ['4411', { id: '4411', shop: 'shop', customer: 'ann', status: 'open' }],
  ['4412', { id: '4412', shop: 'shop', customer: 'bob', status: 'open' }],
]);

/**
 * The schema is checked when a call comes in; this type tells TypeScript what it lets through. In a .ts file:
 * jsonSchema<{ orderId: string }>({ … }).
 * @type {ReturnType<typeof jsonSchema<{ orderId: string }>>}
 */
const input = jsonSchema({
  type: 'object',
  properties: { orderId: { type: 'string', description: 'The number on the order.' } },
  required: ['orderId'],
  additionalProperties: false,
});

// The record comes from your database, never from the model.
const order = resource({
  type: 'order',
  id: 'orderId',
  load: (_context, id) => orders.get(id) ?? null,
  key: (record) => record.id,
  tenant: (record) => record.shop,
});

const view = capability({
  name: 'orders.view',
  description: 'Shows one order.',
  effect: 'read',
  input,
  target: order,
  // Only \`true\` and \`permit()\` permit.
  authorize: ({ context, target }) => target.customer === context.principal,
  execute: ({ target }) => ({ id: target.id, status: target.status }),
});

const cancel = capability({
  name: 'orders.cancel',
  description: 'Cancels one order.',
  effect: 'write',
  ask: 'never',
  input,
  target: order,
  authorize: ({ context, target }) => target.customer === context.principal,
  once: ({ target }) => ({ order: target.id }), // happens at most once, ever
  execute: ({ target }) => {
    orders.set(target.id, { ...target, status: 'cancelled' });
    return { cancelled: target.id };
  },
});

export default defineBoundary({
  capabilities: [view, cancel],
  store: sqlite(fileURLToPath(new URL('app.db', import.meta.url))),
  // Development makes a key beside the database. In production the key is yours: set COUNTERSIGN_KEY.
  mode: process.env.NODE_ENV === 'production' ? 'production' : 'development',
});
`;

const start = `// Plays a model's proposals through the boundary. Run it twice: what happened is not done again.
import { createBoundary } from 'countersign';
import options from './countersign.config.mjs';

const boundary = await createBoundary(options);
// Tenant, principal and conversation come from your authentication, never from a request's body.
const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'first' });

/** @type {[name: string, args: object, callId: string][]} */
const proposals = [
  ['orders.view', { orderId: '4411' }, 'call-1'],
  ['orders.cancel', { orderId: '4411' }, 'call-2'],
  ['orders.cancel', { orderId: '4411' }, 'call-3'], // the same again, under a new id
  ['orders.cancel', { orderId: '4412' }, 'call-4'], // somebody else's
];

for (const [name, args, callId] of proposals) {
  const outcome = await session.call(name, args, { callId });
  const detail = outcome.kind === 'denied' ? outcome.reason : JSON.stringify('value' in outcome ? outcome.value : null);
  console.log(callId, name, JSON.stringify(args), '->', outcome.kind, detail);
}

await boundary.close();
`;

/** Data and the development key: what must not go into version control. */
export const ignored: readonly string[] = ['*.db', '*.db-shm', '*.db-wal', '*.key'];

const gitignore = `node_modules
# Data and the development key.
${ignored.join('\n')}
`;
