/* What of an executor's result is kept, and what is replayed. */
import { expect, test } from 'vitest';
import { bentStore } from './bent-store.ts';
import { evidenceOf, openDesk } from './desk.ts';

const results: readonly (readonly [title: string, value: unknown, kept: boolean])[] = [
  ['NUL in a text', { text: 'a\u0000b' }, true],
  ['NUL in a name', { 'a\u0000b': 1 }, true],
  ['the six characters that escape NUL', { text: 'a\\u0000b' }, true],
  ['text that looks like UTF-16', { text: '\u0000h\u0000i\ufeff' }, true],
  ['a pair of surrogates', { text: '\ud83d\ude00' }, true],
  ['half a pair', { text: 'a\ud800b' }, false],
  ['half a pair in a name', { '\udc00': 1 }, false],
  ['a half pair alone', '\udfff', false],
];

for (const [title, value, kept] of results) {
  test(`a result with ${title} is ${kept ? 'replayed without loss' : 'said not to be kept'}, and evidence verifies [B-134]`, async () => {
    const { real, database } = bentStore();
    const { boundary, session, desk } = await openDesk({ store: real });
    desk.cancel = () => value;
    const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    expect(await call()).toMatchObject({ kind: 'executed', value });
    const again = await call();
    expect(again.kind).toBe('replayed');
    if (kept) expect(again).toMatchObject({ value });
    else expect(again).not.toHaveProperty('value');
    const records = await evidenceOf(boundary);
    expect(records.map(({ type, authentic, body }) => [type, authentic, body['kept']])).toEqual([
      ['call.admitted', true, undefined],
      ['call.executed', true, kept],
      ['call.answered', true, undefined],
    ]);
    expect(database.prepare('SELECT sealed IS NOT NULL FROM countersign_call').pluck().all()).toEqual([
      kept ? 1 : 0,
    ]);
  });
}

test('a result that is no plain JSON is returned as it is, and replayed without a value [B-134]', async () => {
  for (const value of [undefined, 10n, new Date(0), new Map([['a', 1]]), () => 'x', { when: new Date(0) }]) {
    const { session, desk } = await openDesk();
    desk.cancel = () => value;
    const call = () => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
    const first = await call();
    expect(first.kind === 'executed' && first.value).toBe(value);
    expect(await call()).not.toHaveProperty('value');
  }
});
