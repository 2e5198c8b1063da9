/*
 * Lives some lives at tills, one after the other: opens one, does some things there, then some more, of which it prints
 * every pause point that it passes. At point number `at` (from 0) it is killed, as by kill -9.
 */
import { appendFileSync, writeFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { tillCapabilities, tillContext, tillDirectory, tillKey, tillWire } from './till.mjs';

const [dist, given] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${dist}/${file}`).href);
const api = await load('index.js');
const { sqlite } = await load('store/sqlite/index.js');
const { fakeClock, withPausePoints } = await load('testing/index.js');

const invoice = 'i-1';
const reason = 'looked it up';

const wire = tillWire(api);

const acts = {
  /** What people are asked about by it is what they answer next. */
  call: async ({ session, memory }, call, { callId }) => {
    const outcome = await session.call(call, { invoice }, { callId });
    if (outcome.kind === 'pending') memory.asked = outcome;
    return outcome;
  },
  preflight: ({ session }, call, { callId }) => session.preflight(call, { invoice }, { callId }),
  /** Somebody answers what was asked last, or looks at it. */
  answer: ({ boundary, memory: { asked } }, how, { by }) => {
    const { approvals } = boundary.approver({ tenant: tillContext.tenant, id: by });
    if (how === 'list') return approvals.list();
    const seen = ['approve', 'reject', 'renew'].includes(how) ? { digest: asked.actionDigest } : {};
    const words = ['reject', 'revoke', 'lift'].includes(how) ? { reason } : {};
    return approvals[how](asked.approvalId, how === 'show' ? undefined : { ...seen, ...words });
  },
  /** An operator takes back everything that waits. */
  withdraw: ({ operator: { approvals } }, why) => approvals.revoke({ all: true, reason: why }),
  /** Whoever runs effects of their own keeps the token and the receipt in a file. */
  gateway: async ({ boundary: { gateway }, folder, memory }, how, { by }) => {
    const options = { approver: { tenant: tillContext.tenant, id: by }, acl: () => true };
    const { token, receipt } = memory.wired ?? {};
    switch (how) {
      case 'request':
        memory.wired = await gateway.request(wire, { conversation: tillContext.conversation });
        writeFileSync(`${folder}/wired`, JSON.stringify(memory.wired));
        return memory.wired;
      case 'revoke':
        return gateway.revoke(receipt, wire, { ...options, reason });
      case 'verify':
        return gateway.verify(receipt, wire, options.acl);
      default:
        return gateway[how](token, wire, options);
    }
  },
  saw: ({ session }, content) => session.saw(content, { source: 'a page', channel: 'web' }),
  /** Begins a run, whose id is kept in a file. */
  run: async ({ session, folder, memory }, atomic) => {
    memory.run = await session.run({ atomic });
    writeFileSync(`${folder}/run`, memory.run.id);
  },
  /** A step of it. */
  step: async ({ session, memory }, call, { callId }) => {
    const outcome = await session.call(call, { invoice }, { callId, run: memory.run });
    if (outcome.kind === 'pending') memory.asked = outcome;
  },
  end: ({ memory }, how) => memory.run[how](),
  runs: ({ operator: { runs }, memory }, how) =>
    how === 'list' ? runs.list() : runs[how](memory.run.id, how === 'show' ? undefined : { reason }),
  heard: ({ session }, text) => session.heard(text),
  wait: ({ clock }, time) => clock.advance(time),
  check: ({ session }, name) => session.check(name, { invoice }),
  /** Says how the first claim ended whose end nobody knows. */
  resolve: async ({ operator: { claims } }, as) => {
    const { claims: unresolved } = await claims.list();
    return claims.resolve(unresolved[0].executionId, { as, reason });
  },
  meters: ({ operator }, limit) => operator.limits.list({ limit }),
  prune: ({ operator }, why) => operator.limits.prune({ reason: why }),
  /** Another version of the catalogue comes into force, and the process that brought it ends. */
  deploy: async ({ open }, without) => {
    const other = await open(without);
    await other.close();
  },
  /** Time is one for all tenants: whoever sets it back belongs to none. */
  resetClock: ({ boundary }, why) =>
    boundary.operator({ tenant: '', id: 'olga' }).clock.reset({ reason: why }),
  supersede: ({ boundary }, why) => boundary.supersedeOtherCatalogues(why),
  read: async ({ boundary }, tenant) => {
    for await (const record of boundary.evidence(tenant)) void record;
  },
  close: ({ boundary }) => boundary.close(),
};

async function live({ folder, before, watched, at, time }) {
  let passed = 0;
  let watching = before === null;
  const pause = (point) => {
    if (!watching) return;
    // Synchronous, so that it is out before anything else can happen.
    writeSync(1, `${point}\n`);
    if (passed === at) process.kill(process.pid, 'SIGKILL');
    passed += 1;
  };
  const capabilities = tillCapabilities(api, (...effect) => {
    appendFileSync(`${folder}/effects`, `${effect.join(' ')}\n`);
  });
  const clock = fakeClock(time);
  const open = (without) =>
    api.createBoundary({
      capabilities: capabilities.slice(without),
      store: withPausePoints(sqlite(`${folder}/till.db`, { synchronous: 'NORMAL' }), pause),
      key: tillKey,
      directory: tillDirectory,
      clock,
    });
  const boundary = await open(0);
  const session = boundary.session(tillContext);
  const operator = boundary.operator({ tenant: tillContext.tenant, id: 'olga' });
  const memory = {};
  const act = async (step) => {
    const [name, value] = Object.entries(step)[0];
    const answer = await acts[name](
      { boundary, session, operator, open, clock, folder, memory },
      value,
      step,
    );
    if (answer?.kind === 'refused') throw new Error(`${name} was refused: ${answer.reason}`);
  };

  for (const step of before ?? []) await act(step);
  watching = true;
  for (const step of watched) await act(step);
}

for (const life of JSON.parse(given)) {
  await live(life);
  writeSync(1, 'lived\n');
}
// Without a word, as whoever is killed.
process.exit();
