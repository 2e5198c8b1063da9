import { andThen } from '../awaitable.ts';
import type { ReasonCode } from '../decision.ts';
import { check, foresee } from '../pipeline.ts';
import type { Asked } from './asked.ts';
import { type Link, Stopped } from './chain.ts';
import { faultOf } from './fault.ts';

/** What a call would meet now. Nothing was written, nobody was asked, nothing ran. */
export interface Foreseen {
  /** `known`: this call id has an outcome already, or is being executed. */
  readonly decision: 'permit' | 'deny' | 'throttle' | 'known';
  readonly reason: ReasonCode | null;
  readonly pointer: string | null;
  readonly expected: string | null;
  /** What the boundary knows more: the state of a duplicate, the limit that has no room. */
  readonly detail: string | null;
  /** The code that the application's policy gave. */
  readonly policy: string | null;
  /** Every link in order, up to the one that refused. */
  readonly links: readonly Link[];
}

/** Runs the check phase without a trace. Throws `DecisionUnavailable` or a `store_*` error where nothing could decide. */
export async function foreseen(asked: Asked): Promise<Foreseen> {
  const links: Link[] = [];
  const observe = (link: Link) => void links.push(Object.freeze(link));
  try {
    const end = await andThen(check.run(asked, observe), (checked) =>
      checked instanceof Stopped ? checked : foresee.run(checked, observe),
    );
    return Object.freeze({ ...said(end instanceof Stopped ? end : null), links: Object.freeze(links) });
  } catch (thrown) {
    throw faultOf(thrown, 'check').error;
  }
}

function said(stopped: Stopped | null): Omit<Foreseen, 'links'> {
  const nothing = { reason: null, pointer: null, expected: null, detail: null, policy: null };
  if (stopped === null) return { decision: 'permit', ...nothing };
  const { answer } = stopped;
  switch (answer.kind) {
    case 'known':
      return { decision: 'known', ...nothing, detail: answer.known.kind };
    case 'throttled':
      return { decision: 'throttle', ...nothing, reason: 'limit_exceeded', detail: answer.limit };
    case 'refused':
      return {
        decision: 'deny',
        reason: answer.reason,
        pointer: answer.pointer ?? null,
        expected: answer.expected ?? null,
        detail: answer.detail ?? null,
        policy: answer.policy ?? null,
      };
  }
}
