import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../src/index.ts';
import { evidenceOf, newDesk, openDesk } from './desk.ts';

/** Runs calls whose loads, policies and effects are let go in an order that the scheduler picks. */
async function raced(scheduler: fc.Scheduler, callIds: readonly string[]) {
  const desk = newDesk();
  const opened = await openDesk({}, desk);
  const cancel = desk.cancel;
  let wait = 0;
  const inTurn = <T>(value: T) => {
    wait += 1;
    return scheduler.schedule(Promise.resolve(value), `wait ${wait}`);
  };
  desk.onLoad = () => inTurn(undefined);
  desk.authorize = (order, principal) => inTurn(order.customer === principal);
  desk.cancel = async (order, execution, signal) => {
    const done = cancel(order, execution, signal);
    return inTurn(done);
  };
  const calls = callIds.map((callId) => opened.session.call('orders.cancel', { orderId: 'o-1' }, { callId }));
  await scheduler.waitFor(Promise.all(calls));
  return { outcomes: await Promise.all(calls), ...opened };
}

const kinds = (outcomes: readonly Outcome[]) => outcomes.map(({ kind }) => kind);

test('under any interleaving an operation runs at most once, and every other call says so [D-033, V-113]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 6 }),
      async (scheduler, callIds) => {
        const { outcomes, desk, boundary } = await raced(scheduler, callIds);
        expect(desk.effects).toHaveLength(1);
        expect(kinds(outcomes).filter((kind) => kind === 'executed')).toHaveLength(1);
        for (const outcome of outcomes) {
          expect(['executed', 'replayed', 'in_progress', 'denied']).toContain(outcome.kind);
          if (outcome.kind === 'denied') expect(outcome.reason).toBe('duplicate');
        }
        const types = (await evidenceOf(boundary)).map(({ type }) => type);
        expect(types.filter((type) => type === 'call.admitted')).toHaveLength(1);
        expect(types.filter((type) => type === 'call.executed')).toHaveLength(1);
        await boundary.close();
      },
    ),
    { numRuns: 60 },
  );
});

test('two different operations of one conversation never stand in each other’s way [V-095]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { boundary, session, desk } = await openDesk();
      const cancel = desk.cancel;
      const inTurn = <T>(value: T) => scheduler.schedule(Promise.resolve(value));
      desk.onLoad = () => inTurn(undefined);
      desk.authorize = () => inTurn(true);
      desk.cancel = (...given) => inTurn(cancel(...given));
      const calls = ['o-1', 'o-2'].map((orderId) => session.call('orders.cancel', { orderId }));
      await scheduler.waitFor(Promise.all(calls));
      expect(kinds(await Promise.all(calls))).toEqual(['executed', 'executed']);
      await boundary.close();
    }),
    { numRuns: 40 },
  );
});
