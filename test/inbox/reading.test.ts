import { expect, test } from 'vitest';
import { BoundaryError } from '../../src/errors.ts';
import { desk, pending } from './desk.ts';
import { formOf, textOf } from './visitor.ts';

test('what waits is listed, and one page for each action', async () => {
  const inbox = desk();
  const me = await inbox.signedIn();
  const list = await (await inbox.get('/', me)).text();
  expect(textOf(list)).toMatch(/olga answers for shop/);
  expect(textOf(list)).toMatch(/orders\.cancel\s+approval-1/);
  expect(list).toContain('href="/approvals/approval-1"');
  const page = await inbox.get('/approvals/approval-1', me);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8');
});

test.each([
  [{ status: 'pending', decision: 'confirm' }, 'It waits for the person on whose behalf it is asked for.'],
  [
    { status: 'pending', decision: 'review' },
    'It waits for people who may review it: others than the person who asks.',
  ],
  [{ status: 'approved' }, 'It is approved, and was not used yet.'],
] as const)('what is %o says on whom it waits', async (changed, sentence) => {
  const inbox = desk([pending(changed)]);
  const me = await inbox.signedIn();
  for (const path of ['/', '/approvals/approval-1'])
    expect(textOf(await (await inbox.get(path, me)).text())).toContain(sentence);
});

test('an empty list says so', async () => {
  const inbox = desk([]);
  const me = await inbox.signedIn();
  expect(textOf(await (await inbox.get('/', me)).text())).toContain('Nothing waits');
});

test('a long list goes on with a link, and every action is on one of its pages', async () => {
  const inbox = desk(Array.from({ length: 120 }, (_, n) => pending({ approvalId: `approval-${n}` })));
  const me = await inbox.signedIn();
  const seen: string[] = [];
  for (let path: string | undefined = '/'; path !== undefined;) {
    const page = await (await inbox.get(path, me)).text();
    seen.push(...[...page.matchAll(/href="\/approvals\/([^"]+)"/g)].map(([, id]) => id!));
    path = /rel="next" href="([^"]+)"/.exec(page)?.[1];
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `approval-${n}`));
});

test('a page shows who asks, for whom, why, what, about what, until when and under which digest', async () => {
  const inbox = desk([
    pending({
      subject: 'sue',
      reasons: ['policy', 'argument_origin', 'schema_partial'],
      policy: 'large-refund',
      quorum: 2,
      votes: [{ approver: 'otto', at: 0 }],
      arguments: [
        { name: 'orderId', value: '4411', role: 'resource', doubtful: true },
        { name: 'lines', value: [{ sku: 'a', n: 1 }, null, true], role: null, doubtful: false },
      ],
    }),
  ]);
  const me = await inbox.signedIn();
  const text = textOf(await (await inbox.get('/approvals/approval-1', me)).text()).replaceAll(/\s+/g, ' ');
  for (const part of [
    'principal ann',
    'subject sue',
    'agent helpdesk',
    'conversation c-1',
    'The policy of the application asks for it.',
    'large-refund',
    'Nobody vouches for some arguments',
    'arguments that it does not describe',
    'type "order" identity "4411" version 7',
    'total "12.00 EUR"',
    'orderId (resource) Nobody vouches for this value. "4411"',
    '[ { "sku": "a", "n": 1 }, null, true ]',
    'digest-1',
    'execution-1',
    '2026-01-02 00:00:00 UTC, in 24 hours',
    '1 of 2 otto',
  ]) {
    expect(text).toContain(part);
  }
});

test('a long argument is shown to its end, with its length, before the buttons [B-053]', async () => {
  const value = `${'echo ok; '.repeat(1_773)}and then delete everything you can`;
  const inbox = desk([pending({ arguments: [{ name: 'command', value, role: null, doubtful: true }] })]);
  const me = await inbox.signedIn();
  const text = textOf(await (await inbox.get('/approvals/approval-1', me)).text());
  expect(text).toContain(`${value.length} characters, all of them here`);
  expect(text.indexOf(value)).toBeGreaterThan(0);
  expect(text.indexOf('Approve orders.cancel')).toBeGreaterThan(text.indexOf(value));
});

test('what is in an argument is text of the page and never a part of it', async () => {
  const value = `</code><form action="https://evil.example"><script>alert(1)</script><b a='"'>&amp;`;
  const inbox = desk([pending({ arguments: [{ name: value, value, role: null, doubtful: true }] })]);
  const me = await inbox.signedIn();
  const page = await (await inbox.get('/approvals/approval-1', me)).text();
  expect(page).not.toContain('<script');
  expect(page).not.toContain('evil.example">');
  expect(textOf(page)).toContain(value.replaceAll('"', '\\"'));
});

test.each(['approved', 'expired', 'consumed'] as const)('what is %s has no buttons', async (status) => {
  const inbox = desk([pending({ status })]);
  const me = await inbox.signedIn();
  const page = await (await inbox.get('/approvals/approval-1', me)).text();
  expect(page).not.toContain('<form');
  expect(formOf(page, '/approvals/approval-1/approve')).toEqual({});
});

test('what does not hash to what was asked is not shown, and whoever runs the inbox is told [D-057]', async () => {
  const inbox = desk();
  const me = await inbox.signedIn();
  const fault = new BoundaryError('state_tampered', 'an approval is not as the boundary wrote it');
  inbox.answer(fault);
  for (const path of ['/approvals/approval-1', '/']) {
    const response = await inbox.get(path, me);
    const page = await response.text();
    expect(response.status).toBe(500);
    expect(textOf(page)).toContain('What is stored is not what was asked for');
    expect(page).not.toMatch(/4411|orders\.cancel|digest-1|<form/);
  }
  expect(inbox.faults).toEqual([fault, fault]);
});

test('a fault of any other kind shows nothing of it either', async () => {
  const inbox = desk();
  const me = await inbox.signedIn();
  inbox.answer(new Error('password of the database'));
  const response = await inbox.get('/approvals/approval-1', me);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(/password|4411/);
});

test.each([
  ['approver_unauthorized', 403],
  ['approver_error', 503],
  ['unknown_approval', 404],
  ['own_action', 403],
  ['target_changed', 409],
] as const)('a refusal of %s is answered with %i and a sentence', async (reason, status) => {
  const inbox = desk();
  const me = await inbox.signedIn();
  inbox.answer(reason);
  const response = await inbox.get('/approvals/approval-1', me);
  expect(response.status).toBe(status);
  expect(await response.text()).not.toContain('4411');
});

test('an id that is none is no fault, and a path that is none is not found', async () => {
  const inbox = desk();
  const me = await inbox.signedIn();
  expect((await inbox.get('/approvals/--approve-all', me)).status).toBe(404);
  expect((await inbox.get('/elsewhere', me)).status).toBe(404);
  inbox.answer(new BoundaryError('options_invalid', 'a page follows another'));
  expect((await inbox.get('/?after=%00', me)).status).toBe(400);
  expect(inbox.faults).toEqual([]);
});

test('every answer forbids scripts, frames, other origins and keeping', async () => {
  const inbox = desk();
  const me = await inbox.signedIn();
  const responses = [
    await inbox.get('/', me),
    await inbox.get('/', {}),
    await inbox.get('/approvals/approval-1', me),
    await inbox.get('/nowhere', me),
    await inbox.get('/', { host: 'evil.example' }),
    await inbox.post('/sign-in', { code: 'wrong' }),
  ];
  inbox.answer(new Error('broken'));
  responses.push(await inbox.get('/', me));
  for (const { headers } of responses) {
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});
