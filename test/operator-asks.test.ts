/* What an operator asks for: identities, options, and the second person. */
import { expect, test } from 'vitest';
import type { BoundaryOptions, ResolveOptions } from '../src/index.ts';
import { evidenceOf, held, openDesk, turns } from './desk.ts';
import { knowsOperators, unknownEnd } from './operator.ts';

const reason = 'seen on the statement';
const bad = ['', ' ', ' olga', 'olga\n', 'a\u0000b', '\ud800', 'x'.repeat(257), null, 7, ['olga'], undefined];

test('an operator without identity is none [B-068]', async () => {
  const { boundary } = await openDesk({ directory: knowsOperators });
  for (const value of bad) {
    // The empty tenant is the installation.
    for (const input of [
      { tenant: 'acme', id: value },
      { tenant: '', id: value },
      ...(value === '' ? [] : [{ tenant: value, id: 'olga' }]),
    ])
      expect(() => boundary.operator(input as never)).toThrow(
        expect.objectContaining({ code: 'context_invalid' }),
      );
  }
  for (const input of [null, undefined, 'olga', { tenant: 'acme', id: 'olga', grant: 'all' }])
    expect(() => boundary.operator(input as never)).toThrow(
      expect.objectContaining({ code: 'context_invalid' }),
    );
});

test.each<[string, unknown]>([
  ['no options', undefined],
  ['no end', { reason }],
  ['an end that is none', { as: 'failed', reason }],
  ['no reason', { as: 'completed' }],
  ['an empty reason', { as: 'completed', reason: '' }],
  ['a blank reason', { as: 'completed', reason: '  ' }],
  ['a reason of 501 characters', { as: 'completed', reason: 'x'.repeat(501) }],
  ['a reason with a control character', { as: 'completed', reason: 'a\nb' }],
  ['half a character', { as: 'completed', reason: '\ud800' }],
  ['a reason that is no text', { as: 'completed', reason: 7 }],
  ['an option that does not exist', { as: 'completed', reason, forced: true }],
  ['force that is no boolean', { as: 'completed', reason, force: 'yes' }],
  ['a second person who is no handle', { as: 'completed', reason, second: { tenant: 'acme', id: 'otto' } }],
  ['a second person who is a name', { as: 'completed', reason, second: 'otto' }],
])('%s is misuse, and nothing is resolved', async (_title, options) => {
  const { given, operator } = await unknownEnd();
  await expect(operator.claims.resolve(given[0]!, options as ResolveOptions)).rejects.toMatchObject({
    code: 'options_invalid',
  });
  expect(await operator.claims.show(given[0]!)).toMatchObject({ claim: { state: 'indeterminate' } });
});

test('a page and an execution id that are none are misuse', async () => {
  const { operator } = await unknownEnd();
  const pages = [
    { limit: 0 },
    { limit: 1.5 },
    { limit: 1_001 },
    { limit: '5' },
    { after: 7 },
    { before: '' },
  ];
  for (const page of [...pages, null])
    await expect(operator.claims.list(page as never)).rejects.toMatchObject({ code: 'options_invalid' });
  for (const id of ['', 'a\u0000b', '\ud800', 'x'.repeat(257), 7, null])
    await expect(operator.claims.show(id as never)).rejects.toMatchObject({ code: 'options_invalid' });
});

test('a reason of 500 characters is one, and stands in evidence as it is', async () => {
  const { boundary, given, operator } = await unknownEnd();
  const long = 'é'.repeat(500);
  expect(await operator.claims.resolve(given[0]!, { as: 'completed', reason: long })).toMatchObject({
    kind: 'resolved',
  });
  expect((await evidenceOf(boundary)).at(-1)?.body['reason']).toBe(long);
});

test('where a second person is needed, one more try takes another operator who may act now', async () => {
  const may = new Set(['olga', 'otto']);
  const { boundary, given, operator } = await unknownEnd({
    secondPerson: ['claims.retryable'],
    directory: { principal: () => ({}), operator: ({ id }) => may.has(id) },
  });
  const [otto, olga, eve] = ['otto', 'olga', 'eve'].map((id) => boundary.operator({ tenant: 'acme', id }));
  const once = { as: 'retryable', reason } as const;
  const resolve = (second?: typeof otto) =>
    operator.claims.resolve(given[0]!, second === undefined ? once : { ...once, second });
  expect(await resolve()).toEqual({ kind: 'refused', reason: 'second_person_needed' });
  expect(await resolve(operator)).toEqual({ kind: 'refused', reason: 'second_person_needed' });
  expect(await resolve(olga)).toEqual({ kind: 'refused', reason: 'second_person_needed' });
  expect(await resolve(eve)).toEqual({ kind: 'refused', reason: 'operator_unauthorized' });
  may.delete('otto');
  expect(await resolve(otto)).toEqual({ kind: 'refused', reason: 'operator_unauthorized' });
  may.add('otto');
  expect(await resolve(otto)).toMatchObject({ kind: 'resolved', to: 'retryable' });
  const { body } = (await evidenceOf(boundary)).at(-1)!;
  expect(body['second']).toEqual(expect.stringMatching(/^[\w-]{43}$/));
  expect(body['second']).not.toBe(body['operator']);
});

test('a second person of another boundary or tenant agrees to nothing', async () => {
  const { boundary, given, operator } = await unknownEnd({ secondPerson: ['claims.retryable'] });
  const elsewhere = await openDesk({ directory: knowsOperators });
  for (const second of [
    elsewhere.boundary.operator({ tenant: 'acme', id: 'otto' }),
    boundary.operator({ tenant: 'other', id: 'otto' }),
    { ...boundary.operator({ tenant: 'acme', id: 'otto' }) },
  ])
    await expect(
      operator.claims.resolve(given[0]!, { as: 'retryable', reason, second }),
    ).rejects.toMatchObject({ code: 'options_invalid' });
});

test('force may take a second person where one more try does not, and completing never does', async () => {
  const options: Partial<BoundaryOptions> = { secondPerson: ['claims.force'] };
  const { desk, session, given, operator, boundary, clock } = await unknownEnd(options);
  const end = held();
  desk.note = () => end.promise;
  clock.advance(1);
  const running = session.call('orders.note', { orderId: 'o-1', note: 'hello' });
  await turns();
  const listed = await operator.claims.list();
  const active = listed.kind === 'listed' ? listed.claims.at(-1)!.executionId : '';
  const forced = { as: 'completed', reason, force: true } as const;
  expect(await operator.claims.resolve(active, forced)).toMatchObject({ reason: 'second_person_needed' });
  const second = boundary.operator({ tenant: 'acme', id: 'otto' });
  expect(await operator.claims.resolve(active, { ...forced, second })).toMatchObject({ forced: true });
  expect(await operator.claims.resolve(given[0]!, { as: 'retryable', reason })).toMatchObject({
    kind: 'resolved',
  });
  end.resolve('noted');
  await expect(running).rejects.toMatchObject({ name: 'SettlementFailed', output: 'noted' });
});
