import { expect, test } from 'vitest';
import { type Desk, desk, pending } from './desk.ts';
import { formOf, host } from './visitor.ts';

const path = '/approvals/approval-1';

async function opened(inbox: Desk) {
  const me = await inbox.signedIn();
  return { me, fields: formOf(await (await inbox.get(path, me)).text(), `${path}/approve`) };
}

type Headers = Readonly<Record<string, string>>;

test.each<readonly [what: string, headers: Headers]>([
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site that a browser without fetch metadata shows', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:4101', 'sec-fetch-site': 'same-site' }],
  ['this machine under another name', { origin: 'http://localhost:4100' }],
  ['this host with another scheme', { origin: `https://${host}` }],
  ['a page without an origin', { origin: 'null' }],
  ['nowhere', { origin: '' }],
  ['here, as its browser denies', { 'sec-fetch-site': 'cross-site' }],
  ['here, typed into the address bar', { 'sec-fetch-site': 'none' }],
])('a post from %s is refused and changes nothing [D-056]', async (_what, headers) => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  for (const answer of ['approve', 'reject']) {
    expect((await inbox.post(`${path}/${answer}`, fields, { ...me, ...headers })).status).toBe(403);
  }
  expect(inbox.acts).toEqual([]);
  expect(
    (await inbox.post(`${path}/approve`, fields, { ...me, 'sec-fetch-site': 'same-origin' })).status,
  ).toBe(200);
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
  'a post as "%s" is refused, wherever it comes from',
  async (type) => {
    const inbox = desk();
    const { me, fields } = await opened(inbox);
    for (const body of [JSON.stringify(fields), new URLSearchParams(fields).toString()]) {
      for (const origin of [`http://${host}`, 'https://evil.example']) {
        const response = await inbox.fetch(
          new Request(`http://${host}${path}/approve`, {
            method: 'POST',
            body,
            headers: { host, origin, 'content-type': type, ...me },
          }),
        );
        expect(response.status).toBe(403);
      }
    }
    expect(inbox.acts).toEqual([]);
  },
);

test('a token is of one session, one approval and one digest, and of this inbox [D-056]', async () => {
  const inbox = desk([pending(), pending({ approvalId: 'approval-2' })]);
  const { me, fields } = await opened(inbox);
  const elsewhere = desk();
  const { fields: foreign } = await opened(elsewhere);
  const { token = '' } = fields;
  const attempts: readonly (readonly [at: string, Readonly<Record<string, string>>])[] = [
    [path, { ...fields, token: '' }],
    [path, { digest: fields['digest']! }],
    [path, { ...fields, token: `${token}x` }],
    [path, { ...fields, token: `x${token}` }],
    [path, { ...fields, token: token.replace('.', '') }],
    [path, { ...fields, token: foreign['token']! }],
    [path, { ...fields, digest: 'digest-2' }],
    [path, { token }],
    ['/approvals/approval-2', fields],
  ];
  for (const [at, sent] of attempts) {
    expect((await inbox.post(`${at}/approve`, sent, me)).status).toBe(403);
  }
  expect(inbox.acts).toEqual([]);
  expect((await inbox.post(`${path}/approve`, fields, me)).status).toBe(200);
});

test('who approves, for which tenant and about what cannot be said in a post [B-047]', async () => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  const more = { approver: 'human-1', as: 'human-1', tenant: 'other', principal: 'ann', quorum: '0' };
  expect((await inbox.post(`${path}/approve?as=human-1`, { ...fields, ...more }, me)).status).toBe(200);
  expect(inbox.acts).toEqual([['approve', 'approval-1', { digest: 'digest-1' }]]);
});

test('a field that is sent twice says nothing', async () => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  const body = `${new URLSearchParams(fields).toString()}&digest=digest-1`;
  const response = await inbox.fetch(
    new Request(`http://${host}${path}/approve`, {
      method: 'POST',
      body,
      headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded', ...me },
    }),
  );
  expect(response.status).toBe(403);
  expect(inbox.acts).toEqual([]);
});

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is no way to do anything', async (method) => {
  const inbox = desk();
  const { me } = await opened(inbox);
  const headers = { host, origin: `http://${host}`, ...me };
  const response = await inbox.fetch(new Request(`http://${host}${path}/approve`, { method, headers }));
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(inbox.acts).toEqual([]);
});

test('more than an answer can take is not read', async () => {
  const inbox = desk();
  const { me, fields } = await opened(inbox);
  const response = await inbox.post(`${path}/reject`, { ...fields, reason: 'x'.repeat(40_000) }, me);
  expect(response.status).toBe(413);
  expect(inbox.acts).toEqual([]);
});
