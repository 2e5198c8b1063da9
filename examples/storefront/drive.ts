import type { Captured } from './captured.ts';
import type { OrderDesk } from './order-desk.ts';
import type { Effect, Shop } from './shop.ts';

/** What one desk made of one proposal: its answers, and what then really happened in the shop. */
export interface Observed {
  readonly decisions: readonly string[];
  readonly effects: readonly Effect[];
}

/** Sends every captured proposal to a desk, in order, and looks into the shop after each. */
export async function drive(
  desk: OrderDesk,
  shop: Shop,
  captured: readonly Captured[],
): Promise<readonly Observed[]> {
  const observed: Observed[] = [];
  let seen = 0;
  for (const { name, argumentsText, callId, twiceAtOnce, meanwhile } of captured) {
    const send = () => desk.call(name, argumentsText, callId);
    shop.meanwhile = meanwhile === undefined ? null : () => meanwhile(shop);
    const decisions = await Promise.all(twiceAtOnce ? [send(), send()] : [send()]);
    shop.meanwhile?.();
    shop.meanwhile = null;
    const effects = shop.effects();
    observed.push({ decisions, effects: effects.slice(seen) });
    seen = effects.length;
  }
  return observed;
}
