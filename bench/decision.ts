import {
  Action,
  authorize,
  bindContext,
  constantsOf,
  registerCatalogue,
  rightsOf,
  sqlite,
  strictCopy,
  systemClock,
  within,
} from './built.ts';
import { capabilities, context, openDesk, proposal } from './desk.ts';
import type { JsonObject } from '../src/json/json.ts';
import type { Store } from '../src/store/store.ts';
import { type Contestant, interleaved, median } from './rounds.ts';
import { alone, type Row } from './row.ts';

const each = 2_000;

/** The time of a decision, p50: its pure parts, and the check phase that they are part of. */
export async function decision(): Promise<readonly Row[]> {
  const decide = await pureParts();
  const memory = await openDesk(sqlite(':memory:'));
  const constant = await openDesk(await answeringAtOnce());
  const raw = proposal(1);
  const bytes = JSON.stringify(raw).length;
  const check =
    ({ session }: typeof memory, name: string) =>
    () =>
      p50Later(() => session.check(name, raw, { callId: 'call-1' }));

  const measured = await interleaved({ warm: 5, counted: 25 }, {
    zod: () => p50(() => decide('orders.refund-zod', raw)),
    json: () => p50(() => decide('orders.refund', raw)),
    constant: check(constant, 'orders.refund'),
    memory: check(memory, 'orders.refund'),
  } satisfies Record<string, Contestant>);
  await memory.boundary.close();
  await constant.boundary.close();

  const bar = { atMost: 15 };
  return [
    alone(`decision without I/O, ${bytes} bytes, zod`, median(measured.zod), 'µs', bar),
    alone(`decision without I/O, ${bytes} bytes, JSON Schema`, median(measured.json), 'µs', bar),
    alone('session.check, the store answers from a constant', median(measured.constant), 'µs', null),
    alone('session.check, the store is SQLite in memory', median(measured.memory), 'µs', null),
  ];
}

/** Strict copy, schema, target, policy, digest: the same functions in the order of the pipeline, without its frame. */
async function pureParts(): Promise<(name: string, raw: unknown) => string> {
  const catalogue = await registerCatalogue(capabilities);
  const bound = bindContext(context);
  const session = {
    context: bound,
    locale: 'en',
    facts: [],
    place: { tenant: 'acme', owner: 'owner', conversation: 'conversation' },
    constants: new Map(),
    guest: null,
    sharedBy: null,
    delegators: [],
    only: null,
    entering: { last: null },
  };
  const inTime = within(systemClock, 10_000);

  return (name, raw) => {
    const found = catalogue.find(name, bound);
    if (typeof found === 'string' || found.target === null) throw new Error(`${name} cannot be called`);
    const copy = strictCopy(raw, found.bounds);
    if (!copy.ok) throw new Error('the arguments were refused');
    const validated = now(found.schema.validate(copy.value as JsonObject));
    if (!validated.ok) throw new Error('the arguments do not match the schema');
    const input = validated.value;
    const source = found.target;
    const target = now(inTime(() => source.load(bound, input)));
    if (target === null) throw new Error('there is no target');
    const current = now(rightsOf(null, bound, inTime));
    if (!current.ok) throw new Error('the directory refused');
    const seen = { context: bound, input, target: target.value };
    const judging = { rights: current.rights, levels: catalogue.assurance, deadline: inTime };
    if (now(authorize(found, seen, judging)).kind !== 'permitted') throw new Error('policy refused');
    const { constants, digest: constant } = constantsOf(session, found);
    return Action.bound({ constants, arguments: input, target }, { constant }).digest;
  };
}

/** What answered at once; a promise would mean that something else is being measured. */
function now<T>(value: T | PromiseLike<T>): T {
  if (typeof value === 'object' && value !== null && 'then' in value)
    throw new Error('a part had to be waited for');
  return value as T;
}

/** A store whose answer to the decision's one read is ready: a call id that nobody used. */
async function answeringAtOnce(): Promise<Store> {
  const store = sqlite(':memory:');
  const load = store.loadForDecision.bind(store);
  let answer: Awaited<ReturnType<Store['loadForDecision']>> | null = null;
  // The boundary reads once before its catalogue is registered; what is kept is the first answer after that.
  store.loadForDecision = (call, catalogue) => {
    if (answer !== null) return answer;
    const loaded = now(load(call, catalogue));
    if (loaded.catalogue !== null) answer = loaded;
    return loaded;
  };
  return store;
}

function p50(work: () => unknown): number {
  const times: number[] = [];
  for (let index = 0; index < each; index += 1) {
    const began = performance.now();
    work();
    times.push(performance.now() - began);
  }
  return median(times) * 1_000;
}

async function p50Later(work: () => Promise<{ readonly decision: string }>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < each; index += 1) {
    const began = performance.now();
    const { decision: answer } = await work();
    times.push(performance.now() - began);
    if (answer !== 'permit') throw new Error(`the decision was ${answer}`);
  }
  return median(times) * 1_000;
}
