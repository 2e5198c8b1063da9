import { request } from 'node:http';
import type { Approver } from '../src/index.ts';
import {
  capability,
  createBoundary,
  inboxApp,
  jsonSchema,
  resource,
  serveOnLoopback,
  SignIn,
  sqlite,
  systemClock,
} from './built.ts';
import { interleaved, median, medianRatio } from './rounds.ts';
import type { Row } from './row.ts';

const waiting = 10_000;
const principals = 1_000;

const write = capability({
  name: 'orders.write',
  effect: 'write',
  ask: 'always',
  input: jsonSchema<{ readonly orderId: string; readonly note: string }>({
    type: 'object',
    properties: { orderId: { type: 'string' }, note: { type: 'string' } },
    required: ['orderId', 'note'],
    additionalProperties: false,
  }),
  target: resource({ type: 'order', id: 'orderId', load: (_context, id) => ({ id }), key: ({ id }) => id }),
  authorize: () => true,
  review: { facts: ({ target }) => ({ order: target.id }), approvers: () => true },
  execute: () => 'written',
});

/** The time to the first byte of a page, over HTTP, where ten thousand approvals wait in a file. */
export async function inbox(folder: string): Promise<readonly Row[]> {
  const boundary = await createBoundary({
    capabilities: [write],
    store: sqlite(`${folder}/inbox.db`),
    key: 'ab'.repeat(32),
    asks: { pendingPerConversation: waiting / principals },
    directory: { principal: () => ({}), approver: () => true },
  });
  const ask = async (number: number, note: string): Promise<string> => {
    const principal = `ann-${number % principals}`;
    const session = boundary.session({ tenant: 'acme', principal, conversation: 'c' });
    const outcome = await session.call(
      'orders.write',
      { orderId: `o-${number}`, note },
      { callId: `call-${number}` },
    );
    if (outcome.kind !== 'pending') throw new Error(`nobody was asked: ${outcome.kind}`);
    return outcome.approvalId;
  };
  for (let from = 0; from < waiting - 2; from += principals) {
    await Promise.all(
      Array.from({ length: Math.min(principals, waiting - 2 - from) }, (_, n) => ask(from + n, 'thank you')),
    );
  }
  const small = await ask(waiting - 2, 'thank you');
  const large = await ask(waiting - 1, 'thank you \u200b'.repeat(19_000));
  const approver = boundary.approver({ tenant: 'acme', id: 'rita' });
  const signIn = new SignIn(systemClock);
  const cookie = signIn.signIn(signIn.code);
  const server = await serveOnLoopback(0, (hosts) =>
    inboxApp({ approver, signIn, hosts, clock: systemClock, report: (error) => console.error(error) }),
  );
  const page = (path: string) => () =>
    firstByte(`${server.address}${path}`, `countersign_inbox_${new URL(server.address).port}=${cookie}`);
  const measured = await interleaved(
    { warm: 5, counted: 25 },
    {
      list: page('/'),
      listed: () => timed(() => approver.approvals.list({ limit: 50 })),
      all: () => timed(() => everyPage(approver)),
      action: page(`/approvals/${small}`),
      shown: () => timed(() => approver.approvals.show(small)),
      large: page(`/approvals/${large}`),
      largeShown: () => timed(() => approver.approvals.show(large)),
    },
  );
  await server.close();
  await boundary.close();
  const row = (what: string, of: readonly number[], beside: string, to: readonly number[]): Row => ({
    what: `inbox, first byte: ${what}`,
    value: median(of),
    unit: 'ms',
    beside: { what: beside, value: median(to) },
    ratio: medianRatio(of, to),
    bar: { of: 'value', atMost: 50 },
  });
  return [
    row('50 of 10,000 that wait', measured.list, 'listing them', measured.listed),
    row('one action', measured.action, 'showing it', measured.shown),
    {
      what: 'listing 50 of 10,000 that wait',
      value: median(measured.listed),
      unit: 'ms',
      beside: { what: 'all of them, in pages of 1,000', value: median(measured.all) },
      ratio: medianRatio(measured.listed, measured.all),
      bar: { of: 'value', atMost: 50 },
    },
    {
      ...row(
        'one action of 209,000 characters, many hidden',
        measured.large,
        'showing it',
        measured.largeShown,
      ),
      bar: null,
    },
  ];
}

/** Reads the whole list. */
async function everyPage(approver: Approver): Promise<void> {
  let seen = 0;
  for (let after: string | null = ''; after !== null;) {
    const page: Awaited<ReturnType<Approver['approvals']['list']>> = await approver.approvals.list({
      limit: 1_000,
      ...(after === '' ? {} : { after }),
    });
    if (page.kind !== 'listed') throw new Error(`not listed but ${page.reason}`);
    seen += page.approvals.length;
    after = page.next;
  }
  if (seen !== waiting) throw new Error(`${seen} are listed`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds from asking until the first byte of a page arrives, on a connection of its own. */
function firstByte(url: string, cookie: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent: false, headers: { cookie } }, (response) => {
      let took = 0;
      response.once('data', () => (took = performance.now() - began));
      response.on('data', () => {});
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(took)
          : reject(new Error(`${url} answers ${response.statusCode}`)),
      );
    })
      .on('error', reject)
      .end();
  });
}
