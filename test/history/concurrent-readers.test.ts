/* Calls of one conversation that read its history at once, each with a row of another moment. */
import { expect, test } from 'vitest';
import { bentStore } from '../bent-store.ts';
import { turns } from '../desk.ts';
import { ended, openShop } from './shop.ts';

test('a row that was read before others went on is read again, however often they do [S-053]', async () => {
  const { store, real, bend } = bentStore();
  const { session, sessionOf } = await openShop({ store });
  await session.heard('words');
  let loads = 0;
  const overtaken: typeof real.loadForDecision = async (...given) => {
    const before = await real.loadForDecision(...given);
    loads += 1;
    // The first four answers are overtaken by what another call verifies meanwhile.
    if (loads > 4) return before;
    bend({});
    await sessionOf().heard(`words ${loads}`);
    expect(await sessionOf().check('orders.note', {})).toMatchObject({ decision: 'permit' });
    bend({ loadForDecision: overtaken });
    return before;
  };
  bend({ loadForDecision: overtaken });
  expect(ended(await session.call('orders.note', {}))).toBe('executed');
  expect(loads).toBe(5);
});

test('fifty calls at once over a store that answers late all go on, each by what there is [S-061]', async () => {
  const { store, real, bend } = bentStore();
  const { session, sessionOf, shop } = await openShop({ store });
  await session.call('orders.view', { orderId: 'o-1' });
  let asked = 0;
  const late = async <T>(work: () => T | PromiseLike<T>): Promise<T> => {
    asked += 1;
    const answer = await work();
    for (let turn = asked % 7; turn > 0; turn -= 1) await turns();
    return answer;
  };
  bend({
    loadForDecision: (...given) => late(() => real.loadForDecision(...given)),
    entries: (page) => late(() => real.entries(page)),
  });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const own = n % 2 === 0 ? session : sessionOf();
      if (n % 5 === 0) await own.heard(`words ${n}`);
      if (n % 5 === 1) return own.call('orders.view', { orderId: `o-${n}` });
      if (n % 5 === 2) return own.call('orders.tip', {});
      return own.call('orders.note', { orderId: `o-${n}` });
    }),
  );
  const counts = outcomes.map(ended).toSorted();
  expect(new Set(counts)).toEqual(new Set(['executed', 'order_rule: at most 3']));
  expect(shop.effects.filter((effect) => effect.startsWith('orders.tip'))).toHaveLength(3);
  expect(counts.filter((one) => one === 'executed')).toHaveLength(43);
});
