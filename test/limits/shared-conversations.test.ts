/* Limits that are kept per conversation, where several take part in it. */
import { expect, test } from 'vitest';
import { ended, openShop } from '../history/shop.ts';

const shape = { kind: 'budget', max: 2 } as const;

test('what is done in a conversation counts in it, whoever does it [D-065]', async () => {
  const { session, sessionOf, guestOf } = await openShop({
    limits: [{ name: 'few', key: 'conversation', shape }],
  });
  await session.share('bob');
  const did = [
    await session.call('orders.note', {}),
    await guestOf('bob').call('orders.note', {}),
    await guestOf('bob').call('orders.note', {}),
    await session.call('orders.note', {}),
    // The guest's own conversation of this name is another one.
    await sessionOf('bob').call('orders.note', {}),
  ];
  expect(did.map(ended)).toEqual(['executed', 'executed', 'throttled', 'throttled', 'executed']);
});

test('whoever takes no part in a conversation takes nothing of its limits [D-065]', async () => {
  const { session, guestOf } = await openShop({
    limits: (['executions', 'proposals', 'denials', 'tokens'] as const).map((meter) => {
      return { name: meter, meter, key: 'conversation', shape };
    }),
  });
  for (let n = 0; n < 4; n += 1) await guestOf('bob').call('orders.note', {});
  await guestOf('bob').spent({ tokens: 9 });
  expect(ended(await session.call('orders.note', {}))).toBe('executed');
});
