import { andThen, type Awaitable, isThenable } from '../awaitable.ts';
import type { KnownCall } from '../claim/index.ts';
import type { ReasonCode } from '../decision.ts';
import type { Exceeded } from '../store/store.ts';
import type { Asking } from './asking.ts';

/** Why a call goes no further. */
export type Answer =
  | {
      readonly kind: 'refused';
      readonly reason: ReasonCode;
      /** Something that should answer did not: recorded as a fault, never as a policy decision. */
      readonly fault?: boolean;
      /** What was thrown, for operators. */
      readonly cause?: unknown;
      readonly pointer?: string;
      readonly expected?: string;
      /** What the boundary itself knows more, such as the state of a duplicate. */
      readonly detail?: string;
      /** The code that the application's policy gave. */
      readonly policy?: string;
    }
  /** `limit`: the limit that has no room, or null where the authorizer said so. `retryAfter` null: never. */
  | { readonly kind: 'throttled'; readonly limit: string | null; readonly retryAfter: number | null }
  /** A person has to agree first. */
  | { readonly kind: 'ask'; readonly asking: Asking }
  | { readonly kind: 'known'; readonly known: Exclude<KnownCall, { kind: 'open' | 'reused' }> };

/** Ends a chain with an answer. A class, so that no produced value can be mistaken for one. */
export class Stop {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** Where a chain ended, and with which answer. */
export class Stopped {
  readonly at: string;
  readonly answer: Answer;

  constructor(at: string, answer: Answer) {
    this.at = at;
    this.answer = answer;
  }
}

/** Of limits that have no room the one to name: the one that takes longest. */
export function longestWait(exceeded: readonly Exceeded[]): Exceeded {
  const wait = ({ retryAfter }: Exceeded): number => retryAfter ?? Infinity;
  return exceeded.reduce((one, other) => (wait(other) > wait(one) ? other : one));
}

/** The answer for limits that have no room. */
export function longest(exceeded: readonly Exceeded[]): Answer {
  const { limit, retryAfter } = longestWait(exceeded);
  return { kind: 'throttled', limit, retryAfter };
}

/** Ends a chain where limits have no room. */
export function throttled(exceeded: readonly Exceeded[]): Stop | undefined {
  return exceeded.length === 0 ? undefined : new Stop(longest(exceeded));
}

/** Refuses with a reason code. */
export function refuse(
  reason: ReasonCode,
  more: Omit<Extract<Answer, { kind: 'refused' }>, 'kind' | 'reason'> = {},
): Stop {
  return new Stop({ kind: 'refused', reason, ...more });
}

/** A step or gate threw: a fault, in which nothing was decided. */
export class StepFailed extends Error {
  readonly step: string;

  constructor(step: string, cause: unknown) {
    super(`the step "${step}" failed`, { cause });
    this.name = 'StepFailed';
    this.step = step;
  }
}

/** One link of a chain, and whether a call passed it. */
export interface Link {
  readonly name: string;
  readonly kind: 'gate' | 'step';
  readonly passed: boolean;
}

/** Hears of every link in order; `countersign why` prints what it hears. */
export type Observe = (link: Link) => void;

/**
 * Steps that produce and gates that only refuse, in one fixed order. Each link sees what the links before it made, by
 * type: a link cannot stand before what it needs. A gate adds nothing, so a chain without it still runs to its end.
 * Answers at once where nothing has to be waited for. What a link throws comes out as `StepFailed`.
 */
export class Chain<In extends object, Out extends object> {
  readonly run: (given: In, observe?: Observe) => Awaitable<Out | Stopped>;

  constructor(run: (given: In, observe?: Observe) => Awaitable<Out | Stopped>) {
    this.run = run;
  }

  /** Adds what `make` returns to the state, unless it stops the call. */
  step<Made extends object>(
    name: string,
    make: (state: Out) => Awaitable<Made | Stop>,
  ): Chain<In, Out & Made> {
    return this.#link('step', name, make, (state, made) => Object.assign(state, made));
  }

  /** Lets the call pass where `check` answers undefined, and ends it where it stops. Anything else is a fault. */
  gate(name: string, check: (state: Out) => Awaitable<Stop | undefined>): Chain<In, Out> {
    return this.#link('gate', name, check, (state, answer) => {
      if (answer === undefined) return state;
      throw new StepFailed(name, new TypeError('a gate answers undefined or stops the call'));
    });
  }

  #link<Made, Next extends object>(
    kind: Link['kind'],
    name: string,
    work: (state: Out) => Awaitable<Made | Stop>,
    merge: (state: Out, made: Made) => Next,
  ): Chain<In, Next> {
    return new Chain<In, Next>((given, observe) =>
      andThen(this.run(given, observe), (state): Awaitable<Next | Stopped> => {
        if (state instanceof Stopped) return state;
        return andThen(
          attempt(name, () => work(state)),
          (made) => {
            const stopped = made instanceof Stop;
            const next = stopped ? new Stopped(name, made.answer) : merge(state, made);
            observe?.({ name, kind, passed: !stopped });
            return next;
          },
        );
      }),
    );
  }
}

/** An empty chain over what it is given. Each run grows a state of its own; what it was given stays as it is. */
export function chain<In extends object>(): Chain<In, In> {
  return new Chain((given) => ({ ...given }));
}

function attempt<T>(step: string, work: () => Awaitable<T>): Awaitable<T> {
  const failed = (cause: unknown): never => {
    throw new StepFailed(step, cause);
  };
  try {
    const made = work();
    return isThenable(made) ? Promise.resolve(made).then((value) => value, failed) : made;
  } catch (cause) {
    return failed(cause);
  }
}
