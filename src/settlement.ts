import { type Claim, conversationOf, seenOf, sightOf } from './admission.ts';
import { recorded, validAgain } from './approval/index.ts';
import type { Awaitable } from './awaitable.ts';
import { planUndo } from './call/plan-undo.ts';
import { type Exit, exits, heldAfter, signCall } from './claim/index.ts';
import { type CallEnded, evidenceRow } from './evidence/index.ts';
import { type Ended, type EndForRun, sealResult } from './execution/index.ts';
import { boundPrint, boundTo, chaining, stepEnded } from './history/index.ts';
import { type JsonBounds, strictCopy } from './json/index.ts';
import { takenOf } from './limit/index.ts';
import { turnOfRun } from './run-turn.ts';
import type { CallRow, Charge, EvidenceRow } from './store/rows.ts';
import type { ApprovalChange, Chaining, RunTurn, Settled, Settlement } from './store/store.ts';

/** An exit that settling writes; resolving has its own. */
export type SettledExit = keyof typeof endings;

/** Which exit of the table an execution took. A write that threw may have done anything; a read changed nothing. */
export function exitOf({ verified }: Claim, { kind }: Ended): SettledExit {
  const { effect, transactional } = verified.capability;
  if (kind === 'returned') return 'executed';
  if (transactional) return 'undone';
  if (kind === 'not_performed') return 'not_performed';
  return effect === 'read' ? 'read_failed' : 'unknown';
}

/**
 * The settlement of an admitted call: its state, its sealed result, whether it still holds its operation, what limits
 * get back, and the evidence. All of it is written in one transaction.
 */
export function settlementOf(
  claim: Claim,
  ended: Ended,
  exit: SettledExit = exitOf(claim, ended),
): Settlement {
  const { call, evidence } = successor(claim, ended, exit, claim.call.revision + 1);
  return {
    seen: sightOf(claim.call),
    call,
    giveBack: givenBack(claim, exit),
    approval: validAfter(claim, exit, evidence.mac),
    history: endOfStep(claim, call, ended, true),
    run: runAfter(claim, exit),
    evidence,
  };
}

/** Settles an admitted call. `moved` where somebody resolved the claim meanwhile; nothing is written then. */
export function settle(claim: Claim, ended: Ended, exit?: SettledExit): Awaitable<Settled> {
  return claim.verified.wiring.store.settle(settlementOf(claim, ended, exit));
}

/** Writes a call whole that is over and left no claim: a read, or a transaction that was undone. `moved` as above. */
export function finish(
  claim: Claim,
  ended: Ended,
  exit: SettledExit = exitOf(claim, ended),
): Awaitable<Settled> {
  const { wiring, data } = claim.verified;
  const { call, evidence } = successor(claim, ended, exit, claim.call.revision);
  return wiring.store.finish({
    seen: seenOf(data.call),
    conversation: conversationOf(claim.verified),
    history: endOfStep(claim, call, ended, false),
    run: runAfter(claim, exit),
    call,
    evidence,
  });
}

/** Records that a call ran and its call id was taken meanwhile: its value is dropped, that it ran is not. */
export function recordDropped(claim: Claim, ended: Ended): Awaitable<void> {
  return claim.verified.wiring.store.appendEvidence([ending(claim, ended, exitOf(claim, ended), false)]);
}

/** Records that a deadline passed. The claim is left alone: it reads as indeterminate by itself, and may yet end. */
export function recordDeadline(claim: Claim, ended: Ended): Awaitable<void> {
  return claim.verified.wiring.store.appendEvidence([ending(claim, ended, 'unknown', false)]);
}

const endings = {
  executed: 'call.executed',
  not_performed: 'call.failed',
  undone: 'call.failed',
  read_failed: 'call.failed',
  unknown: 'call.indeterminate',
} as const satisfies Partial<Record<Exit, CallEnded['type']>>;

function successor(
  claim: Claim,
  ended: Ended,
  exit: SettledExit,
  revision: number,
): { call: CallRow; evidence: EvidenceRow } {
  const { verified, pseudonyms } = claim;
  const { wiring, capability, key } = verified;
  const at = wiring.time.now();
  const returned = givenBack(claim, exit);
  const sealed =
    exit === 'executed' && ended.kind === 'returned' && capability.replay === 'result'
      ? sealResult(pseudonyms.person, { call: key, action: claim.call.action }, ended.value)
      : null;
  const { mac: _superseded, ...before } = claim.call;
  const call = signCall(wiring.keys, {
    ...before,
    state: exits[exit].call,
    holds: heldAfter(exit, before.holds, capability.once !== null),
    settled: at,
    sealed,
    sealedUntil: sealed === null ? null : at + wiring.resultTtl,
    taken: takenOf(
      claim.charges.filter((charge) => !returned.includes(charge)),
      verified.data.call?.taken ?? null,
    ),
    undo: exit === 'executed' && ended.kind === 'returned' ? planUndo(claim, ended.value) : null,
    revision,
  });
  return { call, evidence: ending(claim, ended, exit, sealed !== null) };
}

function givenBack({ charges, verified }: Claim, exit: Exit): readonly Charge[] {
  const { units } = exits[exit];
  if (units === 'returned') return charges;
  if (units === 'spent') return [];
  const successes = verified.capability.limits.filter(({ meter }) => meter === 'successes');
  return charges.filter((charge) => successes.some(({ name }) => name === charge.limit));
}

/** Room for what later calls may have to name of a result. */
const boundOf: JsonBounds = { depth: 64, nodes: 100_000, bytes: 1_048_576 };

/**
 * The entry of a step that has ended as its row says, or that this call undoes; null where no rule or run reads it, or
 * nothing is known. `began`: whether its admission is on record.
 */
function endOfStep({ verified }: Claim, call: CallRow, ended: Ended, began: boolean): Chaining | null {
  const { wiring, undoing } = verified;
  const entry = stepEnded(call, undoing?.step ?? null, call.state, began);
  if (entry === null) return null;
  const rules = entry.to === 'completed' ? wiring.catalogue.boundRules(call.capability) : [];
  const copy = ended.kind === 'returned' && rules.length > 0 ? strictCopy(ended.value, boundOf) : null;
  const bound = copy?.ok ? boundTo(call.capability, copy.value, rules, boundPrint(wiring.keys, call)) : {};
  return chaining(wiring.keys, call, call.settled ?? call.at, [{ ...entry, bound }]);
}

/** How the run of a call goes on: a step that failed undoes it where it is atomic, an end that nobody knows holds it. */
function runAfter(claim: Claim, exit: Exit): RunTurn | null {
  const { call, verified, pseudonyms } = claim;
  const end = endForRun(claim, exit);
  const who = pseudonyms.actor.principal ?? '';
  const reason = end === 'wrong' ? 'failed' : null;
  return turnOfRun(verified.wiring, call, end, { by: 'session', who, second: null, reason });
}

/** An undo that did nothing is tried again; one of which nobody knows the end holds nothing where twice is as once. */
function endForRun({ verified: { undoing, capability } }: Claim, exit: Exit): EndForRun {
  const { call } = exits[exit];
  if (call === 'indeterminate') return undoing !== null && capability.retrySafe ? 'well' : 'unknown';
  return call === 'failed' && undoing === null ? 'wrong' : 'well';
}

/** The approval that can be used again, where the table of exits says so. */
function validAfter({ approval, verified }: Claim, exit: Exit, record: string): ApprovalChange | null {
  if (approval === null || exits[exit].approval !== 'valid_again') return null;
  const { before, consumed } = approval;
  return {
    seen: sightOf(consumed),
    approval: recorded(verified.wiring.keys, validAgain(consumed, before), record),
  };
}

function ending(claim: Claim, ended: Ended, exit: SettledExit, kept: boolean): EvidenceRow {
  const { wiring } = claim.verified;
  const at = wiring.time.now();
  const undone = exit === 'undone';
  const type = endings[exit];
  const { actor } = claim.pseudonyms;
  return evidenceRow(wiring.keys, {
    tenant: claim.call.tenant,
    id: wiring.ids.next(at),
    at,
    record: { ...actor, ...claim.facts, type, ended: ended.kind, duration: ended.duration, undone, kept },
    previous: undone ? null : claim.previous,
  });
}
