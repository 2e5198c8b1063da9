import { type Digest, digest } from '../json/index.ts';

/** What a proposal claimed about itself in words; bound, never believed. */
export interface Claimed {
  readonly resource: string | null;
  readonly effect: string | null;
  readonly target: string | null;
}

/**
 * The part of an action that is the same for every call of one session to one capability. Its digest is cached.
 * `grant` and `assurance` are what the capability requires, not what the session happens to hold.
 */
export interface ActionConstants {
  readonly capability: string;
  readonly version: string | null;
  readonly schema: string | null;
  readonly tenant: string;
  readonly principal: string;
  readonly subject: string | null;
  readonly agent: string | null;
  readonly conversation: string | null;
  /** The principal whose conversation it is, where it is somebody else's: of that name the principal may have one as well. */
  readonly sharedBy?: string;
  readonly grant: readonly string[];
  readonly assurance: string | null;
  readonly claimed: Claimed | null;
}

/** Digest of the constant part. */
export function constantDigest(constants: ActionConstants): Digest {
  return digest('countersign/action-constant/v1', {
    schemaVersion: 'countersign/action/v1',
    capability: constants.capability,
    version: constants.version,
    schema: constants.schema,
    tenant: constants.tenant,
    principal: constants.principal,
    subject: constants.subject,
    agent: constants.agent,
    conversation: constants.conversation,
    ...(constants.sharedBy === undefined ? {} : { sharedBy: constants.sharedBy }),
    grant: constants.grant,
    assurance: constants.assurance,
    claimed:
      constants.claimed === null
        ? null
        : {
            resource: constants.claimed.resource,
            effect: constants.claimed.effect,
            target: constants.claimed.target,
          },
  });
}
