import { expect, test } from 'vitest';
import { inboxApp, SignIn } from '../../src/inbox/index.ts';
import { bentStore } from '../bent-store.ts';
import { openCounter, pendingOf } from '../approvals/counter.ts';
import { formOf, host, textOf, visitor } from './visitor.ts';

type Counter = Awaited<ReturnType<typeof openCounter>>;

/** The inbox of one account at the counter, signed in. */
async function inboxOf({ boundary, clock }: Counter, id: string) {
  const signIn = new SignIn(clock);
  const faults: unknown[] = [];
  const approver = boundary.approver({ tenant: 'acme', id });
  const app = inboxApp({
    approver,
    signIn,
    hosts: [host],
    clock,
    report: (error) => void faults.push(error),
  });
  const { get, post, signedIn } = visitor(app, signIn);
  const me = await signedIn();
  return {
    faults,
    look: async (path: string) => {
      const response = await get(path, me);
      return { status: response.status, page: await response.text() };
    },
    answer: async (path: string, fields: Record<string, string>) => {
      const response = await post(path, fields, me);
      return { status: response.status, text: textOf(await response.text()) };
    },
  };
}

async function approveAs(counter: Counter, id: string, approval: string): Promise<string> {
  const inbox = await inboxOf(counter, id);
  const path = `/approvals/${approval}`;
  const { page } = await inbox.look(path);
  return (await inbox.answer(`${path}/approve`, formOf(page, `${path}/approve`))).text;
}

test('what two persons approve on their pages runs once, as it was shown', async () => {
  const counter = await openCounter();
  const { id, actionDigest, executionId } = pendingOf(await counter.refund(100));
  const rita = await inboxOf(counter, 'rita');
  expect((await rita.look('/')).page).toContain(`/approvals/${id}`);
  const { page } = await rita.look(`/approvals/${id}`);
  const text = textOf(page).replaceAll(/\s+/g, ' ');
  for (const shown of [actionDigest, executionId, 'orderId', '"o-1"', 'amount', '100', 'total', '4200'])
    expect(text).toContain(shown);
  expect(await approveAs(counter, 'rita', id)).toContain('1 of 2 persons agree');
  expect((await counter.refund(100)).kind).toBe('pending');
  expect(await approveAs(counter, 'ron', id)).toContain('Approved. It may run once');
  expect(await counter.refund(100)).toMatchObject({ kind: 'executed', actionDigest, executionId });
  expect(counter.counter.effects).toEqual([`refund o-1 100 ${executionId}`]);
});

test('who asks confirms on the page, and nobody reviews what is their own', async () => {
  const counter = await openCounter();
  const cancel = pendingOf(await counter.cancel());
  expect(await approveAs(counter, 'ann', cancel.id)).toContain('Approved');
  const refund = pendingOf(await counter.refund());
  const inbox = await inboxOf(counter, 'ann');
  const path = `/approvals/${refund.id}`;
  const { page } = await inbox.look(path);
  const refused = await inbox.answer(`${path}/approve`, formOf(page, `${path}/approve`));
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('others have to agree')]);
});

test('what the application threw about an approver is told to who runs the inbox, and is on no page', async () => {
  const counter = await openCounter();
  const { id } = pendingOf(await counter.refund());
  const inbox = await inboxOf(counter, 'rita');
  const cause = new Error('hunter2');
  counter.counter.approvers = () => {
    throw cause;
  };
  const { status, page } = await inbox.look(`/approvals/${id}`);
  expect([status, inbox.faults]).toEqual([503, [cause]]);
  expect(page).not.toContain('hunter2');
});

test('a page about what was rejected, used or changed meanwhile answers nothing', async () => {
  const counter = await openCounter();
  const { id, seen } = pendingOf(await counter.refund());
  const path = `/approvals/${id}`;
  const inbox = await inboxOf(counter, 'rita');
  const { page } = await inbox.look(path);
  await counter.as('ron').reject(id, seen);
  const late = await inbox.answer(`${path}/approve`, formOf(page, `${path}/approve`));
  expect(late.status).toBe(409);
  expect((await inbox.look(path)).status).toBe(409);
});

test('whom it does not concern sees nothing and learns nothing', async () => {
  const counter = await openCounter();
  const { id } = pendingOf(await counter.refund());
  const inbox = await inboxOf(counter, 'mallory');
  expect(textOf((await inbox.look('/')).page)).toContain('Nothing waits');
  const [theirs, none] = [await inbox.look(`/approvals/${id}`), await inbox.look('/approvals/none')];
  expect(theirs).toEqual(none);
  expect(theirs.status).toBe(404);
});

test('a row that somebody edited, or whose content is another’s, is not shown [D-057]', async () => {
  const { store, database } = bentStore();
  const counter = await openCounter({ store });
  const [small, large] = [pendingOf(await counter.refund(1)), pendingOf(await counter.refund(9_000))];
  const sealed = database.prepare('SELECT sealed FROM countersign_approval WHERE id = ?').get(small.id);
  database
    .prepare('UPDATE countersign_approval SET sealed = ? WHERE id = ?')
    .run((sealed as { readonly sealed: string }).sealed, large.id);
  const inbox = await inboxOf(counter, 'rita');
  for (const path of [`/approvals/${large.id}`, '/']) {
    const { status, page } = await inbox.look(path);
    expect(status).toBe(500);
    expect(textOf(page)).toContain('What is stored is not what was asked for');
    expect(page).not.toMatch(/orders\.refund|9000|<form/);
  }
  expect(inbox.faults).toHaveLength(2);
});
