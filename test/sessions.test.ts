/* What a session is bound to, and what of a call is fixed at the moment it is made. */
import { expect, test } from 'vitest';
import type { ContextInput, SessionOptions } from '../src/index.ts';
import { evidenceOf, held, openDesk, reasonOf, turns } from './desk.ts';

const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };

for (const [title, given, options, named] of [
  ['a member of a context that there is not', { ...context, grants: ['admin'] }, {}, 'grants'],
  ['a misspelt one', { ...context, asurance: 'mfa' }, {}, 'asurance'],
  ['a session option that there is not', context, { lang: 'de' }, 'lang'],
  ['a fact that there is not', context, { facts: { temperature: '1' } }, 'temperature'],
  ['a fact that is no text', context, { facts: { model: 7 } }, 'model'],
  ['a fact of half a character', context, { facts: { model: '\ud800' } }, 'model'],
] as const) {
  test(`${title} is refused by name [B-080]`, async () => {
    const { boundary } = await openDesk();
    const opening = () => boundary.session(given as ContextInput, options as unknown as SessionOptions);
    expect(opening).toThrow(expect.objectContaining({ code: 'context_invalid' }));
    expect(opening).toThrow(named);
  });
}

test('everything that a session may be told about itself can be told', async () => {
  const { boundary } = await openDesk();
  const facts = { model: 'm', provider: 'p', build: 'b', instructions: 'i' };
  const everything = { subject: 's', agent: 'a', grant: 'g', assurance: 'mfa', attributes: { region: 'eu' } };
  const session = boundary.session({ ...context, ...everything }, { locale: 'de', facts });
  expect(session.context).toMatchObject({ ...context, subject: 's', grant: ['g'] });
  const partial = { model: 'm', provider: undefined } as SessionOptions['facts'] & object;
  await boundary.session(context, { facts: partial }).call('orders.search', {});
  const [record] = await evidenceOf(boundary);
  expect(Object.keys(record!.body['facts'] as object)).toEqual(['model']);
});

test('a call id that comes again about another subject is another call, and no sign of tampering [B-026]', async () => {
  const { boundary, desk } = await openDesk();
  const about = (subject?: string) =>
    boundary.session(subject === undefined ? context : { ...context, subject });
  const view = (subject?: string) =>
    about(subject).call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' });
  expect((await view('sue')).kind).toBe('executed');
  for (const other of ['tom', undefined]) expect(reasonOf(await view(other))).toBe('call_id_reused');
  expect(await view('sue')).toMatchObject({ kind: 'replayed', value: { id: 'o-1' } });
  expect(desk.effects).toHaveLength(1);
});

test('arguments are what they were when the call was made, in effect and in evidence [B-011, D-001]', async () => {
  const { boundary, session, desk } = await openDesk();
  const notes: unknown[] = [];
  const wait = held();
  desk.note = (_order, input) => notes.push(input);
  desk.authorize = () => wait.promise;
  const args = { orderId: 'o-1', note: 'as it was' };
  const calls = [
    session.call('orders.note', args, { callId: 'call-1' }),
    session.call('orders.note', { ...args }, { callId: 'call-2' }),
  ];
  await turns();
  args.note = 'changed while somebody decided';
  Object.assign(args, { smuggled: true });
  wait.resolve(false);
  for (const call of calls) expect(reasonOf(await call)).toBe('unauthorized');
  desk.authorize = () => true;
  const accepted = { orderId: 'o-1', note: 'as it was' };
  const running = session.call('orders.note', accepted, { callId: 'call-3' });
  accepted.note = 'changed';
  expect((await running).kind).toBe('executed');
  expect((await session.call('orders.note', args, { callId: 'call-4' })).kind).toBe('denied');
  expect(notes).toEqual([{ orderId: 'o-1', note: 'as it was', loud: false }]);
  const printed = (await evidenceOf(boundary)).map(({ body }) => {
    const first = body['first'] as { arguments: string } | null | undefined;
    return first === undefined ? body['arguments'] : first?.arguments;
  });
  const [refused, admitted, executed, other] = printed;
  expect(refused).toEqual(expect.any(String));
  expect([admitted, executed]).toEqual([refused, refused]);
  expect(other).not.toBe(refused);
});

test('the same id resent with what the host changed meanwhile is another call [B-026]', async () => {
  const { session } = await openDesk();
  const args = { orderId: 'o-1', note: 'hello' };
  await session.call('orders.note', args, { callId: 'call-1' });
  args.note = 'bye';
  expect(reasonOf(await session.call('orders.note', args, { callId: 'call-1' }))).toBe('call_id_reused');
});

test('a locale that is no text is refused [B-080]', async () => {
  const { boundary } = await openDesk({ messages: { de: { executed: 'x' } } });
  expect(() =>
    boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' }, { locale: 7 as never }),
  ).toThrow();
});

test('options of a call that are no object, or hold what there is not, are refused [B-080]', async () => {
  const { session } = await openDesk();
  for (const options of ['call-1', { id: 'call-1' }, { callid: 'call-1' }]) {
    const called = session.call('orders.view', { orderId: 'o-1' }, options as never);
    await expect(called).rejects.toMatchObject({ code: 'context_invalid' });
  }
});
