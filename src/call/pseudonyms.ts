import { andThen, type Awaitable } from '../awaitable.ts';
import type { Actor, CallFacts } from '../evidence/index.ts';
import { canonicalText, type Digest, type SubjectKey } from '../json/index.ts';
import type { Wiring } from '../wiring.ts';
import type { Asked } from './asked.ts';
import { personKey } from './person-key.ts';
import type { SessionState } from './session-state.ts';

/**
 * How evidence may name a session's calls, and the keys that make it so. What is about a person is keyed with that
 * person's key, so that erasing it leaves only noise; targets are keyed with the tenant's, so that two people's calls
 * to one target can be seen to meet.
 */
export interface Pseudonyms {
  readonly actor: Actor;
  readonly tenant: SubjectKey;
  /** Of the subject, or of the principal where none is named: it also seals results. */
  readonly person: SubjectKey;
}

const made = new WeakMap<SessionState, Pseudonyms>();

/** The pseudonyms of a session, made at its first record: only then are keys made, so that a dry run writes nothing. */
export function pseudonymsOf(wiring: Wiring, session: SessionState): Awaitable<Pseudonyms> {
  const known = made.get(session);
  if (known !== undefined) return known;
  const { tenant, principal, subject } = session.context;
  const tenantKey = wiring.ring.of(tenant, '');
  const keyOf = (person: string) => personKey(wiring, tenant, person);
  return andThen(tenantKey, (ofTenant) =>
    andThen(keyOf(principal), (own) =>
      andThen(subject === null ? own : keyOf(subject), (person) => {
        const actor = actorOf(wiring, session, own, person);
        const pseudonyms = Object.freeze({ actor, tenant: ofTenant, person });
        made.set(session, pseudonyms);
        return pseudonyms;
      }),
    ),
  );
}

function actorOf(wiring: Wiring, session: SessionState, own: SubjectKey, person: SubjectKey): Actor {
  const { principal, subject, conversation, agent } = session.context;
  // Of this name the principal may have a conversation of its own.
  const place = session.sharedBy === null ? conversation : canonicalText([session.sharedBy, conversation]);
  const purpose = session.sharedBy === null ? 'conversation' : 'shared-conversation';
  const facts = session.facts.map(([name, value]): [string, string] => [
    name,
    own.fingerprint('countersign/fact/v1', canonicalText([name, value])),
  ]);
  return Object.freeze({
    principal: own.fingerprint('countersign/principal/v1', principal),
    subject: subject === null ? null : person.fingerprint('countersign/subject/v1', subject),
    conversation: own.fingerprint(`countersign/${purpose}/v1`, place),
    agent,
    catalogue: wiring.catalogue.version,
    facts: facts.length === 0 ? null : Object.freeze(Object.fromEntries(facts)),
  });
}

/** Which call, in fingerprints. `received`: digest of the arguments, where they were plain JSON. */
export function callFacts({ person }: Pseudonyms, asked: Asked, received: Digest | null): CallFacts {
  return {
    call: person.fingerprint('countersign/call/v1', asked.key.id),
    arguments: received === null ? null : person.fingerprint('countersign/arguments/v1', received),
  };
}
