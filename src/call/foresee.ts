import type { NeedReason, ReasonCode } from '../decision.ts';
import type { Outcome } from '../outcome.ts';
import { statusAt } from '../approval/index.ts';
import { check, foresee } from '../pipeline.ts';
import { askPeople } from './ask-people.ts';
import type { Asked } from './asked.ts';
import type { Asking } from './asking.ts';
import { type Answer, type Link, Stopped } from './chain.ts';
import { answered, decide } from './decide.ts';
import { faultOf } from './fault.ts';
import type { Held } from './held-approval.ts';
import { metersHaveRoom } from './limits.ts';

/** What a call would meet now. Nothing was written, nobody was asked, nothing ran. */
export interface Foreseen {
  /** `confirm`, `review`: a person is needed. `known`: this call id has an outcome already, or is being executed. */
  readonly decision: 'permit' | 'confirm' | 'review' | 'deny' | 'throttle' | 'known';
  readonly reason: ReasonCode | null;
  readonly pointer: string | null;
  readonly expected: string | null;
  /** What the boundary knows more: the state of a duplicate, the limit that has no room, what people answered so far. */
  readonly detail: string | null;
  /** The code that the application's policy gave. */
  readonly policy: string | null;
  /** Why a person is needed. */
  readonly reasons: readonly NeedReason[];
  /** What was thrown by whoever should have said, for operators. Not enumerable, so neither printed nor sent on. */
  readonly cause?: unknown;
  /** Every link in order, up to the one that refused. */
  readonly links: readonly Link[];
}

/** The same for a host that pauses before it executes: where a person is needed, they are asked now. */
export interface Preflight extends Foreseen {
  /** What waits for the person, or why they could not be asked; null where nobody has to be. */
  readonly asked: Exclude<Outcome, { readonly kind: 'executed' | 'replayed' }> | null;
}

/** Runs the check phase without a trace. Throws `DecisionUnavailable` or a `store_*` error where nothing could decide. */
export async function foreseen(asked: Asked): Promise<Foreseen> {
  return (await looked(asked)).foreseen;
}

/** How often a call is looked at again because something moved while people were being asked. */
const again = 3;

/** The same, and asks the person who is needed. Of a call that is known already it opens nothing. */
export async function preflight(asked: Asked): Promise<Preflight> {
  let now = asked;
  for (let round = 0; round <= again; round += 1) {
    const { foreseen: said, asking } = await looked(now);
    if (asking === null) return because({ ...said, asked: null }, said.cause);
    now = { ...asked, proposal: 'counted' };
    const answer = (await withoutRoom(asking)) ?? (await askPeople(asking));
    if (answer !== 'again' && answer.kind !== 'executed' && answer.kind !== 'replayed')
      return Object.freeze({ ...said, asked: answer });
  }
  return Object.freeze({ ...saidOf({ kind: 'refused', reason: 'contended' }), links: [], asked: null });
}

/**
 * Counts as proposed what people are about to be asked: the call that goes on with their answer is not counted again. The
 * outcome where a limit has no room for it, null where all have.
 */
async function withoutRoom(asking: Asking): Promise<Outcome | null> {
  if (asking.proposal === 'counted') return null;
  const full = await decide('meters', asking, () => metersHaveRoom({ ...asking, proposal: 'new' }));
  return full === undefined ? null : answered(asking, new Stopped('meters', full.answer));
}

async function looked(
  asked: Asked,
): Promise<{ readonly foreseen: Foreseen; readonly asking: Asking | null }> {
  const links: Link[] = [];
  const observe = (link: Link) => void links.push(Object.freeze(link));
  try {
    const checked = await check.run(asked, observe);
    const asking = checked instanceof Stopped && checked.answer.kind === 'ask' ? checked.answer.asking : null;
    const next = checked instanceof Stopped ? asking : checked;
    const room = next === null ? null : await foresee.run(next, observe);
    const end = room instanceof Stopped ? room : checked;
    const said = end instanceof Stopped ? saidOf(end.answer) : permitted;
    const cause = end instanceof Stopped && end.answer.kind === 'refused' ? end.answer.cause : undefined;
    return {
      foreseen: because({ ...said, links: Object.freeze(links) }, cause),
      asking: room instanceof Stopped ? null : asking,
    };
  } catch (thrown) {
    throw faultOf(thrown, 'check').error;
  }
}

/** The same, frozen, with what was thrown where anything was. */
function because<F extends object>(foreseen: F, cause: unknown): F {
  if (cause !== undefined) Object.defineProperty(foreseen, 'cause', { value: cause });
  return Object.freeze(foreseen);
}

const nothing = { reason: null, pointer: null, expected: null, detail: null, policy: null, reasons: [] };
const permitted: Omit<Foreseen, 'links'> = { decision: 'permit', ...nothing };

/** What became of the last answer: one that would not count any more is a mismatch. */
function goneOf({ stale, ended }: Held, now: number): string {
  if (stale === null) return ended?.status ?? 'none';
  return statusAt(stale, now) === 'expired' ? 'expired' : 'mismatch';
}

function saidOf(answer: Answer): Omit<Foreseen, 'links'> {
  switch (answer.kind) {
    case 'known':
      return { ...nothing, decision: 'known', detail: answer.known.kind };
    case 'throttled':
      return { ...nothing, decision: 'throttle', reason: 'limit_exceeded', detail: answer.limit };
    case 'ask': {
      const { need, held, wiring } = answer.asking;
      const status = held.live?.status ?? goneOf(held, wiring.time.now());
      return { ...nothing, decision: need.kind, reasons: need.reasons, policy: need.policy, detail: status };
    }
    case 'refused': {
      const { reason, pointer = null, expected = null, detail = null, policy = null } = answer;
      return { decision: 'deny', reason, pointer, expected, detail, policy, reasons: [] };
    }
  }
}
