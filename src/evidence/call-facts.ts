import type { PermitRoad } from '../outcome.ts';

/** Which call, in fingerprints. Absent from a record that counts many. */
export type CallFacts = {
  readonly call: string;
  /** Of the arguments as received; null where they were not plain JSON. */
  readonly arguments: string | null;
};

/** What an admitted or executed call was, beyond its facts. */
export type ActionFacts = CallFacts & {
  readonly capability: string;
  /** Fingerprint of the action digest. */
  readonly action: string;
  /** Fingerprint of the target's identity; null where there is no target. */
  readonly target: string | null;
  readonly execution: string;
  /** The application's reason for acting on a snapshot; null where the target was refreshed. */
  readonly snapshot: string | null;
  readonly permit: PermitRoad;
  /** Fingerprint of the id of the approval that it used; null where nobody was asked. */
  readonly approval: string | null;
  /** The run that it is a step of; absent where it is of none. */
  readonly run?: string;
  /** The execution id of the step that it takes back; absent where it takes back none. */
  readonly undoes?: string;
};
