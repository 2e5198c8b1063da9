import { act as acted, type Acting } from '../acting/act.ts';
import { type AskedAct, reportRefused } from './reporting.ts';
import type { OperatorRefusal } from './refusal.ts';
import { standing } from './standing.ts';

/** Runs an act of an operator, after the directory said that this one may. */
export function act<T extends { readonly kind: string }>(
  acting: Acting,
  asked: AskedAct,
  work: () => Promise<T | OperatorRefusal>,
): Promise<T | OperatorRefusal> {
  const refused = ({ reason }: OperatorRefusal) => reportRefused(acting, asked, reason);
  return acted(acting, { step: 'operator', refused }, async () => (await standing(acting)) ?? work());
}
