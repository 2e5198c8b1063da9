import { type ActionConstants, constantDigest } from '../action/index.ts';
import type { Registered } from '../capability/index.ts';
import type { UndoPlan } from '../execution/index.ts';
import type { CallKey, CallRow } from '../store/rows.ts';
import type { Wiring } from '../wiring.ts';
import type { Received } from './received.ts';
import type { SessionState } from './session-state.ts';

/** The step that is being undone, and how. */
export interface Undoing {
  readonly step: CallRow;
  readonly plan: UndoPlan;
}

/** One call as it was asked for: nothing of it is believed yet. */
export interface Asked {
  readonly wiring: Wiring;
  readonly session: SessionState;
  readonly name: string;
  /** A value, or the JSON text as the provider sent it. */
  readonly raw: unknown;
  /** The arguments as they were when the call was made. */
  readonly reading: Received;
  readonly callId: string;
  readonly key: CallKey;
  /** Whether limits have yet to count that this was proposed; `foreseen` proposals are never counted. */
  readonly proposal: 'new' | 'counted' | 'foreseen';
  /** The model response that proposed it, blinded; null: it stands alone. */
  readonly step: string | null;
  /** The run that it is a step of, or null. */
  readonly run: string | null;
  /** The step that it undoes; null for whatever anybody proposes. */
  readonly undoing: Undoing | null;
}

/** The constant part of a session's actions of one capability. */
export function constantsOf(session: SessionState, capability: Registered) {
  const cached = session.constants.get(capability.name);
  if (cached !== undefined) return cached;
  const { context, sharedBy } = session;
  const constants: ActionConstants = Object.freeze({
    capability: capability.name,
    version: capability.version,
    schema: capability.schema.digest,
    tenant: context.tenant,
    principal: context.principal,
    subject: context.subject,
    agent: context.agent,
    conversation: context.conversation,
    ...(sharedBy === null ? {} : { sharedBy }),
    grant: capability.requires.grant,
    assurance: capability.requires.assurance,
    claimed: null,
  });
  const made = Object.freeze({ constants, digest: constantDigest(constants) });
  session.constants.set(capability.name, made);
  return made;
}
