import type { Context } from '../action/context.ts';
import { andThen, type Awaitable, type Deadline, isThenable } from '../awaitable.ts';
import type { Directory, Rights } from './directory.ts';

/** What the directory says now, or why nobody may act. `cause` is for operators. */
export type CurrentStanding =
  | { readonly ok: true; readonly rights: Rights }
  | { readonly ok: false; readonly reason: 'unauthorized' | 'authorization_error'; readonly cause?: unknown };

const noOpinion: CurrentStanding = Object.freeze({ ok: true, rights: Object.freeze({}) });
const unauthorized: CurrentStanding = Object.freeze({ ok: false, reason: 'unauthorized' });

/**
 * Asks the directory for the current rights of the principal and, where a session names an agent, of the agent.
 * No directory: no opinion. null means unknown or disabled and an agent needs exactly `true`; what is thrown, late or
 * malformed is a fault, and denies as well. Synchronous where the directory is; never throws.
 */
export function rightsOf(
  directory: Directory | null,
  context: Context,
  ask: Deadline,
): Awaitable<CurrentStanding> {
  if (directory === null) return noOpinion;
  return asked(() =>
    andThen(
      ask<unknown>(() => directory.principal(context)),
      (principal) => {
        const standing = standingOf(principal);
        if (!standing.ok || context.agent === null || directory.agent === undefined) return standing;
        return andThen(
          asked(() =>
            andThen(
              ask<unknown>(() => directory.agent?.(context)),
              agentStanding,
            ),
          ),
          (agent) => (agent.ok ? standing : agent),
        );
      },
    ),
  );
}

function asked(question: () => Awaitable<CurrentStanding>): Awaitable<CurrentStanding> {
  try {
    const answer = question();
    return isThenable(answer) ? answer.then((standing) => standing, fault) : answer;
  } catch (error) {
    return fault(error);
  }
}

function standingOf(answer: unknown): CurrentStanding {
  if (answer === null) return unauthorized;
  if (typeof answer !== 'object' || Array.isArray(answer))
    return malformed('an answer that is neither rights nor null');
  const { grant, assurance } = answer as { readonly grant?: unknown; readonly assurance?: unknown };
  if (grant !== undefined && !isTexts(grant)) return malformed('grants that are no list of strings');
  if (assurance !== undefined && typeof assurance !== 'string')
    return malformed('an assurance level that is no string');
  const rights = {
    ...(grant === undefined ? {} : { grant: Object.freeze([...grant]) }),
    ...(assurance === undefined ? {} : { assurance }),
  };
  return Object.freeze({ ok: true, rights: Object.freeze(rights) });
}

function agentStanding(answer: unknown): CurrentStanding {
  if (answer === true) return noOpinion;
  return answer === false ? unauthorized : malformed('an answer about the agent that is no boolean');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function malformed(what: string): CurrentStanding {
  return fault(new TypeError(`the directory gave ${what}`));
}

function fault(cause: unknown): CurrentStanding {
  return Object.freeze({ ok: false, reason: 'authorization_error' as const, cause });
}
