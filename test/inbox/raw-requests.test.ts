/* What no browser sends: requests as bytes, at the server itself. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { serveOnLoopback } from '../../src/inbox/index.ts';
import { type Desk, desk } from './desk.ts';
import { formOf } from './visitor.ts';

interface Served {
  readonly inbox: Desk;
  readonly port: number;
  /** Sends lines as they are; answers the status that comes first. */
  readonly send: (...lines: readonly string[]) => Promise<number>;
}

async function served<T>(use: (served: Served) => Promise<T>): Promise<T> {
  let inbox = desk();
  const server = await serveOnLoopback(0, (hosts) => (inbox = desk(undefined, hosts)));
  const port = Number(new URL(server.address).port);
  const send = (...lines: readonly string[]) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(lines.join('\r\n')));
      let answer = '';
      socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
      socket.on('error', reject).on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])));
    });
  try {
    return await use({ inbox, port, send });
  } finally {
    await server.close();
  }
}

const refused = [400, 421];

test('a name that was made to point here is not answered, however the request says it', async () => {
  await served(async ({ port, send }) => {
    const good = `127.0.0.1:${port}`;
    expect(await send('GET / HTTP/1.1', `Host: ${good}`, 'Connection: close', '', '')).toBe(401);
    for (const head of [
      ['GET / HTTP/1.1', 'Host: evil.example'],
      ['GET / HTTP/1.1', `Host: evil.example:${port}`],
      ['GET / HTTP/1.1', `Host: localhost:${port}`],
      ['GET / HTTP/1.1', `Host: 127.0.0.1:${port}.`],
      ['GET / HTTP/1.1', `Host: 127.0.0.1`],
      ['GET / HTTP/1.1', `Host: user@${good}`],
      ['GET / HTTP/1.1', `Host: ${good}, evil.example`],
      ['GET / HTTP/1.1', `Host: evil.example`, `Host: ${good}`],
      ['GET / HTTP/1.1', `Host: evil.example`, `X-Forwarded-Host: ${good}`, `Forwarded: host=${good}`],
      ['GET / HTTP/1.1', 'Host:'],
      ['GET / HTTP/1.1'],
      ['GET / HTTP/1.0'],
      [`GET http://${good}/ HTTP/1.1`, 'Host: evil.example'],
    ])
      expect(refused, head.join(' ')).toContain(await send(...head, 'Connection: close', '', ''));
  });
});

test('an answer that says itself to be from elsewhere, or nothing of it, is none [D-056]', async () => {
  await served(async ({ inbox, port, send }) => {
    const host = `127.0.0.1:${port}`;
    const session = { host, origin: `http://${host}` };
    const signedIn = await inbox.post('/sign-in', { code: inbox.signIn.code }, session);
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const page = await (await inbox.get('/approvals/approval-1', { host, cookie })).text();
    const body = new URLSearchParams(formOf(page, '/approvals/approval-1/approve')).toString();
    const post = (...headers: readonly string[]) =>
      send(
        'POST /approvals/approval-1/approve HTTP/1.1',
        `Host: ${host}`,
        `Cookie: ${cookie}`,
        `Content-Length: ${body.length}`,
        'Connection: close',
        ...headers,
        '',
        body,
      );
    const form = 'Content-Type: application/x-www-form-urlencoded';
    expect(await post(form)).toBe(403);
    expect(await post(form, 'Referer: http://evil.example')).toBe(403);
    expect(await post(form, 'Origin: http://evil.example', `Origin: http://${host}`)).toBe(403);
    expect(await post('Content-Type: application/json', `Origin: http://${host}`)).toBe(403);
    expect(await post(`Origin: http://${host}`)).toBe(403);
    for (const method of ['GET', 'HEAD'])
      expect([404, 405]).toContain(
        await send(
          `${method} /approvals/approval-1/approve?${body} HTTP/1.1`,
          `Host: ${host}`,
          `Cookie: ${cookie}`,
          'X-HTTP-Method-Override: POST',
          'Connection: close',
          '',
          '',
        ),
      );
    expect(inbox.acts).toEqual([]);
    expect(await post(form, `Origin: http://${host}`)).toBe(200);
    expect(inbox.acts).toHaveLength(1);
  });
});
