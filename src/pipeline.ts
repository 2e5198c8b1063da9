/*
 * The life of an action, in the order that is the product: check, then re-verify on fresh state; admission follows in
 * one transaction (admission.ts), then the effect (call/effect.ts) and its settlement (settlement.ts).
 * A step produces, a gate only refuses. Each gate that a later part of the boundary brings has its place marked here.
 */
import { type Action, ambientAgrees, argumentsDigest } from './action/index.ts';
import { factsOn } from './approval/index.ts';
import { andThen, type Awaitable } from './awaitable.ts';
import type { Asked } from './call/asked.ts';
import type { CheckedButForPeople } from './call/asking.ts';
import { boundAction, type Proposed } from './call/bound-action.ts';
import { type Chain, chain, refuse, Stop } from './call/chain.ts';
import { approvalCovers } from './call/covers.ts';
import { conversationIsOpen, historyVerifies, recount, sequenceAllows } from './call/history.ts';
import { type Held, heldFor } from './call/held-approval.ts';
import { levies, limitsHaveRoom, metersHaveRoom } from './call/limits.ts';
import { type MaybeNeeded, needed } from './call/need.ts';
import { personAgreed } from './call/person.ts';
import { nameIsDelegated, reached } from './call/reach.ts';
import { receivedWhole } from './call/received.ts';
import { runIsOpen } from './call/run.ts';
import type { SessionState } from './call/session-state.ts';
import { undoIsDeclared, undoneAgain } from './call/undo.ts';
import type { Executable } from './capability/index.ts';
import { callVerifies, type KnownCall, knownCall, operationOf, stateAt } from './claim/index.ts';
import { type CurrentStanding, rightsOf } from './directory/index.ts';
import { Tampered } from './errors.ts';
import { catalogueVerifies } from './catalogue-version.ts';
import { canonicalText, type Digest, plainObject, sameText } from './json/index.ts';
import type { JsonObject } from './json/json.ts';
import { authorize, narrowed, type Verdict } from './policy/index.ts';
import type { CallRow, CatalogueRow } from './store/rows.ts';
import type { DecisionData } from './store/store.ts';
import type { Target } from './target/target.ts';
import type { Wiring } from './wiring.ts';

/** Check: reads only, consumes nothing. */
export const check = chain<Asked>()
  .step('load-decision', loadDecision)
  .gate('binding', tenantsAgree)
  //  1 containment
  .gate('meters', metersHaveRoom)
  .step('recount', recount)
  .gate('history', historyVerifies)
  .gate('conversation', conversationIsOpen)
  .gate('delegation', nameIsDelegated)
  .gate('run', runIsOpen)
  .step('parse', parseArguments)
  .step('recall', recall)
  .gate('call-id', callIdIsThisCall)
  .step('known-call', answerKnown)
  .step('find', findCapability)
  .step('catalogue-row', catalogueRowOf)
  .gate('catalogue', catalogueInForce)
  .step('validate', validate)
  //  6 destination
  .gate('sequence', sequenceAllows)
  .gate('undo', undoIsDeclared)
  .step('load', loadTarget)
  .step('judge', (state) => andThen(judged(state, state.target), (verdict) => ({ verdict })))
  .gate('authorization', ({ verdict }) => permitted(verdict))
  // 11 rulebook
  // 12 taint
  .step('need', (state) => andThen(needed(state, state.target, state.verdict), (need) => ({ need })))
  .step('answers', (state) =>
    state.need === null || state.need === 'nobody'
      ? { held: null }
      : andThen(heldFor(state, state.target, state.need), (held) => ({ held })),
  )
  .gate('person', personAgreed);

/** Where a call is foreseen, or people would be asked: what admission would answer, read and not consumed. */
export const foresee = chain<CheckedButForPeople>()
  .step('levies', (state) => levies(state, state.target))
  .gate('limits', limitsHaveRoom)
  .step('operation-key', (state) => ({ holds: operation(state, state.target) }))
  .gate('operation', operationIsFree);

/** Re-verify: fresh reads; nothing read before the refresh is used after it. */
export const reverify = chain<Checked>()
  .step('refresh', refreshTarget)
  .gate('identity', targetIsTheSame)
  .step('judge-again', (state) =>
    andThen(judged(state, state.refreshed), (verdict) => ({ current: verdict })),
  )
  .gate('current-authorization', ({ current }) => permitted(current))
  //    rulebook conditions again
  .step('need-again', (state) =>
    andThen(needed(state, state.refreshed, state.current), (needNow) => ({ needNow })),
  )
  .step('bind', bindAction)
  .gate('approval', approvalCovers)
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
type Refreshed = Proposed & {
  readonly refreshed: Target<unknown> | null;
  readonly need: MaybeNeeded;
  readonly needNow: MaybeNeeded;
};

type Produced<C> = C extends Chain<infer _In, infer Out> ? Out : never;

function tenantsAgree({ wiring, session }: Asked): Stop | undefined {
  return ambientAgrees(wiring.tenancy, session.context.tenant) ? undefined : refuse('binding_mismatch');
}

function loadDecision({ wiring, key, run }: Asked): Awaitable<{ data: DecisionData }> {
  return andThen(wiring.store.loadForDecision(key, wiring.catalogue.version, run ?? undefined), (data) => {
    wiring.time.see(data.now);
    return { data };
  });
}

function parseArguments(state: Loaded): Parsed | Stop {
  const { wiring, session, raw, reading, data } = state;
  // A call that is known is compared whole, whatever its capability allows by now, or whether it still exists.
  const copy = reading.ok || data.call === null ? reading : receivedWhole(raw);
  if (!copy.ok) {
    return refuse('argument_schema', { pointer: copy.refusal.pointer, expected: copy.refusal.expected });
  }
  const { tenant, subject } = session.context;
  // In somebody else's conversation a call id is also its caller's.
  const { guest } = session;
  const receivedDigest = argumentsDigest(copy.value);
  return {
    received: copy.value,
    receivedDigest,
    fingerprint: wiring.keys.blind(
      'countersign/received/v1',
      tenant,
      canonicalText(guest === null ? [receivedDigest, subject] : [receivedDigest, subject, guest]),
    ),
  };
}

function recall({ wiring, name, run, fingerprint, data }: Loaded & { fingerprint: string }): {
  known: KnownCall;
} {
  if (data.call !== null && !callVerifies(wiring.keys, data.call)) throw new Tampered('call');
  return { known: knownCall(data.call, { capability: name, arguments: fingerprint, run }, data.now) };
}

function callIdIsThisCall({ known }: { known: KnownCall }): Stop | undefined {
  return known.kind === 'reused' ? refuse('call_id_reused') : undefined;
}

function answerKnown(state: Loaded & { known: KnownCall }): { retryOf: string | null } | Stop {
  const { known } = state;
  if (known.kind === 'open') return { retryOf: known.execution };
  const again = undoneAgain(state);
  if (again !== null) return again;
  return known.kind === 'reused' ? { retryOf: null } : new Stop({ kind: 'known', known });
}

/** The capability, as far as this agent and everybody that has delegated to it may reach it. */
function findCapability({ wiring, session, name }: Asked): { capability: Executable } | Stop {
  const found = reached(wiring, session, name);
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

/** What policy says of the call on one target, with the rights that the directory knows of now. */
function judged(state: Proposed, target: Target<unknown> | null): Awaitable<Verdict> {
  const { wiring, session, capability, input } = state;
  return andThen(rightsNow(wiring, session), (current): Awaitable<Verdict> => {
    if (!current.ok) return { kind: 'refused', reason: current.reason, cause: current.cause };
    const seen = { context: session.context, input, target: target?.value };
    const judging = { rights: current.rights, levels: wiring.catalogue.assurance, deadline: wiring.inTime };
    return authorize(capability, seen, judging);
  });
}

/** The rights of the session, as far as everybody that has delegated to it may still act and has them as well. */
function rightsNow(
  { directory, inTime, catalogue }: Wiring,
  { context, delegators }: SessionState,
): Awaitable<CurrentStanding> {
  return delegators.reduce<Awaitable<CurrentStanding>>(
    (before, delegator) =>
      andThen(before, (standing) =>
        standing.ok
          ? andThen(rightsOf(directory, delegator, inTime), (one) =>
              one.ok ? { ok: true, rights: narrowed(standing.rights, one.rights, catalogue.assurance) } : one,
            )
          : standing,
      ),
    rightsOf(directory, context, inTime),
  );
}

function permitted(verdict: Verdict): Stop | undefined {
  switch (verdict.kind) {
    case 'permitted':
    // Whether a person is needed is asked further on, together with everything else that says so.
    case 'asks':
      return undefined;
    case 'throttled':
      return new Stop({ kind: 'throttled', limit: null, retryAfter: verdict.retryAfter });
    case 'refused': {
      const { reason, detail, policy, cause } = verdict;
      return refuse(reason, {
        fault: reason === 'authorization_error',
        cause,
        ...(detail === undefined ? {} : { detail }),
        ...(policy === undefined ? {} : { policy }),
      });
    }
  }
}

/**
 * The action as it will be admitted, and the operation that it holds (null for a read, which holds nothing). What people
 * were shown is worked out again from the refreshed target.
 */
function bindAction(state: Refreshed & { readonly held: Held | null }): {
  action: Action;
  holds: string | null;
} {
  const { refreshed, held } = state;
  return {
    action: boundAction(state, refreshed, held === null ? null : shownNow(state)),
    holds: operation(state, refreshed),
  };
}

/** The facts on the refreshed target, also where by now nobody would have to be asked. */
function shownNow({ session, input, refreshed, need, needNow }: Refreshed): JsonObject | null {
  if (needNow !== null && needNow !== 'nobody') return needNow.shown;
  if (need === null || need === 'nobody') return null;
  return factsOn(need.facts, { context: session.context, input, target: refreshed?.value });
}

function operationIsFree(state: Loaded & { holds: string | null }): Awaitable<Stop | undefined> {
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
  const { wiring, session, capability, input, undoing, key } = state;
  const { tenant, principal } = session.context;
  if (undoing !== null) {
    const { owner, conversation } = key;
    return operationOf(wiring.keys, { kind: 'undo', tenant, step: [owner, conversation, undoing.step.id] });
  }
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
