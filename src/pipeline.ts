/*
 * The life of an action, in the order that is the product: check, then re-verify on fresh state; admission follows in
 * one transaction (admission.ts), then the effect (call/effect.ts) and its settlement (settlement.ts).
 * A step produces, a gate only refuses. Each gate that a later part of the boundary brings has its place marked here.
 */
import { Action, ambientTenant, argumentsDigest } from './action/index.ts';
import { andThen, type Awaitable } from './awaitable.ts';
import { type Asked, constantsOf } from './call/asked.ts';
import { type Chain, chain, refuse, Stop, throttled } from './call/chain.ts';
import { receivedWhole } from './call/received.ts';
import type { Executable } from './capability/index.ts';
import { callVerifies, type KnownCall, knownCall, operationOf, stateAt } from './claim/index.ts';
import { rightsOf } from './directory/index.ts';
import { Tampered } from './errors.ts';
import { catalogueVerifies } from './catalogue-version.ts';
import { conversationVerifies } from './history/index.ts';
import { canonicalText, type Digest, plainObject, sameText } from './json/index.ts';
import type { JsonObject } from './json/json.ts';
import {
  admissionLevies,
  chargesOf,
  type Levy,
  LimitFault,
  type Meter,
  type RegisteredLimit,
  watchingLevies,
} from './limit/index.ts';
import { authorize } from './policy/index.ts';
import type { CallRow, CatalogueRow } from './store/rows.ts';
import type { DecisionData, Exceeded } from './store/store.ts';
import type { Target } from './target/target.ts';
import type { Wiring } from './wiring.ts';

/** Check: reads only, consumes nothing. */
export const check = chain<Asked>()
  .step('load-decision', loadDecision)
  .gate('binding', ambientAgrees)
  //  1 containment
  .gate('meters', metersHaveRoom)
  .gate('history', historyVerifies)
  //    the run is open
  .step('parse', parseArguments)
  .step('recall', recall)
  .gate('call-id', callIdIsThisCall)
  .step('known-call', answerKnown)
  .step('find', findCapability)
  .step('catalogue-row', catalogueRowOf)
  .gate('catalogue', catalogueInForce)
  .step('validate', validate)
  //  6 destination
  //  7 sequence
  //  8 undo
  .step('load', loadTarget)
  .gate('authorization', (state) => authorized(state, state.target));
// 11 rulebook
// 12 taint
// 13 limits and the operation are read where a person may be needed, and in `foresee`
// 14 is a person needed?

/** Only where a call is foreseen and not made: what admission would answer, read and not consumed. */
export const foresee = chain<Checked>()
  .step('levies', (state) => levies(state, state.target))
  .gate('limits', limitsHaveRoom)
  .step('operation-key', (state) => ({ holds: operation(state, state.target) }))
  .gate('operation', operationIsFree);

/** Re-verify: fresh reads; nothing read before the refresh is used after it. */
export const reverify = chain<Checked>()
  .step('refresh', refreshTarget)
  .gate('identity', targetIsTheSame)
  .gate('current-authorization', (state) => authorized(state, state.refreshed))
  //    rulebook conditions again
  // 17 the need for a person, recomputed
  .step('bind', bindAction)
  .step('levies', (state) => levies(state, state.refreshed));

/** What the check phase made of a call. */
export type Checked = Produced<typeof check>;
/** What re-verification made of it: the action as it will be admitted. */
export type Verified = Produced<typeof reverify>;

type Loaded = Asked & { readonly data: DecisionData };
type Parsed = {
  readonly received: JsonObject;
  readonly receivedDigest: Digest;
  /** What the call row knows the arguments by. */
  readonly fingerprint: string;
};
type Found = Asked & { readonly capability: Executable };
type Proposed = Found & { readonly input: JsonObject };

type Produced<C> = C extends Chain<infer _In, infer Out> ? Out : never;

function ambientAgrees({ wiring, session }: Asked): Stop | undefined {
  const ambient = ambientTenant();
  if (ambient === null ? wiring.tenancy === 'explicit' : ambient === session.context.tenant) return undefined;
  return refuse('binding_mismatch');
}

function loadDecision({ wiring, key }: Asked): Awaitable<{ data: DecisionData }> {
  return andThen(wiring.store.loadForDecision(key, wiring.catalogue.version), (data) => {
    wiring.time.see(data.now);
    return { data };
  });
}

/** Meters that other things than proposing count on: here there only has to be room for more. */
const watchedMeters: readonly Meter[] = ['denials', 'denied_targets', 'tokens', 'cost', 'planner_calls'];

/**
 * Proposals are counted here, once however often a call is checked again; of refusals and of what the host reported it
 * is asked whether there is room for more. Whether the name is registered does not matter: asking is what is counted.
 */
function metersHaveRoom(state: Loaded): Awaitable<Stop | undefined> {
  const limits = state.wiring.catalogue.limitsOf(state.name, state.session.context);
  return limits.length === 0 ? undefined : faultOfLimit(() => haveRoom(state, limits));
}

function haveRoom(
  { wiring, session, proposal }: Loaded,
  limits: readonly RegisteredLimit[],
): Awaitable<Stop | undefined> {
  const { context } = session;
  const due = (meters: readonly Meter[]) => watchingLevies(wiring.keys, limits, meters, { context });
  // Worked out before anything is counted: what throws here has counted nothing.
  const [proposed, watched] = [due(proposal === 'counted' ? [] : ['proposals']), due(watchedMeters)];
  return andThen(room(wiring, context.tenant, proposed, proposal === 'new' ? 'take' : 'look'), (asked) =>
    andThen(room(wiring, context.tenant, watched, 'look'), (others) => throttled([...asked, ...others])),
  );
}

/** How often charges are made again for a time that the store has met and this process has not. */
const timesAgain = 3;

/** Limits that have no room. Charges that were made for another time than the store's are made again for that. */
function room(
  wiring: Wiring,
  tenant: string,
  due: readonly Levy[],
  how: 'take' | 'look',
  again = timesAgain,
): Awaitable<readonly Exceeded[]> {
  if (due.length === 0) return [];
  const charges = chargesOf(due, wiring.time.now());
  return andThen(wiring.store.charge({ tenant, charges, how, evidence: null }), (answer) => {
    if (answer.kind !== 'moved') return answer.kind === 'limited' ? answer.exceeded : [];
    if (again === 0) throw new Error('the time at which limits are counted could not be agreed on');
    wiring.time.see(answer.now);
    return room(wiring, tenant, due, how, again - 1);
  });
}

function historyVerifies({ wiring, data }: Loaded): Stop | undefined {
  if (data.conversation === null || conversationVerifies(wiring.keys, data.conversation)) return undefined;
  return refuse('history_invalid', { fault: true });
}

function parseArguments(state: Loaded): Parsed | Stop {
  const { wiring, session, raw, reading, data } = state;
  // A call that is known is compared whole, whatever its capability allows by now, or whether it still exists.
  const copy = reading.ok || data.call === null ? reading : receivedWhole(raw);
  if (!copy.ok) {
    return refuse('argument_schema', { pointer: copy.refusal.pointer, expected: copy.refusal.expected });
  }
  const { tenant, subject } = session.context;
  const receivedDigest = argumentsDigest(copy.value);
  return {
    received: copy.value,
    receivedDigest,
    fingerprint: wiring.keys.blind(
      'countersign/received/v1',
      tenant,
      canonicalText([receivedDigest, subject]),
    ),
  };
}

function recall({ wiring, name, fingerprint, data }: Loaded & { fingerprint: string }): { known: KnownCall } {
  if (data.call !== null && !callVerifies(wiring.keys, data.call)) throw new Tampered('call');
  return { known: knownCall(data.call, { capability: name, arguments: fingerprint }, data.now) };
}

function callIdIsThisCall({ known }: { known: KnownCall }): Stop | undefined {
  return known.kind === 'reused' ? refuse('call_id_reused') : undefined;
}

function answerKnown({ known }: { known: KnownCall }): { retryOf: string | null } | Stop {
  if (known.kind === 'open') return { retryOf: known.execution };
  return known.kind === 'reused' ? { retryOf: null } : new Stop({ kind: 'known', known });
}

function findCapability({ wiring, session, name }: Asked): { capability: Executable } | Stop {
  const found = wiring.catalogue.find(name, session.context);
  return typeof found === 'string' ? refuse(found) : { capability: found };
}

// Every version is registered when its boundary starts: a row that is missing was taken away. One that equals the row
// this process registered needs no second MAC.
function catalogueRowOf({ wiring, data }: Loaded): { catalogueRow: CatalogueRow } {
  const { inForce } = wiring;
  const row = data.catalogue;
  if (row === null) throw new Tampered('catalogue');
  const known =
    row.version === inForce.version &&
    row.state === inForce.state &&
    row.since === inForce.since &&
    sameText(row.mac, inForce.mac);
  if (!known && !catalogueVerifies(wiring.keys, row)) throw new Tampered('catalogue');
  return { catalogueRow: row };
}

function catalogueInForce({ catalogueRow }: { catalogueRow: CatalogueRow }): Stop | undefined {
  return catalogueRow.state === 'in_force' ? undefined : refuse('catalogue_stale');
}

function validate(state: Found & Parsed): Awaitable<{ input: JsonObject } | Stop> {
  const { wiring, capability, received: args } = state;
  return andThen(
    wiring.inTime(() => capability.schema.validate(args)),
    (result) =>
      result.ok
        ? { input: result.value }
        : refuse('argument_schema', { pointer: result.pointer, expected: result.expected }),
  );
}

function loadTarget(state: Proposed): Awaitable<{ target: Target<unknown> | null } | Stop> {
  const { wiring, session, capability, input } = state;
  const source = capability.target;
  if (source === null) return { target: null };
  return andThen(
    wiring.inTime(() => source.load(session.context, input)),
    (target) => (target === null ? refuse('target_not_found') : { target }),
  );
}

function refreshTarget(state: Proposed & { target: Target<unknown> | null }) {
  const { wiring, session, capability, input, target } = state;
  const source = capability.target;
  if (source === null || target === null || capability.freshness !== 'refresh') return { refreshed: target };
  return andThen(
    wiring.inTime(() => source.refresh(session.context, input, target)),
    (refreshed) => (refreshed === null ? refuse('target_gone') : { refreshed }),
  );
}

function targetIsTheSame(state: { target: Target<unknown> | null; refreshed: Target<unknown> | null }) {
  const { target, refreshed } = state;
  if (target === null && refreshed === null) return undefined;
  if (target === null || refreshed === null) return refuse('target_changed');
  const same = sameText(target.identityText, refreshed.identityText);
  return same && target.type === refreshed.type ? undefined : refuse('target_changed');
}

function authorized(state: Proposed, target: Target<unknown> | null): Awaitable<Stop | undefined> {
  const { wiring, session, capability, input } = state;
  return andThen(rightsOf(wiring.directory, session.context, wiring.inTime), (current) => {
    if (!current.ok) {
      return refuse(current.reason, {
        fault: current.reason === 'authorization_error',
        cause: current.cause,
      });
    }
    const seen = { context: session.context, input, target: target?.value };
    const judging = { rights: current.rights, levels: wiring.catalogue.assurance, deadline: wiring.inTime };
    return andThen(authorize(capability, seen, judging), (verdict) => {
      if (verdict.kind === 'permitted') return undefined;
      if (verdict.kind === 'throttled')
        return new Stop({ kind: 'throttled', limit: null, retryAfter: verdict.retryAfter });
      const { reason, detail, policy, cause } = verdict;
      return refuse(reason, {
        fault: reason === 'authorization_error',
        cause,
        ...(detail === undefined ? {} : { detail }),
        ...(policy === undefined ? {} : { policy }),
      });
    });
  });
}

/** The action as it will be admitted, and the operation that it holds (null for a read, which holds nothing). */
function bindAction(state: Proposed & Parsed & { refreshed: Target<unknown> | null }): {
  action: Action;
  holds: string | null;
} {
  const { session, capability, input, received, receivedDigest, refreshed } = state;
  const { constants, digest: constant } = constantsOf(session, capability);
  const target =
    refreshed === null
      ? null
      : { type: refreshed.type, identity: refreshed.identity, version: refreshed.version };
  return {
    action: Action.bound(
      { constants, arguments: input, target },
      // Where defaults added nothing the arguments are the very object that was digested.
      input === received ? { constant, arguments: receivedDigest } : { constant },
    ),
    holds: operation(state, refreshed),
  };
}

/** What limits take for the call: only what admission counts, and without a time as yet. */
function levies(state: Proposed, target: Target<unknown> | null): { levies: readonly Levy[] } | Stop {
  const { wiring, session, capability, input } = state;
  const { limits } = capability;
  if (limits.length === 0) return { levies: [] };
  return faultOfLimit(() => ({
    levies: admissionLevies(wiring.keys, limits, { context: session.context, input, target }),
  }));
}

/** A key or units of a limit that could not be worked out refuse the call, and name the limit. */
function faultOfLimit<T>(work: () => T): T | Stop {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof LimitFault)) throw error;
    return refuse('authorization_error', { fault: true, cause: error.cause, detail: error.limit });
  }
}

function limitsHaveRoom(state: Checked & { levies: readonly Levy[] }): Awaitable<Stop | undefined> {
  const { wiring, session } = state;
  return andThen(room(wiring, session.context.tenant, state.levies, 'look'), throttled);
}

function operationIsFree(state: Checked & { holds: string | null }): Awaitable<Stop | undefined> {
  const { wiring, session, data, holds } = state;
  if (holds === null) return undefined;
  return andThen(wiring.store.holder(session.context.tenant, holds), (holder) =>
    holder === null ? undefined : duplicateOf(wiring, holder, data.now),
  );
}

/** The answer for an operation that another call holds: that call's state, never its value. */
export function duplicateOf(wiring: Wiring, holder: CallRow, now: number): Stop {
  if (!callVerifies(wiring.keys, holder)) throw new Tampered('call');
  return refuse('duplicate', { detail: stateAt(holder, now) });
}

function operation(state: Proposed, target: Target<unknown> | null): string | null {
  const { wiring, session, capability, input } = state;
  const { tenant, principal } = session.context;
  if (capability.once !== null) {
    const key = capability.once({ context: session.context, input, target: target?.value });
    return operationOf(wiring.keys, {
      kind: 'once',
      tenant,
      capability: capability.name,
      key: plainObject('what once returned', key),
    });
  }
  if (capability.effect === 'read') return null;
  return operationOf(wiring.keys, {
    kind: 'default',
    tenant,
    principal,
    capability: capability.name,
    target: target?.identity ?? null,
    arguments: input,
  });
}
