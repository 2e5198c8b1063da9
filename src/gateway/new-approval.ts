import { type Action, argumentsDigest } from '../action/index.ts';
import { alikeKey, requested, type UnrecordedApproval } from '../approval/index.ts';
import type { Place } from '../claim/index.ts';
import { canonicalText, type SubjectKey } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { Wiring } from '../wiring.ts';
import type { AskAsked } from './asked.ts';
import { newToken, tokenPrint } from './token.ts';

/** What a gateway asks people about, as the store knows it. */
export interface Ask extends AskAsked {
  readonly wiring: Wiring;
  readonly action: Action;
  readonly place: Place;
  /** The person behind the principal, or null where nobody stands there. */
  readonly person: string | null;
  /** Of the tenant. */
  readonly key: SubjectKey;
  /** The `action` column, and the `alike` column. */
  readonly column: string;
  readonly alike: string;
}

/** Why people are asked: the application's gateway said so. */
export const why = { reasons: ['policy'], policy: 'gateway' } as const;

/**
 * The approval that asks people about an action of a gateway, and the token to answer it with. What they are shown is
 * sealed in it, the execution id that the effect will have is minted here, and its expiry counts from now.
 */
export function newApproval(ask: Ask): { readonly token: string; readonly made: UnrecordedApproval } {
  const { wiring, action, context, place, person, key, column, alike, ttl, quorum } = ask;
  const { keys, ids, catalogue } = wiring;
  const { tenant, principal, conversation } = context;
  const { constants, arguments: args, target, facts } = action;
  const at = wiring.time.now();
  const token = newToken();
  const print = tokenPrint(token);
  if (print === null) throw new TypeError('what was made as a token is none');
  const content = { context: { tenant, principal, conversation }, constants, arguments: args, target, facts };
  const made = requested(keys, key, {
    id: print,
    execution: ids.next(at),
    catalogue: catalogue.version,
    kind: 'review',
    quorum,
    owner: place.owner,
    conversation: place.conversation,
    person,
    action: column,
    target: canonicalText(aimOf(action)),
    alike,
    token: print,
    entries: null,
    step: null,
    at,
    ttl,
    content: { ...content, ...why, doubtful: [] },
  });
  return { token, made };
}

/** The `alike` column of an action of a gateway. */
export function alikeOf({ keys }: Wiring, action: Action): string {
  const { tenant, principal, capability } = action.constants;
  return alikeKey(keys, tenant, { principal, capability, target: aimOf(action), facts: action.facts });
}

/**
 * What a proposal aims at, in its own words: nothing was loaded. One that names no target is told from others by its
 * arguments, or refusing one of them would refuse everything of its name.
 */
function aimOf({ constants: { claimed }, arguments: args }: Action): JsonObject {
  const { resource = null, effect = null, target = null } = claimed ?? {};
  return { resource, effect, target, arguments: target === null ? argumentsDigest(args) : null };
}
