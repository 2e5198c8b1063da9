import { faultOf } from '../call/fault.ts';
import { type AskedAct, reportFault, reportRefused } from './reporting.ts';
import { isRefusal, type OperatorRefusal } from './refusal.ts';
import { type Acting, standing } from './standing.ts';

/**
 * Runs an act of an operator, after the directory said that this one may. A refusal is on record before it is answered;
 * so is a fault, where it can be, before it is thrown.
 */
export async function act<T extends { readonly kind: string }>(
  acting: Acting,
  asked: AskedAct,
  work: () => Promise<T | OperatorRefusal>,
): Promise<T | OperatorRefusal> {
  try {
    const answer = (await standing(acting)) ?? (await work());
    if (isRefusal(answer)) await reportRefused(acting, asked, answer.reason);
    return Object.freeze(answer);
  } catch (thrown) {
    const { step, code, error } = faultOf(thrown, 'operator');
    try {
      await reportFault(acting, step, code);
    } catch (unrecorded) {
      acting.wiring.unrecorded(unrecorded);
    }
    throw error;
  }
}
