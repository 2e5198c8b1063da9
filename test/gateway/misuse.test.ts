/* What no request can bring about: a server that asks in the wrong way is told so, by an error. */
import { expect, expectTypeOf, test } from 'vitest';
import { Action, type Acl, type GatewayAnswerOptions, type Gateway, type Receipt } from '../../src/index.ts';
import { evidenceOf, openDesk } from '../desk.ts';
import { allows, asked, openKnowledge, said, search, seven } from './knowledge.ts';

test('an action is what fromModelProposal made, under a name that can stand in evidence', async () => {
  const { gateway, boundary } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const real = search();
  const fakes: readonly unknown[] = [
    null,
    'search_knowledge_base',
    { ...real, digest: real.digest },
    JSON.parse(JSON.stringify(real)),
    Object.create(real),
    Object.create(Action.prototype),
    new Proxy(real, {}),
    Action.bound({ ...real, constants: { ...real.constants, claimed: null } }),
    search({ name: 'x'.repeat(129) }),
    search({ name: 'search\u202ebase' }),
    search({ name: 'search base' }),
  ];
  for (const fake of fakes) {
    const action = fake as Action;
    const options = { approver: seven, acl: allows };
    for (const tried of [
      gateway.request(action, { conversation: 'c-1' }),
      gateway.approve(token, action, options),
      gateway.reject(token, action, options),
      gateway.verify(receipt, action, allows),
      gateway.verifyForExecution(receipt, action, allows),
      gateway.revoke(receipt, action, { ...options, reason: 'stop' }),
    ])
      await expect(tried).rejects.toMatchObject({ code: 'options_invalid' });
  }
  expect((await evidenceOf(boundary)).map(({ type }) => type)).toEqual(['approval.requested']);
});

test('the action of a session is approved by its session alone', async () => {
  const { boundary, session } = await openDesk();
  const outcome = await session.call('orders.cancel', { orderId: 'o-1' });
  if (outcome.kind !== 'executed') throw new Error('it did not run');
  const { constants, ...members } = search();
  const own = { ...constants, capability: 'orders.cancel', principal: 'ann', claimed: null };
  const action = Action.bound({ ...members, constants: own });
  await expect(boundary.gateway.request(action, { conversation: 'c-1' })).rejects.toMatchObject({
    code: 'options_invalid',
  });
});

const identities: readonly unknown[] = [
  undefined,
  null,
  'approver-7',
  {},
  { id: 'approver-7' },
  { tenant: 'acme' },
  { tenant: 'acme', id: '' },
  { tenant: 'acme', id: ' ' },
  { tenant: 'acme', id: ' approver-7' },
  { tenant: 'acme', id: 'approver\u00007' },
  { tenant: 'acme', id: ['approver-7'] },
  { tenant: 'acme', id: '*', role: 'admin' },
  { ...seven, person: 'somebody else' },
];

test.each(identities)(
  'an approver is who was authenticated: %j is nobody [B-047, B-068]',
  async (approver) => {
    const { gateway } = await openKnowledge();
    const { token, receipt } = await asked(gateway);
    const options = { approver, acl: allows } as GatewayAnswerOptions;
    for (const tried of [
      gateway.approve(token, search(), options),
      gateway.reject(token, search(), options),
      gateway.revoke(receipt, search(), { ...options, reason: 'stop' }),
    ])
      await expect(tried).rejects.toMatchObject({ code: 'context_invalid' });
  },
);

test('nothing in a body makes somebody an approver [B-047]', async () => {
  const { gateway } = await openKnowledge();
  // What a client posts: it names an approver in the proposal, and beside it.
  const body = { approver: 'approver-7', acl: true, args: { query: 'x', approver: 'approver-7', quorum: 0 } };
  const action = search(body);
  const { token } = await asked(gateway, action);
  const posted = gateway.approve(token, action, body as unknown as GatewayAnswerOptions);
  await expect(posted).rejects.toMatchObject({ code: 'options_invalid' });
  const mixed = { approver: seven, acl: allows, ...{ quorum: 0 } };
  await expect(gateway.approve(token, action, mixed)).rejects.toMatchObject({ code: 'options_invalid' });
  const requester = { approver: { tenant: 'acme', id: action.constants.principal }, acl: allows };
  expect(said(await gateway.approve(token, action, requester))).toBe('acl_denied');
});

test('what is asked for is checked before anything is looked at', async () => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const asks: readonly (readonly [options: unknown, code: string])[] = [
    [undefined, 'options_invalid'],
    [{ conversation: 'c-1', ttl: 0 }, 'options_invalid'],
    [{ conversation: 'c-1', ttl: 1.5 }, 'options_invalid'],
    [{ conversation: 'c-1', ttl: Number.NaN }, 'options_invalid'],
    [{ conversation: 'c-1', ttl: 2_592_000_001 }, 'options_invalid'],
    [{ conversation: 'c-1', ttl: '60000' }, 'options_invalid'],
    [{ conversation: 'c-1', quorum: 0 }, 'options_invalid'],
    [{ conversation: 'c-1', quorum: 11 }, 'options_invalid'],
    [{ conversation: 'c-1', quota: 1 }, 'options_invalid'],
    [{}, 'context_invalid'],
    [{ conversation: '' }, 'context_invalid'],
    [{ conversation: ' c-1' }, 'context_invalid'],
    [{ conversation: 7 }, 'context_invalid'],
  ];
  for (const [options, code] of asks)
    await expect(gateway.request(search(), options as { conversation: string })).rejects.toMatchObject({
      code,
    });
  for (const acl of [undefined, null, true, 'allow', { allowed: true }]) {
    const given = acl as unknown as Acl;
    await expect(gateway.verify(receipt, search(), given)).rejects.toMatchObject({ code: 'options_invalid' });
    const options = { approver: seven, acl: given };
    await expect(gateway.approve(token, search(), options)).rejects.toMatchObject({
      code: 'options_invalid',
    });
  }
  for (const reason of [undefined, '', ' ', 'x'.repeat(501), 'a\nb', 7]) {
    const options = { approver: seven, acl: allows, reason: reason as string };
    await expect(gateway.revoke(receipt, search(), options)).rejects.toMatchObject({
      code: 'options_invalid',
    });
  }
  const padded = search({ tenant: ' acme' });
  await expect(gateway.request(padded, { conversation: 'c-1' })).rejects.toMatchObject({
    code: 'context_invalid',
  });
});

test('a verification that can stand in an if is a boolean', () => {
  expectTypeOf<Gateway['verifyForExecution']>().returns.resolves.toEqualTypeOf<boolean>();
  expectTypeOf<Parameters<Gateway['approve']>[2]['approver']>().toEqualTypeOf<{
    readonly tenant: string;
    readonly id: string;
  }>();
});

test('what must not compile does not', async () => {
  const { gateway } = await openKnowledge();
  const { token, receipt } = await asked(gateway);
  const tried = [
    // @ts-expect-error a name is no authenticated approver
    gateway.approve(token, search(), { approver: 'approver-7', acl: allows }),
    // @ts-expect-error somebody has to answer
    gateway.approve(token, search(), { acl: allows }),
    // @ts-expect-error something has to allow it
    gateway.approve(token, search(), { approver: seven }),
    // @ts-expect-error text is no answer
    gateway.verify(receipt, search(), () => 'yes'),
    // @ts-expect-error a token is no receipt
    gateway.verify(token, search(), allows),
    // @ts-expect-error taking back takes a reason
    gateway.revoke(receipt, search(), { approver: seven, acl: allows }),
    // @ts-expect-error a conversation is asked in
    gateway.request(search(), {}),
  ];
  const ended = await Promise.allSettled(tried);
  expect(ended.map((one) => (one.status === 'rejected' ? 'thrown' : said(one.value)))).toEqual([
    ...['thrown', 'thrown', 'thrown', 'not_approved', 'approval_unknown', 'thrown', 'thrown'],
  ]);
  const unused: Receipt = receipt;
  expect(unused).toBe(receipt);
});
