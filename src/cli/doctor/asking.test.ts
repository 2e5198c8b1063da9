import { expect, test } from 'vitest';
import { z } from 'zod';
import { shop } from '../../../test/cli/shop.ts';
import { terminal } from '../../../test/cli/terminal.ts';
import { capability } from '../../capability/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import { resource } from '../../target/index.ts';
import type { Advice } from './advice.ts';

interface Document {
  readonly capabilities: readonly object[];
  readonly advisories: readonly Advice[];
}

const declared = { type: 'order', id: 'orderId', load: () => null, key: () => '1' } as const;
const on = (name: string, members: object) =>
  Reflect.apply(capability, undefined, [
    {
      description: 'Does it.',
      authorize: () => false,
      execute: () => null,
      name,
      effect: 'write',
      input: z.strictObject({ orderId: z.string() }),
      target: resource(declared),
      once: () => ({ order: 1 }),
      ...members,
    },
  ]);
const facts = () => ({ order: '1' });
const review = { facts, approvers: () => true, quorum: 2 };

test('a write that would ask and has nobody to ask is named, and no other; asking is shown as data [V-211]', async () => {
  using shell = terminal();
  const capabilities = [
    on('a', {}),
    on('b', { ask: 'never' }),
    on('c', { confirm: facts }),
    on('d', { review }),
    on('e', { roles: { orderId: 'plain' }, target: undefined }),
    on('f', { input: z.object({ orderId: z.string() }).loose(), roles: { orderId: 'plain' } }),
    on('g', { effect: 'read', ask: 'in-doubt' }),
    on('h', { ask: 'always', confirm: facts, review }),
    on('i', { ask: () => true }),
  ];
  shell.configure(() => shop(shell.path('app.db'), { capabilities }));
  const document = (await shell.run(['doctor', '--json'])).json() as Document;
  const named = document.advisories.filter(({ code }) => code === 'nobody_to_ask');
  expect(named.map(({ about }) => about)).toEqual(['a', 'f']);
  expect(document.capabilities).toMatchObject([
    { name: 'a', ask: 'in-doubt', confirm: null, review: null },
    { name: 'b', ask: 'never' },
    { name: 'c', ask: 'in-doubt', confirm: { ttl: 900_000 } },
    { name: 'd', review: { quorum: 2, ttl: 86_400_000 } },
    ...[{ name: 'e' }, { name: 'f' }, { name: 'g' }],
    { name: 'h', ask: 'always' },
    { name: 'i', ask: 'function' },
  ]);
  const { out } = await shell.run(['doctor']);
  expect(out).toMatch(/^ *a +write .* in-doubt +refreshed/m);
  expect(out).toMatch(/^ *c +write .* in-doubt \(confirm\) +refreshed/m);
  expect(out).toMatch(/^ *h +write .* always \(confirm, review by 2\) +refreshed/m);
});

test('reviews that nobody finds, or in which accounts count for persons, are named [V-211]', async () => {
  using shell = terminal();
  const principal = () => ({});
  const [approver, personOf] = [() => true, () => null];
  const named = async (directory: BoundaryOptions['directory']) => {
    const capabilities = [on('a', { review }), on('b', { confirm: facts })];
    const wired = directory === undefined ? {} : { directory };
    shell.configure(() => shop(shell.path('app.db'), { capabilities, ...wired }));
    const { advisories } = (await shell.run(['doctor', '--json'])).json() as Document;
    return advisories.map(({ code, about }) => `${code} ${about}`);
  };
  expect(await named(undefined)).toEqual(['review_not_listed a', 'review_by_accounts a']);
  expect(await named({ principal, approver })).toEqual(['review_by_accounts a']);
  expect(await named({ principal, personOf })).toEqual(['review_not_listed a']);
  expect(await named({ principal, approver, personOf })).toEqual([]);
});
