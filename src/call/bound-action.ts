import { Action } from '../action/index.ts';
import type { Executable } from '../capability/index.ts';
import type { Digest } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Target } from '../target/target.ts';
import { type Asked, constantsOf } from './asked.ts';

/** A call whose arguments fit its capability. */
export type Proposed = Asked & {
  readonly capability: Executable;
  /** The arguments as received, and their digest. */
  readonly received: JsonObject;
  readonly receivedDigest: Digest;
  /** The same with what defaults added. */
  readonly input: JsonObject;
};

/** The action of a call on one target, with what people are shown of it where they are asked. */
export function boundAction(
  { session, capability, input, received, receivedDigest }: Proposed,
  target: Target<unknown> | null,
  facts: JsonObject | null,
): Action {
  const { constants, digest: constant } = constantsOf(session, capability);
  const bound =
    target === null ? null : { type: target.type, identity: target.identity, version: target.version };
  return Action.bound(
    { constants, arguments: input, target: bound, facts },
    // Where defaults added nothing the arguments are the very object that was digested.
    input === received ? { constant, arguments: receivedDigest } : { constant },
  );
}
