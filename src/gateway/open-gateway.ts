import { act } from '../acting/act.ts';
import type { Action } from '../action/index.ts';
import type { Wiring } from '../wiring.ts';
import { approve, reject } from './answers.ts';
import { aclAsked, actionAsked, approvalAsked, askAsked, rejectionAsked, revocationAsked } from './asked.ts';
import { type Attempt, attemptOf, Denied } from './attempt.ts';
import type {
  Acl,
  GatewayAnswerOptions,
  GatewayAskOptions,
  Gateway,
  GatewayRefusal,
  GatewayRejectOptions,
  GatewayRevokeOptions,
} from './gateway.ts';
import type { Receipt } from './receipt.ts';
import { reportDenied, told } from './reporting.ts';
import { request } from './request.ts';
import { revoke } from './revoke.ts';
import { verify } from './verify.ts';

/** Makes the gateway of a boundary. What is asked for in the wrong way is thrown; what is refused is answered. */
export function openGateway(wiring: Wiring): Gateway {
  const { calls } = wiring;
  const verifying = (receipt: Receipt, given: Action, acl: Acl) =>
    calls.during(async () => {
      const action = actionAsked(given);
      const asked = aclAsked(acl);
      return attempted(attemptOf(wiring, 'verify', action), (attempt) => verify(attempt, receipt, asked));
    });
  return Object.freeze<Gateway>({
    request: (given: Action, options: GatewayAskOptions) =>
      calls.during(async () => {
        const action = actionAsked(given);
        const asked = askAsked(action, options);
        return attempted(attemptOf(wiring, 'request', action), (attempt) => request(attempt, asked));
      }),
    approve: (token: string, given: Action, options: GatewayAnswerOptions) =>
      calls.during(async () => {
        const action = actionAsked(given);
        const asked = approvalAsked(options);
        return attempted(attemptOf(wiring, 'approve', action, asked.approver), (attempt) =>
          approve(attempt, token, asked),
        );
      }),
    reject: (token: string, given: Action, options: GatewayRejectOptions) =>
      calls.during(async () => {
        const action = actionAsked(given);
        const asked = rejectionAsked(options);
        return attempted(attemptOf(wiring, 'reject', action, asked.approver), (attempt) =>
          reject(attempt, token, asked),
        );
      }),
    revoke: (receipt: Receipt, given: Action, options: GatewayRevokeOptions) =>
      calls.during(async () => {
        const action = actionAsked(given);
        const asked = revocationAsked(options);
        return attempted(attemptOf(wiring, 'revoke', action, asked.approver), (attempt) =>
          revoke(attempt, receipt, asked),
        );
      }),
    verify: verifying,
    verifyForExecution: (receipt: Receipt, action: Action, acl: Acl) =>
      verifying(receipt, action, acl).then(({ kind }) => kind === 'verified'),
  });
}

/** Runs an attempt. What refuses it, or breaks, is on record before it is answered or thrown. */
async function attempted<T extends { readonly kind: string }>(
  attempt: Attempt,
  work: (attempt: Attempt) => Promise<T | Denied>,
): Promise<T | GatewayRefusal> {
  const { wiring, tenant, approver } = attempt;
  const answer = await act<T, Denied>(
    { wiring, tenant, id: approver?.id ?? '' },
    { step: 'gateway', refused: (denied) => reportDenied(attempt, denied) },
    () => work(attempt),
  );
  return answer instanceof Denied ? told(attempt, answer) : answer;
}
