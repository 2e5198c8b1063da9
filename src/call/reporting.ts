import { argumentsDigest } from '../action/index.ts';
import { andThen, type Awaitable } from '../awaitable.ts';
import { type Actor, appendRecord, type CallFacts, type Countable, nobody } from '../evidence/index.ts';
import type { Digest } from '../json/index.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked } from './asked.ts';
import type { Stopped } from './chain.ts';
import { callFacts, type Pseudonyms, pseudonymsOf } from './pseudonyms.ts';
import type { SessionState } from './session-state.ts';

/**
 * Records why a call went no further, before it is answered. Refusals alike are counted in one record: those whose
 * records would say the same of who asked and why, by nothing that the model chooses.
 */
export function reportStopped(asked: Asked, stopped: Stopped): Awaitable<void> {
  const { answer } = stopped;
  const capability = registeredName(asked);
  switch (answer.kind) {
    case 'refused':
      return report(asked, {
        type: 'call.refused',
        capability,
        gate: stopped.at,
        reason: answer.reason,
        fault: answer.fault ?? false,
        policy: answer.policy ?? null,
        detail: answer.detail ?? null,
      });
    case 'throttled':
      return report(asked, {
        type: 'call.refused',
        capability,
        gate: stopped.at,
        reason: 'limit_exceeded',
        fault: false,
        policy: null,
        detail: answer.limit,
      });
    case 'ask':
      // What people are asked is on record with the approval itself.
      return undefined;
    case 'known':
      return report(asked, {
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
  return report(asked, { type: 'fault', capability, step, code });
}

/** The same where no call was made: of what a session does beside its calls. */
export function reportSessionFault(
  wiring: Wiring,
  session: SessionState,
  { step, code }: Pick<Extract<Countable, { readonly type: 'fault' }>, 'step' | 'code'>,
): Awaitable<void> {
  const said = { type: 'fault', capability: null, step, code } as const;
  const count = counting(wiring, session, said);
  return wiring.coalescer.report(kindOf(session, said), () => count(1), count);
}

function report(asked: Asked, said: Countable): Awaitable<void> {
  const { wiring, session } = asked;
  return wiring.coalescer.report(
    kindOf(session, said),
    () => write(wiring, session, said, 1, (pseudonyms) => callFacts(pseudonyms, asked, receivedOf(asked))),
    counting(wiring, session, said),
  );
}

/** What has to be the same for two reports to be counted in one record. */
function kindOf({ context, sharedBy, facts }: SessionState, said: Countable): string {
  const { tenant, principal, subject, agent, conversation } = context;
  return JSON.stringify([tenant, principal, subject, agent, sharedBy, conversation, facts, said]);
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
  const append = (who: Actor, first: CallFacts | null) =>
    appendRecord(wiring, session.context.tenant, { ...said, ...who, count, first });
  const known = (pseudonyms: Pseudonyms) => append(pseudonyms.actor, firstOf(pseudonyms));
  if (said.type !== 'fault') return andThen(pseudonymsOf(wiring, session), known);
  // What broke may be the key that names people: the fault is on record all the same, without names.
  return andThen(
    tried(() => pseudonymsOf(wiring, session)),
    (pseudonyms) =>
      pseudonyms === null ? append(nobody(wiring.catalogue.version), null) : known(pseudonyms),
  );
}

async function tried<T>(work: () => Awaitable<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

// A name that is not in the catalogue is the model's own text: it never enters evidence.
function registeredName({ wiring, name }: Asked): string | null {
  return wiring.catalogue.has(name) ? name : null;
}

function receivedOf({ reading }: Asked): Digest | null {
  return reading.ok ? argumentsDigest(reading.value) : null;
}
