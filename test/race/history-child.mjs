/*
 * One of many processes in one conversation. Orders come as messages, each is answered with one message; `{n}` in them is
 * the number of the process. Its effects are lines in a file, so that the parent can count what really happened.
 */
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { obey } from './obey.mjs';

const [dist, number] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { capability, createBoundary } = await load('index.js');
const { sqlite } = await load('store/sqlite/index.js');

let boundary;
let effects;

/** A schema that asks for nothing: compiling a real one is a third of what a process does here. */
const input = { '~standard': { version: 1, vendor: 'desk', validate: (value) => ({ value }) } };

const declare = (name, more) =>
  capability({
    name: `desk.${name}`,
    version: '1',
    effect: 'write',
    ask: 'never',
    input,
    authorize: () => true,
    execute: ({ input: { item } }) => {
      appendFileSync(effects, `${name} ${item}\n`);
      return { item };
    },
    ...more,
  });

const capabilities = [
  declare('view', { effect: 'read', ask: undefined }),
  declare('tap', { sequence: { atMost: 10 } }),
  declare('take', { sequence: { after: [{ capability: 'desk.view', bind: { item: '/item' } }] } }),
  declare('seal', { sequence: { after: ['desk.take'], notAfter: ['desk.reopen'], atMost: 1 } }),
  declare('reopen', { sequence: { notAfter: ['desk.seal'] } }),
];

const sessionOf = () => boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });

/** What a call comes to, where it is sent again as often as the others were in its way. */
async function persist(session, name, item, callId) {
  for (;;) {
    const outcome = await session.call(name, { item }, { callId });
    if (outcome.reason !== 'contended') return outcome;
  }
}

obey({
  async open({ folder }) {
    await boundary?.close();
    effects = `${folder}/effects`;
    boundary = await createBoundary({
      capabilities,
      store: sqlite(`${folder}/desk.db`),
      key: 'ab'.repeat(32),
    });
  },

  /** Makes calls, none of which waits for another; `words`: how often something is heard and seen meanwhile. */
  async call({ calls, words = 0 }) {
    const session = sessionOf();
    const made = calls.map(({ call, item, callId }) =>
      persist(session, call, item.replaceAll('{n}', number), callId.replaceAll('{n}', number)),
    );
    const said = Array.from({ length: words }, async (_, n) => {
      const other = sessionOf();
      await other.heard(`words ${n} of ${number}`);
      await other.saw(`page ${n} of ${number}`, { source: `page-${n}`, channel: 'web' });
    });
    await Promise.all(said);
    return (await Promise.all(made)).map(({ kind, reason, detail }) =>
      [kind, reason, detail].filter((part) => part !== undefined).join(' '),
    );
  },
});
