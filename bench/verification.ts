import { Action, sqlite } from './built.ts';
import { openDesk } from './desk.ts';
import { type Contestant, interleaved, median, medianRatio } from './rounds.ts';
import { alone, type Row } from './row.ts';
import type { Store } from '../src/store/store.ts';

const each = 2_000;
const bar = { atMost: 50 };

/** The time of a verification right before an effect, p50, with access control in memory; and of its one read. */
export async function verification(folder: string): Promise<readonly Row[]> {
  const store = sqlite(`${folder}/verification.db`, { driver: 'better-sqlite3' });
  const { verify, read, close } = await approvedOn(store);
  const memory = await approvedOn(sqlite(':memory:'));
  const measured = await interleaved({ warm: 5, counted: 25 }, {
    file: () => p50(verify),
    memory: () => p50(memory.verify),
    read: () => p50(read),
  } satisfies Record<string, Contestant>);
  await close();
  await memory.close();
  return [
    alone('verifyForExecution, access control in memory, SQLite in a file', median(measured.file), 'µs', bar),
    alone(
      'verifyForExecution, access control in memory, SQLite in memory',
      median(measured.memory),
      'µs',
      bar,
    ),
    {
      what: 'verifyForExecution, SQLite in a file',
      value: median(measured.file),
      unit: 'µs',
      beside: { what: 'its one read', value: median(measured.read) },
      ratio: medianRatio(measured.file, measured.read),
      bar: null,
    },
  ];
}

/** A gateway with one approval among a thousand, and what is measured of it. */
async function approvedOn(store: Store) {
  const { boundary } = await openDesk(store);
  const { gateway } = boundary;
  const acl = () => true;
  const approve = async (number: number) => {
    const action = actionOf(number);
    const asked = await gateway.request(action, { conversation: `c-${number}` });
    if (asked.kind !== 'requested') throw new Error(`nobody was asked: ${asked.kind}`);
    await gateway.approve(asked.token, action, { approver: { tenant: 'acme', id: 'bob' }, acl });
    return asked.receipt;
  };
  const receipt = await approve(0);
  for (let number = 1; number < 1_000; number += 1) await approve(number);
  return {
    // As a worker does: the action is bound, and its digest made, from the proposal every time.
    verify: async () => {
      if (!(await gateway.verifyForExecution(receipt, actionOf(0), acl))) throw new Error('it was refused');
    },
    read: async () => {
      await store.approvalByToken(receipt.approvalId);
    },
    close: () => boundary.close(),
  };
}

function actionOf(number: number) {
  return Action.fromModelProposal({
    actionId: 'search_knowledge_base',
    tenantId: 'acme',
    principalId: `user-${number}`,
    proposal: {
      resource: 'knowledge_document',
      effect: 'read',
      target: 'project/hr',
      args: { query: 'retention policy', number },
    },
    grant: 'kb.read',
    assurance: 'mfa',
  });
}

async function p50(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < each; index += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times) * 1_000;
}
