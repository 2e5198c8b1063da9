/* Whatever is called in which order, a call is let through exactly where a plain program says so. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Mishap, ended, lostIn, openShop } from './shop.ts';

/** How a call is to end, if it is let through. */
const fates = ['works', 'works', 'works', 'not_performed', 'throws'] as const;

interface Move {
  readonly name:
    'orders.view' | 'orders.cancel' | 'orders.ship' | 'orders.refund' | 'orders.receipt' | 'orders.tip';
  readonly orderId: string;
  readonly fate: (typeof fates)[number];
  /** What an operator finds out later about one that was lost; null: nobody does. */
  readonly found: 'completed' | 'retryable' | null;
}

const move: fc.Arbitrary<Move> = fc.record({
  name: fc.constantFrom<Move['name']>(
    ...([
      'orders.view',
      'orders.cancel',
      'orders.ship',
      'orders.refund',
      'orders.receipt',
      'orders.tip',
    ] as const),
  ),
  orderId: fc.constantFrom('a', 'b', 'c'),
  fate: fc.constantFrom(...fates),
  found: fc.constantFrom('completed', 'retryable', null),
});

/** The rules of the shop, as a plain program keeps them over what it was told. */
class Model {
  readonly #viewed = new Set<string>();
  readonly #completed = new Map<string, number>();
  readonly #open = new Map<string, number>();

  /** The rule that a call breaks, or null. */
  broken({ name, orderId }: Move): string | null {
    const done = (other: string) => this.#completed.get(other) ?? 0;
    const begun = (other: string) => done(other) + (this.#open.get(other) ?? 0);
    switch (name) {
      case 'orders.view':
        return null;
      case 'orders.cancel':
        if (done('orders.view') === 0) return 'after orders.view';
        return this.#viewed.has(orderId) ? null : 'after orders.view with the same orderId';
      case 'orders.ship':
        return begun('orders.cancel') > 0 ? 'not after orders.cancel' : null;
      case 'orders.refund':
        if (done('orders.view') === 0) return 'after orders.view';
        if (!this.#viewed.has(orderId)) return 'after orders.view with the same orderId, amount';
        return begun(name) >= 2 ? 'at most 2' : null;
      case 'orders.receipt':
        return done('orders.refund') > 0 ? null : 'after orders.refund';
      case 'orders.tip':
        return begun(name) >= 3 ? 'at most 3' : null;
    }
  }

  completed({ name, orderId }: Move): void {
    this.#completed.set(name, (this.#completed.get(name) ?? 0) + 1);
    if (name === 'orders.view') this.#viewed.add(orderId);
  }

  lost({ name }: Move): void {
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
  }

  found(one: Move, as: 'completed' | 'retryable'): void {
    this.#open.set(one.name, (this.#open.get(one.name) ?? 0) - 1);
    if (as === 'completed') this.completed(one);
  }
}

test('any calls in any order are let through where a plain program says so, over two sessions [S-059, S-061]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 25 }), async (moves) => {
      const { sessionOf, operator, shop, boundary } = await openShop();
      const sessions = [sessionOf(), sessionOf()];
      const model = new Model();
      const lost: [execution: string, one: Move, as: 'completed' | 'retryable'][] = [];
      for (const [index, one] of moves.entries()) {
        const { name, orderId, fate, found } = one;
        shop.mishaps.clear();
        if (fate !== 'works') shop.mishaps.set(name, fate satisfies Mishap);
        const rule = model.broken(one);
        // Each is an operation of its own, so that nothing but the rules is in the way.
        const input =
          name === 'orders.view' || name === 'orders.cancel' ? { orderId } : { orderId, amount: 4_200 };
        const outcome = await sessions[index % 2]!.call(name, input, { callId: `call-${index}` });
        const what = ended(outcome);
        if (what === 'duplicate') {
          // The same is lost or running: rules come before that.
          expect(rule).toBeNull();
        } else if (rule !== null) {
          expect(what).toBe(`order_rule: ${rule}`);
        } else if (fate === 'works') {
          expect(what).toBe('executed');
          model.completed(one);
        } else if (fate === 'not_performed' || name === 'orders.view') {
          expect(what).toBe('failed');
        } else {
          model.lost(one);
          if (found !== null) lost.push([lostIn(outcome), one, found]);
        }
        if (index % 4 !== 3) continue;
        for (const [execution, of, as] of lost.splice(0)) {
          const resolved = await operator.claims.resolve(execution, { as, reason: 'looked it up' });
          expect(resolved.kind).toBe('resolved');
          model.found(of, as);
        }
      }
      await boundary.close();
    }),
    { numRuns: 60 },
  );
});
