import { andThen, type Awaitable } from '../awaitable.ts';
import type { ActionFacts, Actor, CallFacts } from '../evidence/index.ts';
import { canonicalText, type Digest, type SubjectKey } from '../json/index.ts';
import type { Verified } from '../pipeline.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked, SessionState } from './asked.ts';

/** A session's identity as evidence may hold it, and the key of whoever its calls are about. */
export interface Witness {
  readonly actor: Actor;
  /** Of the subject, or of the principal where none is named: seals results, makes fingerprints. */
  readonly key: SubjectKey;
}

const witnesses = new WeakMap<SessionState, Awaitable<Witness>>();

/** The witness of a session, made at its first record: only then are keys made, so that a dry run writes nothing. */
export function witnessOf(wiring: Wiring, session: SessionState): Awaitable<Witness> {
  const known = witnesses.get(session);
  if (known !== undefined) return known;
  const { tenant, principal, subject } = session.context;
  // Blinded, so that a reader of the database does not learn whose keys it holds.
  const keyOf = (person: string) =>
    wiring.ring.of(tenant, wiring.keys.blind('countersign/person/v1', tenant, person));
  const made = andThen(keyOf(principal), (own) =>
    andThen(subject === null ? own : keyOf(subject), (key) => {
      const witness = Object.freeze({ actor: actorOf(wiring, session, own, key), key });
      witnesses.set(session, witness);
      return witness;
    }),
  );
  return made;
}

function actorOf(wiring: Wiring, session: SessionState, own: SubjectKey, key: SubjectKey): Actor {
  const { principal, subject, conversation, agent } = session.context;
  return Object.freeze({
    principal: own.fingerprint('countersign/principal/v1', principal),
    subject: subject === null ? null : key.fingerprint('countersign/subject/v1', subject),
    conversation: own.fingerprint('countersign/conversation/v1', conversation),
    agent,
    catalogue: wiring.catalogue.version,
    facts: session.facts,
  });
}

/** Which call, in fingerprints. `received`: digest of the arguments, where they were plain JSON. */
export function callFacts(witness: Witness, asked: Asked, received: Digest | null): CallFacts {
  const { key } = witness;
  return {
    call: key.fingerprint('countersign/call/v1', asked.key.id),
    arguments: received === null ? null : key.fingerprint('countersign/arguments/v1', received),
  };
}

/** What was admitted or executed, in fingerprints. */
export function actionFacts(witness: Witness, verified: Verified, execution: string): ActionFacts {
  const { capability, action, receivedDigest } = verified;
  return {
    ...callFacts(witness, verified, receivedDigest),
    capability: capability.name,
    action: witness.key.fingerprint('countersign/action/v1', action.digest),
    target:
      action.target === null
        ? null
        : witness.key.fingerprint('countersign/target/v1', canonicalText(action.target.identity)),
    execution,
    freshness: capability.freshness === 'refresh' ? 'refresh' : capability.freshness.snapshot,
    permit: 'allowed',
  };
}
