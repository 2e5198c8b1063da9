import { expect, test } from 'vitest';
import { approverReasons } from './reasons.ts';
import { type Desk, desk, pending } from './desk.ts';
import { formOf, textOf } from './visitor.ts';

const path = '/approvals/approval-1';

async function opened(inbox: Desk, answer: 'approve' | 'reject' = 'approve', at = path) {
  const me = await inbox.signedIn();
  return { me, fields: formOf(await (await inbox.get(at, me)).text(), `${at}/${answer}`) };
}

test('the answer that is given names exactly what was shown', async () => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  const response = await inbox.post(`${path}/approve`, fields, me);
  expect(response.status).toBe(200);
  expect(textOf(await response.text())).toContain(
    'Approved. It may run once, exactly as it was shown, until 2026-01-02 00:00:00 UTC.',
  );
  expect(inbox.acts).toEqual([['approve', 'approval-1', { digest: 'digest-1' }]]);
});

test('where more persons have to agree, the answer says how many do', async () => {
  const inbox = desk([pending({ quorum: 2 })]);
  const { me, fields } = await opened(inbox);
  const response = await inbox.post(`${path}/approve`, fields, me);
  expect(textOf(await response.text())).toContain('1 of 2 persons agree');
});

test.each([
  ['with a reason', { reason: 'not this one' }, { reason: 'not this one' }],
  ['without one', { reason: '' }, {}],
  ['with a blank one, which is none', { reason: '  ' }, {}],
])('rejecting %s', async (_what, given, kept) => {
  const inbox = desk();
  const { me, fields } = await opened(inbox, 'reject');
  const response = await inbox.post(`${path}/reject`, { ...fields, ...given }, me);
  expect(textOf(await response.text())).toContain('Rejected.');
  expect(inbox.acts).toEqual([['reject', 'approval-1', { digest: 'digest-1', ...kept }]]);
});

test('looking changes nothing, however often and by whatever method [D-055]', async () => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  const query = new URLSearchParams(fields).toString();
  for (const at of ['/', path, `${path}/approve?${query}`, `${path}/reject?${query}`, `${path}?approve=1`]) {
    for (const method of ['GET', 'HEAD']) {
      const request = new Request(`http://127.0.0.1:4100${at}`, {
        method,
        headers: { host: '127.0.0.1:4100', ...me },
      });
      await inbox.fetch(request);
    }
  }
  expect(inbox.acts).toEqual([]);
  expect((await inbox.post(`${path}/approve`, fields, me)).status).toBe(200);
});

test('a page answers once: sent again, or gone back to, nothing is done [D-056]', async () => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  const together = await Promise.all([1, 2, 3].map(() => inbox.post(`${path}/approve`, fields, me)));
  expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const back = await inbox.post(`${path}/reject`, fields, me);
  expect(back.status).toBe(409);
  expect(await back.text()).toContain(`href="${path}"`);
  expect(inbox.acts).toHaveLength(1);
});

test.each(approverReasons)('an answer refused with %s says so, and is not taken for one', async (reason) => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  inbox.answer(reason);
  const response = await inbox.post(`${path}/approve`, fields, me);
  expect([403, 404, 409, 503]).toContain(response.status);
  expect(await response.text()).not.toMatch(/Approved/);
});

test('an answer that fails is not said to be given or not given', async () => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  inbox.answer(new Error('connection lost'));
  const response = await inbox.post(`${path}/approve`, fields, me);
  const text = textOf(await response.text());
  expect(response.status).toBe(500);
  expect(text).toContain('what became of your answer is not known');
  expect(text).not.toContain('connection');
});

test('of two that wait each is answered from its own page [B-055]', async () => {
  const other = pending({ approvalId: 'approval-2', actionDigest: 'digest-2' });
  const inbox = desk([pending(), other]);
  const { me, fields } = await opened(inbox);
  const stale = await inbox.post('/approvals/approval-2/approve', fields, me);
  expect(stale.status).toBe(403);
  expect((await inbox.post(`${path}/approve`, fields, me)).status).toBe(200);
  expect(inbox.acts).toEqual([['approve', 'approval-1', { digest: 'digest-1' }]]);
});
