import { act as acted, type Acting, bound } from '../acting/act.ts';
import { refused } from '../acting/refused.ts';
import { type AskedAct, reportRefused } from './reporting.ts';
import type { OperatorRefusal } from './refusal.ts';
import { standing } from './standing.ts';

/** Runs an act of an operator, after the directory said that this one may. */
export function act<T extends { readonly kind: string }>(
  acting: Acting,
  asked: AskedAct,
  work: () => Promise<T | OperatorRefusal>,
): Promise<T | OperatorRefusal> {
  const report = ({ reason }: OperatorRefusal) => reportRefused(acting, asked, reason);
  return acted(acting, { step: 'operator', refused: report }, async () => {
    if (!bound(acting)) return refused('binding_mismatch');
    return (await standing(acting)) ?? work();
  });
}
