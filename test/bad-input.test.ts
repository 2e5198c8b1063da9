import { expect, test } from 'vitest';
import { capability, type Capability, jsonSchema } from '../src/index.ts';
import { evidenceOf, openDesk, reasonOf } from './desk.ts';

/** Arguments that must be refused, with the pointer that names the place. */
const malformed: readonly [title: string, args: unknown, pointer: string][] = [
  ['a member that the schema does not declare [B-022, S-054]', { orderId: 'o-1', bcc: 'x@y' }, '/bcc'],
  [
    'a reserved member, like any other that no schema declares [B-022]',
    { orderId: 'o-1', tenant_id: 'other' },
    '/tenant_id',
  ],
  ['a number where a string is declared [B-023, S-055]', { orderId: 12 }, '/orderId'],
  ['a missing member [S-055]', {}, '/orderId'],
  ['a repeated member in raw text [B-004]', '{"orderId":"o-1","orderId":"o-2"}', '/orderId'],
  ['an escaped twin in raw text [B-004]', '{"orderId":"o-1","order\\u0049d":"o-2"}', '/orderId'],
  ['an unsafe integer in raw text [B-005]', '{"orderId":9007199254740993}', '/orderId'],
  ['half a surrogate pair [B-002]', { orderId: 'o-\ud800' }, '/orderId'],
  ['half a surrogate pair by escape [B-002]', '{"orderId":"o-\\ud800"}', '/orderId'],
  ['two values glued together [B-020]', '{"orderId":"o-1"}{"orderId":"o-2"}', ''],
  ['text that was cut off [B-019]', '{"orderId":"o-1', '/orderId'],
  ['text that was cut off after a comma [B-019]', '{"orderId":"o-1",', ''],
  ['empty text [B-020]', '', ''],
  ['a list [S-055]', ['o-1'], ''],
  ['null [S-055]', null, ''],
  ['nothing at all [S-055]', undefined, ''],
  ['an own __proto__ in raw text [B-011]', '{"orderId":"o-1","__proto__":{"admin":true}}', '/__proto__'],
  [
    'a getter [B-011]',
    Object.defineProperty({}, 'orderId', { enumerable: true, get: () => 'o-1' }),
    '/orderId',
  ],
  ['a proxy [B-011]', new Proxy({ orderId: 'o-1' }, {}), ''],
  [
    'an object that turns itself into another [B-011]',
    { orderId: 'o-1', toJSON: () => ({ orderId: 'o-2' }) },
    '/toJSON',
  ],
  ['an undefined member [B-010]', { orderId: 'o-1', loud: undefined }, '/loud'],
];

for (const [title, args, pointer] of malformed) {
  test(`${title} is refused at its place, on record, and nothing runs`, async () => {
    const { boundary, session, desk } = await openDesk();
    const outcome = await session.call('orders.cancel', args, { callId: 'call-1' });
    expect(outcome).toMatchObject({ kind: 'denied', reason: 'argument_schema', pointer });
    expect(desk.effects).toEqual([]);
    const records = await evidenceOf(boundary);
    expect(records.map(({ type, body }) => [type, body['reason']])).toEqual([
      ['call.refused', 'argument_schema'],
    ]);
    const retried = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    expect(retried.kind).toBe('executed');
  });
}

test('arguments nested 100,000 deep are refused, as text and as a value, and the process goes on [B-014]', async () => {
  const { boundary, session } = await openDesk();
  const text = `{"orderId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  let value: unknown = 'o-1';
  for (let level = 0; level < 100_000; level += 1) value = level % 2 === 0 ? [value] : { value };
  const cycle: Record<string, unknown> = {};
  cycle['orderId'] = cycle;
  for (const args of [text, { orderId: value }, cycle]) {
    expect(reasonOf(await session.call('orders.cancel', args))).toBe('argument_schema');
  }
  expect(await evidenceOf(boundary)).toHaveLength(1);
});

test('a 10 MB argument is refused by its size, as text and as a value, unless its capability allows it [D-034]', async () => {
  const upload = (name: string, maxBytes?: number) =>
    capability({
      name,
      effect: 'write',
      ask: 'never',
      input: jsonSchema<{ readonly body: string }>({
        type: 'object',
        properties: { body: { type: 'string' } },
        required: ['body'],
      }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
      authorize: () => true,
      execute: ({ input }) => input.body.length,
    }) as Capability;
  const { session } = await openDesk({
    capabilities: [upload('files.put'), upload('files.large', 10 * 1_048_576)],
  });
  const body = 'x'.repeat(10 * 1_000_000);
  // A text is refused before it is read, so no member of it is known.
  for (const [args, pointer] of [
    [{ body }, '/body'],
    [JSON.stringify({ body }), ''],
  ] as const) {
    expect(await session.call('files.put', args)).toMatchObject({
      kind: 'denied',
      reason: 'argument_schema',
      pointer,
      expected: 'at most 262144 bytes',
    });
    expect(await session.call('files.large', args)).toMatchObject({ kind: 'executed', value: body.length });
  }
});

const names = [
  'orders.refund',
  'Orders.Cancel',
  'orders.cancel ',
  'toString',
  '__proto__',
  'orders.c\u0430ncel',
  '',
];

for (const name of names) {
  test(`the name ${JSON.stringify(name)} leads nowhere, and its text stays out of evidence [S-050, B-088]`, async () => {
    const { boundary, session } = await openDesk();
    expect(reasonOf(await session.call(name, { orderId: 'o-1' }))).toBe('unknown_capability');
    const [record] = await evidenceOf(boundary);
    expect(record!.body['capability']).toBeNull();
  });
}

test('an agent that may not reach a capability gets the answer of one that does not exist [S-050]', async () => {
  const { boundary } = await openDesk({
    agents: { desk: { capabilities: ['orders.view'] }, billing: { capabilities: ['orders.cancel'] } },
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1', agent: 'desk' });
  const unreachable = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'a' });
  const absent = await session.call('orders.burn', { orderId: 'o-1' }, { callId: 'a' });
  expect(unreachable).toEqual(absent);
});

test('with several agents and none named nothing is reachable [S-051]', async () => {
  const { session } = await openDesk({
    agents: { desk: { capabilities: ['orders.view'] }, billing: { capabilities: ['orders.cancel'] } },
  });
  expect(reasonOf(await session.call('orders.view', { orderId: 'o-1' }))).toBe('agent_required');
});

for (const [title, principal] of [
  ['missing', undefined],
  ['empty', ''],
  ['blank', '   '],
  ['a list of two', ['ann', 'bob']],
] as const) {
  test(`a principal that is ${title} never becomes a default one [B-068]`, async () => {
    const { boundary } = await openDesk();
    const context = { tenant: 'acme', principal: principal as string, conversation: 'c-1' };
    expect(() => boundary.session(context)).toThrow(expect.objectContaining({ code: 'context_invalid' }));
  });
}
