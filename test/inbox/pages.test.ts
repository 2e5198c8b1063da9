import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ServedOnLoopback, serveOnLoopback } from '../../src/inbox/index.ts';
import { barriers, sideways, startBrowser } from './browser.ts';
import { type Desk, desk, pending } from './desk.ts';

let browser: Browser;
beforeAll(async () => void (browser = await startBrowser()));
afterAll(() => browser?.close());

const hostile = [
  { name: 'note', value: 'gpj.\u202eexe\u200b p\u0430ypal \u05d0\u05d1', role: 'content', doubtful: true },
  { name: 'long', value: `${'word '.repeat(2_000)}${'x'.repeat(4_000)} the end`, role: null, doubtful: true },
  {
    name: 'marks',
    value: `a${'\u0300'.repeat(400)} <b>bold</b>\n\nsecond line`,
    role: null,
    doubtful: false,
  },
  { name: 'nested', value: { deep: [{ er: ['y'.repeat(300), 1, null] }] }, role: null, doubtful: false },
];
const waiting = [
  pending({ arguments: hostile, subject: 'sue', policy: 'large', reasons: ['policy', 'argument_origin'] }),
  pending({ approvalId: 'approval-2', capability: 'orders.refund', decision: 'confirm' }),
];

let inbox: Desk;
let server: ServedOnLoopback;
let context: BrowserContext;
let page: Page;
let said: string[];
/** The status of each answer to a post. */
let posted: number[];
beforeEach(async () => {
  server = await serveOnLoopback(0, (hosts) => {
    inbox = desk(waiting, hosts);
    return { fetch: noted };
  });
  context = await browser.newContext({ javaScriptEnabled: true, viewport: { width: 320, height: 640 } });
  page = await context.newPage();
  said = [];
  posted = [];
  page.on('console', (message) => void said.push(message.text()));
  page.on('pageerror', (error) => void said.push(error.message));
});
afterEach(async () => {
  await context?.close();
  await server?.close();
});

async function noted(request: Request): Promise<Response> {
  const response = await inbox.fetch(request);
  if (request.method === 'POST') posted.push(response.status);
  return response;
}

async function signIn(): Promise<void> {
  await page.goto(`${server.address}/sign-in?code=${inbox.signIn.code}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${server.address}/`);
}

test('somebody signs in, reads what waits, opens it and approves it', async () => {
  await signIn();
  await page.getByRole('link', { name: /orders\.cancel/ }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('orders.cancel');
  await page.getByRole('button', { name: 'Approve orders.cancel' }).click();
  expect(await page.getByRole('main').textContent()).toContain('Approved. It may run once');
  expect(inbox.acts).toEqual([['approve', 'approval-1', { digest: 'digest-1' }]]);
  expect(said).toEqual([]);
});

test('the same without a mouse and without scripts', async () => {
  await context.close();
  context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
  page = await context.newPage();
  await page.goto(`${server.address}/sign-in?code=${inbox.signIn.code}`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.address}/`);
  for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${server.address}/approvals/approval-2`);
  await page.getByRole('button', { name: 'Reject orders.refund' }).focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your answer' }).waitFor();
  expect(inbox.acts).toEqual([['reject', 'approval-2', { digest: 'digest-1', reason: 'not this one' }]]);
});

test('pages are accessible, in light and dark, and fit 320 pixels', async () => {
  await signIn();
  for (const path of [
    '/',
    '/approvals/approval-1',
    '/approvals/approval-2',
    '/approvals/none',
    '/sign-in?code=x',
  ]) {
    await page.goto(`${server.address}${path}`);
    expect([path, await barriers(page), await sideways(page)]).toEqual([path, [], 0]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${server.address}/approvals/approval-1`);
  expect(await barriers(page)).toEqual([]);
});

test('the style sheet is applied, and the policy that allows it allows no other and no script', async () => {
  await signIn();
  expect(await page.evaluate('getComputedStyle(document.body).maxWidth')).toBe('736px');
  await page.evaluate(`
    const style = document.createElement('style');
    style.textContent = 'body { max-width: 1px }';
    const script = document.createElement('script');
    script.textContent = 'globalThis.ran = true';
    document.body.append(style, script, Object.assign(new Image(), { src: '/x' }));
  `);
  expect(await page.evaluate("[getComputedStyle(document.body).maxWidth, 'ran' in globalThis]")).toEqual([
    '736px',
    false,
  ]);
  expect(said.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThanOrEqual(2);
});

test('nothing of a value is hidden, reordered, cut or drawn outside of its box [B-052, B-053]', async () => {
  await signIn();
  await page.goto(`${server.address}/approvals/approval-1`);
  const boxes = page.locator('code.value');
  const seen = await page.getByRole('main').innerText();
  expect(seen).toContain('"gpj.\\u{202e}exe\\u{200b} p');
  expect(seen).toContain('p\\u{430}ypal \\u{5d0}\\u{5d1}"');
  expect(seen).toContain('the end"');
  expect(seen).toContain('<b>bold</b>\\n');
  expect(seen).not.toMatch(/[\u200b\u202e]/);
  expect(await page.locator('main b').count()).toBe(0);
  const outside = await boxes.evaluateAll(
    (all) =>
      all.filter((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1)
        .length,
  );
  expect(outside).toBe(0);
  const order = await page.evaluate(
    "document.querySelector('form').compareDocumentPosition([...document.querySelectorAll('code.value')].at(-1)) & 2",
  );
  expect(order).toBe(2);
});

test('a page of another origin can frame nothing, post nothing and brings no session along [D-056]', async () => {
  await signIn();
  const cookies = await context.cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/', domain: '127.0.0.1' }]);
  const evil = await serveOnLoopback(0, () => ({
    fetch: () =>
      new Response(
        `<!doctype html><title>Evil</title><iframe src="${server.address}/"></iframe>
         <form method="post" action="${server.address}/approvals/approval-1/approve">
         <input name="digest" value="digest-1"><button>Win</button></form>
         <a href="${server.address}/approvals/approval-1">Look</a>`,
        { headers: { 'content-type': 'text/html' } },
      ),
  }));
  // Another name, so that it is another site and not only another port.
  const origin = evil.address.replace('127.0.0.1', 'localhost');
  for (const from of [origin, evil.address]) {
    await page.goto(from);
    expect(page.frames().filter((frame) => frame.url().startsWith(server.address))).toEqual([]);
    await page.getByRole('button', { name: 'Win' }).click();
    await page.getByText('Answers are taken from pages of this inbox alone.').waitFor();
    await page.goto(from);
    const sent = page.evaluate(
      `fetch('${server.address}/approvals/approval-1/approve', { method: 'POST', mode: 'no-cors', credentials: 'include',
        body: new Blob(['{"digest":"digest-1"}'], { type: 'text/plain' }) })`,
    );
    await expect(sent).rejects.toThrow('Failed to fetch');
    const read = page.evaluate(
      `fetch('${server.address}/', { credentials: 'include' }).then((r) => r.text())`,
    );
    await expect(read).rejects.toThrow('Failed to fetch');
  }
  await page.goto(origin);
  await page.getByRole('link', { name: 'Look' }).click();
  expect(await page.getByRole('main').textContent()).toContain('Use the link that was printed');
  await page.getByRole('link', { name: 'Open it again' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('orders.cancel');
  expect([inbox.acts, posted]).toEqual([[], [303, 403, 403, 403, 403]]);
  await evil.close();
});

test('gone back to and sent again, a page answers nothing', async () => {
  await signIn();
  await page.goto(`${server.address}/approvals/approval-2`);
  await page.getByRole('button', { name: 'Approve orders.refund' }).click();
  await page.getByRole('heading', { name: 'Your answer' }).waitFor();
  const fields = inbox.acts.length;
  await page.reload();
  expect(await page.getByRole('main').textContent()).toContain('That page was answered from already');
  expect(inbox.acts.length).toBe(fields);
});
