import { expect, test } from 'vitest';
import { desk } from './desk.ts';
import { formOf, host } from './visitor.ts';

test('the link shows a button, the button signs in, and the cookie is for this server alone', async () => {
  const inbox = desk();
  const page = await (await inbox.get(`/sign-in?code=${inbox.signIn.code}`)).text();
  const response = await inbox.post('/sign-in', formOf(page, '/sign-in'));
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  expect(response.headers.get('set-cookie')).toMatch(
    /^countersign_inbox_4100=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const cookie = response.headers.get('set-cookie')!.split(';', 1)[0]!;
  expect((await inbox.get('/', { cookie })).status).toBe(200);
});

test('whatever follows the link signs nobody in and uses nothing up', async () => {
  const inbox = desk();
  for (const site of ['none', 'cross-site']) {
    const response = await inbox.get(`/sign-in?code=${inbox.signIn.code}`, { 'sec-fetch-site': site });
    expect(response.headers.get('set-cookie')).toBeNull();
  }
  expect((await inbox.get('/', await inbox.signedIn())).status).toBe(200);
});

test('a code signs in once', async () => {
  const inbox = desk();
  const first = await inbox.signedIn();
  const again = await inbox.post('/sign-in', { code: inbox.signIn.code });
  expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null]);
  expect((await inbox.get('/', first)).status).toBe(200);
});

test('a code is over after five minutes, on either clock', async () => {
  const inTime = desk();
  inTime.clock.advance(5 * 60_000 - 1);
  expect((await inTime.get('/', await inTime.signedIn())).status).toBe(200);
  const late = desk();
  late.clock.advance(5 * 60_000);
  const response = await late.post('/sign-in', { code: late.signIn.code });
  expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
  const setBack = desk();
  setBack.clock.advance(5 * 60_000);
  setBack.clock.set(0);
  expect((await setBack.post('/sign-in', { code: setBack.signIn.code })).status).toBe(403);
});

test('a session is over after eight hours', async () => {
  const inbox = desk();
  const me = await inbox.signedIn();
  inbox.clock.advance(8 * 3_600_000 - 1);
  expect((await inbox.get('/', me)).status).toBe(200);
  inbox.clock.advance(1);
  expect((await inbox.get('/', me)).status).toBe(401);
  expect(inbox.acts).toEqual([]);
});

test.each([
  ['another code', { code: 'x'.repeat(43) }],
  ['no code', {}],
  ['an empty code', { code: '' }],
])('%s signs nobody in', async (_what, fields) => {
  const inbox = desk();
  const response = await inbox.post('/sign-in', fields as Record<string, string>);
  expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
});

test('without a session nothing is shown or answered', async () => {
  const inbox = desk();
  const me = await inbox.signedIn();
  for (const cookie of ['', `countersign_inbox_4100=${'x'.repeat(43)}`, me.cookie.replace('4100', '4101')]) {
    for (const path of ['/', '/approvals/approval-1', '/nowhere']) {
      const response = await inbox.get(path, { cookie });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toMatch(/olga|shop|orders|approval-1"/);
    }
    const page = await (await inbox.get('/approvals/approval-1', me)).text();
    const fields = formOf(page, '/approvals/approval-1/approve');
    expect((await inbox.post('/approvals/approval-1/approve', fields, { cookie })).status).toBe(403);
  }
  expect(inbox.acts).toEqual([]);
});

test('who comes by a link from elsewhere is led on to the page, and to no other place', async () => {
  const inbox = desk();
  const from = { 'sec-fetch-site': 'cross-site' };
  const page = await (await inbox.get('/approvals/approval-1', from)).text();
  expect(page).toContain('<a href="/approvals/approval-1">');
  for (const path of ['//evil.example', '/approvals/..//evil.example', '/approvals/a/b']) {
    expect(await (await inbox.get(path, from)).text()).not.toContain('<a ');
  }
  expect(await (await inbox.get('/approvals/approval-1')).text()).not.toContain('<a ');
});

test.each([
  'evil.example',
  'evil.example:4100',
  'localhost:4100',
  '127.0.0.1',
  '127.0.0.1:80',
  `${host}.evil.example`,
  '',
])('under the host "%s" nothing is answered', async (other) => {
  const inbox = desk();
  const me = await inbox.signedIn();
  const response = await inbox.get('/', { ...me, host: other });
  expect(response.status).toBe(421);
  expect(await response.text()).not.toMatch(/olga|orders/);
  const signIn = await inbox.post(
    '/sign-in',
    { code: inbox.signIn.code },
    { host: other, origin: `http://${other}` },
  );
  expect(signIn.status).toBe(421);
});
