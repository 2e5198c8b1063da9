import { argumentsDigest } from '../action/index.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import { type CallFacts, type Countable, evidenceRow } from '../evidence/index.ts';
import type { Digest } from '../json/index.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked, SessionState } from './asked.ts';
import type { Stopped } from './chain.ts';
import { received } from './received.ts';
import { callFacts, type Pseudonyms, pseudonymsOf } from './pseudonyms.ts';

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
        policy: answer.policy ?? null,
        detail: answer.detail ?? null,
      });
    case 'throttled':
      return report(asked, [capability, stopped.at, 'limit_exceeded'], {
        type: 'call.refused',
        capability,
        gate: stopped.at,
        reason: 'limit_exceeded',
        fault: false,
        policy: null,
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
  return wiring.coalescer.report(
    kind,
    () => write(wiring, session, said, 1, (pseudonyms) => callFacts(pseudonyms, asked, receivedOf(asked))),
    counting(wiring, session, said),
  );
}

// Made apart from the call, so that what is counted does not hold on to anybody's arguments.
function counting(wiring: Wiring, session: SessionState, said: Countable) {
  return (count: number) => write(wiring, session, said, count, () => null);
}

function write(
  wiring: Wiring,
  session: SessionState,
  said: Countable,
  count: number,
  firstOf: (pseudonyms: Pseudonyms) => CallFacts | null,
): Awaitable<void> {
  return andThen(pseudonymsOf(wiring, session), (pseudonyms) => {
    const at = wiring.time.now();
    const record = { ...said, ...pseudonyms.actor, count, first: firstOf(pseudonyms) };
    const entry = { tenant: session.context.tenant, id: wiring.ids.next(at), at, record };
    return wiring.store.appendEvidence([evidenceRow(wiring.keys, entry)]);
  });
}

// A name that is not in the catalogue is the model's own text: it never enters evidence.
function registeredName({ wiring, name }: Asked): string | null {
  return wiring.catalogue.has(name) ? name : null;
}

function receivedOf(asked: Asked): Digest | null {
  const copy = received(asked);
  return copy.ok ? argumentsDigest(copy.value) : null;
}
