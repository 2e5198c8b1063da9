/*
 * One process of a race on a store. Orders come as messages, each is answered with one message: what happened,
 * and every error that reached the caller.
 */
import { pathToFileURL } from 'node:url';

const [dist, number] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const { sqlite } = await load('store/sqlite/index.js');
const { postgres } = await load('store/postgres/index.js');
const { systemClock } = await load('clock.js');
const rows = await load('testing/conformance/store-rows.js');

/** Opens, as every process of an application does when it starts. */
async function start(place) {
  const store = place.startsWith('postgres:') ? postgres({ url: place, connections: 4 }) : sqlite(place);
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

/** Takes one unit from the same meter as every other process, at the time that the store says it is. */
async function takeOne(store, id, kind, max) {
  const call = rows.callRow({ id, mac: `mac:${id}`, execution: `execution:${id}`, holds: null });
  for (;;) {
    const { now } = await store.loadForDecision(call, 'v1');
    const charges = [rows.chargeOf(longRules(max)[kind], now, { key: kind })];
    const answer = await store.admit(rows.admissionOf(call, { charges }));
    // A machine that is busy enough lets a decision wait for two seconds: it is made again.
    if (answer.kind !== 'moved' || answer.what !== 'clock') return answer.kind;
  }
}

/** Rules whose time does not run out during a race. */
const longRules = (max) => ({
  fixed_window: { kind: 'fixed_window', max, from: 0, until: Number.MAX_SAFE_INTEGER },
  sliding_window: { kind: 'sliding_window', max, length: 86_400_000, most: 1_000 },
  token_bucket: { kind: 'token_bucket', max, refill: 1, every: 86_400_000 },
  budget: { kind: 'budget', max },
});

let opened;

const orders = {
  /** Starts on a database and stops again. */
  async start({ place }) {
    const { store, key } = await start(place);
    await store.close();
    return key.id;
  },

  /** Starts on a database and keeps it, so that the race to come has no head start in it. */
  async open({ place }) {
    opened = await start(place);
    return place;
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

  /** Makes `calls` calls that take from one meter, all at once. */
  async take({ kind, max, calls }) {
    const { store } = opened;
    const ids = Array.from({ length: calls }, (_, n) => `${kind} ${number}/${n}`);
    return Promise.all(ids.map((id) => takeOne(store, id, kind, max)));
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
