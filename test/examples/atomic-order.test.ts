import { expect, test } from 'vitest';
import { story } from '../../examples/atomic-order/story.ts';

test('an order is charged, reserved and shipped, or what was done of it is given back [S-086, S-090]', async () => {
  const back = ['free reserve-receipt', 'refund charge-receipt'];
  const two = ['charge', 'reserve'];
  expect(await story()).toEqual([
    { trouble: 'nothing', shipping: 'executed', run: 'finished', done: [...two, 'ship'] },
    { trouble: 'refused', shipping: 'denied: unauthorized', run: 'undone', done: [...two, ...back] },
    // To be busy is no failure: the run waits, and the call is sent again.
    { trouble: 'busy', shipping: 'throttled', run: 'open', done: two },
    { trouble: 'sold out', shipping: 'failed', run: 'undone', done: [...two, ...back] },
    { trouble: 'never answers', shipping: 'indeterminate', run: 'undone', done: [...two, 'ship', ...back] },
    { trouble: 'rejected', shipping: 'denied: approval_rejected', run: 'undone', done: [...two, ...back] },
    { trouble: 'forgotten', shipping: 'denied: approval_expired', run: 'undone', done: [...two, ...back] },
    { trouble: 'too late', shipping: 'denied: run_closed', run: 'undone', done: [...two, ...back] },
  ]);
});
