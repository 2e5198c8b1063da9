/*
 * One process of a race on a store. Orders come as messages, each is answered with one message: what happened,
 * and every error that reached the caller.
 */
import { pathToFileURL } from 'node:url';

const [dist, number] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { sqlite } = await load('store/sqlite/index.js');
const { systemClock } = await load('clock.js');
const rows = await load('testing/conformance/store-rows.js');

/** Opens, as every process of an application does when it starts. */
async function start(file) {
  const store = sqlite(file);
  await store.open(systemClock);
  await store.registerCatalogue(rows.catalogueRow, rows.evidenceRow(rows.callRow({ id: 'catalogue' })));
  const key = await store.adoptKey({ id: `key of ${number}`, check: 'check' });
  return { store, key };
}

/** Reads, then admits what it found absent. */
async function tryOne(store, id, attempt) {
  const mac = `mac:${number}/${attempt}`;
  const call = rows.callRow({ id, mac, execution: `execution:${number}/${id}/${attempt}` });
  const { call: there } = await store.loadForDecision(call, 'v1');
  if (there !== null) return 'known';
  const answer = await store.admit(rows.admissionOf(call));
  return answer.kind;
}

let opened;

const orders = {
  /** Starts on a file and stops again. */
  async start({ file }) {
    const { store, key } = await start(file);
    await store.close();
    return key.id;
  },

  /** Starts on a file and keeps it, so that the race to come has no head start in it. */
  async open({ file }) {
    opened = await start(file);
    return file;
  },

  /** Tries the same ids as every other process, `atOnce` times each before the first has its answer. */
  async admit({ ids, atOnce }) {
    const { store } = opened;
    const admitted = [];
    const kinds = {};
    for (const id of ids) {
      const tries = Array.from({ length: atOnce }, (_, attempt) => tryOne(store, id, attempt));
      for (const kind of await Promise.all(tries)) {
        kinds[kind] = (kinds[kind] ?? 0) + 1;
        if (kind === 'admitted') admitted.push(id);
      }
    }
    await store.close();
    return { admitted, kinds };
  },
};

async function obey({ order, ...rest }) {
  try {
    process.send({ done: await orders[order](rest) });
  } catch (error) {
    process.send({ error: `${error.code}: ${error.message} (${error.cause?.code ?? 'no cause'})` });
  }
}

process.on('message', (message) => void obey(message));
process.send('ready');
