import { argumentsDigest } from '../action/index.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import { type Countable, evidenceRow } from '../evidence/index.ts';
import type { Digest } from '../json/index.ts';
import type { Asked } from './asked.ts';
import type { Stopped } from './chain.ts';
import { received } from './received.ts';
import { callFacts, witnessOf } from './witness.ts';

/**
 * Records why a call went no further, before it is answered. Refusals alike are counted in one record; they are told
 * apart by tenant, principal, conversation, capability, gate and reason, by nothing that the model chooses.
 */
export function reportStopped(asked: Asked, stopped: Stopped): Awaitable<void> {
  const { answer } = stopped;
  const capability = registeredName(asked);
  switch (answer.kind) {
    case 'refused':
      return report(asked, [capability, stopped.at, answer.reason], {
        type: 'call.refused',
        capability,
        gate: stopped.at,
        reason: answer.reason,
        fault: answer.fault ?? false,
        detail: answer.detail ?? null,
      });
    case 'throttled':
      return report(asked, [capability, stopped.at, 'limit_exceeded'], {
        type: 'call.refused',
        capability,
        gate: stopped.at,
        reason: 'limit_exceeded',
        fault: false,
        detail: null,
      });
    case 'known':
      return report(asked, [capability, 'known', answer.known.kind], {
        type: 'call.answered',
        capability,
        answer: answer.known.kind,
      });
  }
}

/** Records that nothing could decide. */
export function reportFault(
  asked: Asked,
  step: string,
  code: 'decision_unavailable' | 'state_tampered',
): Awaitable<void> {
  const capability = registeredName(asked);
  return report(asked, [capability, step, code], { type: 'fault', capability, step, code });
}

function report(asked: Asked, alike: readonly (string | null)[], said: Countable): Awaitable<void> {
  const { wiring, session } = asked;
  const { tenant, principal, conversation } = session.context;
  const kind = JSON.stringify([tenant, principal, conversation, ...alike]);
  return wiring.coalescer.report(kind, (count, later) =>
    andThen(witnessOf(wiring, session), (witness) => {
      const at = wiring.clock.now();
      const first = later ? null : callFacts(witness, asked, receivedOf(asked));
      const record = { ...said, ...witness.actor, count, first };
      return wiring.store.appendEvidence([
        evidenceRow(wiring.keys, { tenant, id: wiring.ids.next(at), at, record }),
      ]);
    }),
  );
}

// A name that is not in the catalogue is the model's own text: it never enters evidence.
function registeredName({ wiring, name }: Asked): string | null {
  return wiring.catalogue.capabilities.some((capability) => capability.name === name) ? name : null;
}

function receivedOf(asked: Asked): Digest | null {
  const copy = received(asked);
  return copy.ok ? argumentsDigest(copy.value) : null;
}
