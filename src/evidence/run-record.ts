import type { Actor } from './actor.ts';

/** A run began. */
export type RunOpened = Actor & {
  readonly type: 'run.opened';
  readonly run: string;
  readonly atomic: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly deadline: number;
};

/** A run went on. Its id is random and stands in clear. */
export type RunChanged = {
  readonly type: 'run.finished' | 'run.undoing' | 'run.undone' | 'run.held' | 'run.released';
  readonly run: string;
  readonly atomic: boolean;
  readonly by: 'session' | 'operator';
  /** Fingerprint of the principal, or of the operator. */
  readonly who: string;
  /** Fingerprint of the operator who agreed, where a second person was wanted; null otherwise. */
  readonly second: string | null;
  /**
   * The operator's own words; where a session begins to undo it, why: `denied`, `failed`, `deadline` or `asked`. null
   * otherwise.
   */
  readonly reason: string | null;
  readonly catalogue: string;
};

/** Who changes a run, and why. */
export type RunActor = Pick<RunChanged, 'by' | 'who' | 'second' | 'reason'>;

/** Another principal may, or may no longer, take part in a conversation. */
export type ConversationShared = Actor & {
  readonly type: 'conversation.shared' | 'conversation.unshared';
  /** Fingerprint of that principal under the key of the tenant. */
  readonly guest: string;
};
