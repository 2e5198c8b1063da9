import { andThen, type Awaitable } from '../awaitable.ts';
import { Tampered } from '../errors.ts';
import { openResult } from '../execution/index.ts';
import { type MessageKey, messageFor } from '../messages.ts';
import type { Denied, Outcome } from '../outcome.ts';
import type { Asked } from './asked.ts';
import type { Answer, Stopped } from './chain.ts';
import { pseudonymsOf } from './pseudonyms.ts';

/** What every outcome says: under which id it can be asked for again, and what the model may be told. */
export function named({ wiring, session, callId }: Asked, key: MessageKey) {
  return { callId, message: messageFor(wiring.messages, session.locale, key) };
}

/** The outcome of a call that went no further. Throws `Tampered` where a kept result does not open. */
export function outcomeOf(asked: Asked, stopped: Stopped): Awaitable<Outcome> {
  const { answer } = stopped;
  switch (answer.kind) {
    case 'refused':
      return denied(asked, stopped.at, answer);
    case 'throttled':
      return {
        kind: 'throttled',
        ...named(asked, 'limit_exceeded'),
        reason: 'limit_exceeded',
        limit: answer.limit,
        retryAfter: answer.retryAfter,
      };
    case 'known':
      return known(asked, answer.known);
    case 'ask':
      // Asking people is an answer of its own: see `askPeople`.
      throw new TypeError('people are asked before they are answered for');
  }
}

function denied(asked: Asked, gate: string, answer: Extract<Answer, { kind: 'refused' }>): Denied {
  const { reason, pointer, expected, detail, policy, cause } = answer;
  const outcome: Denied = {
    kind: 'denied',
    ...named(asked, reason),
    reason,
    gate,
    ...(pointer === undefined ? {} : { pointer }),
    ...(expected === undefined ? {} : { expected }),
    ...(detail === undefined ? {} : { detail }),
    ...(policy === undefined ? {} : { policy }),
  };
  return cause === undefined ? outcome : withCause(outcome, cause);
}

/** Not enumerable: what was thrown may hold anything, and outcomes are printed and sent to models. */
export function withCause<O extends Outcome>(outcome: O, cause: unknown): O {
  return Object.defineProperty(outcome, 'cause', { value: cause, enumerable: false });
}

function known(asked: Asked, known: Extract<Answer, { kind: 'known' }>['known']): Awaitable<Outcome> {
  switch (known.kind) {
    case 'in_progress':
      return { kind: 'in_progress', ...named(asked, 'in_progress') };
    case 'failed':
      return { kind: 'failed', ...named(asked, 'failed') };
    case 'indeterminate':
      return { kind: 'indeterminate', ...named(asked, 'indeterminate'), executionId: known.execution };
    case 'replayed': {
      const { row, kept } = known;
      const replayed = { kind: 'replayed', ...named(asked, 'replayed'), executionId: row.execution } as const;
      const { sealed } = row;
      if (sealed === null || !kept) return replayed;
      return andThen(pseudonymsOf(asked.wiring, asked.session), ({ person }) => {
        const opened = openResult(person, { call: asked.key, action: row.action }, sealed);
        if (opened === null) throw new Tampered('call');
        return { ...replayed, value: opened.value };
      });
    }
  }
}
