import type { Context } from './action/index.ts';
import type { Asked } from './call/asked.ts';
import { call } from './call/call.ts';
import { foreseen, type Foreseen, type Preflight, preflight } from './call/foresee.ts';
import { heard, type HeardOptions, saw, type SawOptions } from './call/heard-and-seen.ts';
import { misuse, optionsGiven } from './call/misuse.ts';
import { stepOf } from './call/model-response.ts';
import { delegated, type Delegation, type SessionState } from './call/session-state.ts';
import { share } from './call/sharing.ts';
import { type Spent, spent } from './call/spent.ts';
import type { Capability } from './capability/index.ts';
import { callKeyOf } from './claim/index.ts';
import { isObject } from './json/index.ts';
import type { Json } from './json/json.ts';
import type { Outcome } from './outcome.ts';
import { received } from './call/received.ts';
import { openRun, type Run, type RunOptions, stepOfRun } from './runs/index.ts';
import type { Wiring } from './wiring.ts';

/** How a host names a call. */
export interface CallOptions {
  /**
   * The host's id of this call: the same id with the same arguments is the same call, however often it is sent.
   * Where the host has none, leave it out: the boundary makes one, and such a call can be repeated only under the id
   * in its outcome. An empty one is refused: it would make every resend a new call.
   */
  readonly callId?: string;
  /**
   * The id of the model response that proposed it, from the host's own record of it. What a sibling brings does not count
   * against it. Left out, the call stands alone.
   */
  readonly step?: string;
  /** The run that it is a step of. */
  readonly run?: Run;
}

type Named<C extends readonly Capability[], N> = Extract<C[number], { readonly name: N }>;
/** What a capability returns; unknown where it is not known which one is called. */
type OutputOf<C> = [C] extends [never]
  ? unknown
  : C extends Capability<string, infer _I, infer _T, infer O>
    ? O
    : never;

/**
 * A context with one conversation: the handle that a host adapter holds, built per request from authentication.
 * It reads and writes nothing until it is called.
 */
export interface Session<C extends readonly Capability[] = readonly Capability[]> {
  readonly context: Context;
  /**
   * Runs a call: checks, re-verifies, admits at most once, executes, settles. `args` is a value, or the JSON text as
   * the provider sent it. Denials are outcomes; throws only where nothing could decide or an effect could not be
   * recorded.
   */
  call<const N extends C[number]['name']>(
    name: N,
    args: unknown,
    options?: CallOptions,
  ): Promise<Outcome<OutputOf<Named<C, N>>>>;
  /** The same for a name that is known at run time only, such as a model's. A literal that is not registered is an error. */
  call<const N extends string>(
    name: string extends N ? N : never,
    args: unknown,
    options?: CallOptions,
  ): Promise<Outcome>;
  /** Runs the check phase and writes nothing: what would happen, gate by gate. */
  check(name: string, args: unknown, options?: CallOptions): Promise<Foreseen>;
  /**
   * Runs the check phase for a host that pauses before it executes: where a person is needed it asks them, with the same
   * approval that `call` would open, and goes no further.
   */
  preflight(name: string, args: unknown, options?: CallOptions): Promise<Preflight>;
  /**
   * Reports what the model cost, as the host learned it: counted in every limit of these meters that applies to this
   * session. What was used is used; a limit that is full stops the next call. Throws where it could not be counted.
   */
  spent(used: Spent): Promise<void>;
  /**
   * The person's words enter the history of the conversation. Calls of this session wait for it, whether or not the host
   * does.
   */
  heard(text: string, options?: HeardOptions): Promise<void>;
  /** Everything else that the model reads enters the history, with where it came from. Waited for as what is heard. */
  saw(content: Json, options: SawOptions): Promise<void>;
  /**
   * Lets another principal of the tenant take part in this conversation, on record; `unshare` ends it. Delegates and guests
   * may do neither: `context_invalid`.
   */
  share(principal: string): Promise<void>;
  unshare(principal: string): Promise<void>;
  /** The session of another agent, which may only do less: the listed capabilities, as far as this session has them. */
  delegate(delegation: Delegation): Session<C>;
  /** Begins a run, or goes on with one. */
  run(options?: RunOptions): Promise<Run>;
}

const callOptions = ['callId', 'step', 'run'] as const;

/** A misspelt option would make every resend of a call a new one. */
function optionsOf(options: CallOptions | null | undefined): Omit<CallOptions, 'run'> & {
  readonly run?: string;
} {
  if (options === undefined || options === null) return {};
  optionsGiven('a call', options, callOptions);
  const { run: given, ...others } = options;
  if (given === undefined) return others;
  // One that was not found is no way to say that the call stands alone: it would not be undone with the others.
  const run: unknown = isObject(given) ? given.id : null;
  if (typeof run === 'string') return { ...others, run };
  throw misuse('run is what `await session.run()` answered, or left out');
}

/** Makes the handle of a session. */
export function openSession<C extends readonly Capability[]>(
  wiring: Wiring,
  state: SessionState,
): Session<C> {
  const { calls } = wiring;
  const asked = (
    proposal: Asked['proposal'],
    name: string,
    raw: unknown,
    options?: CallOptions | null,
  ): Asked => {
    // A host without ids may hand on null.
    const { callId: given, step, run } = optionsOf(options);
    const callId = given ?? wiring.ids.next(wiring.time.now());
    const reading = received(wiring, state.context, name, raw);
    return {
      wiring,
      session: state,
      name,
      raw,
      reading,
      callId,
      key: callKeyOf(wiring.keys, state.place, callId),
      proposal,
      step: stepOf(wiring, state, step),
      run: run ?? null,
      undoing: null,
    };
  };
  // What is misused throws at once; what fails later is heard of at the next call, whether or not the host waits.
  const entering = (work: () => Promise<void>): Promise<void> => {
    calls.refuseIfClosed();
    const entry = work();
    const answer = calls.during(() => entry);
    answer.catch(() => {});
    return answer;
  };
  return Object.freeze({
    context: state.context,
    // What a capability returns is known by its declaration alone: the overloads of `Session` say it by name.
    call: (name: string, args: unknown, options?: CallOptions) =>
      calls.during(() => after(state, begun, asked('new', name, args, options)) as Promise<Outcome<never>>),
    check: (name: string, args: unknown, options?: CallOptions) =>
      calls.during(() => after(state, foreseen, asked('foreseen', name, args, options))),
    preflight: (name: string, args: unknown, options?: CallOptions) =>
      calls.during(() => after(state, preflight, asked('foreseen', name, args, options))),
    spent: (used: Spent) => calls.during(() => spent(wiring, state, used)),
    heard: (text: string, given?: HeardOptions) => entering(() => heard(wiring, state, text, given)),
    saw: (content: Json, given: SawOptions) => entering(() => saw(wiring, state, content, given)),
    share: (principal: string) => entering(() => share(wiring, state, principal, true)),
    unshare: (principal: string) => entering(() => share(wiring, state, principal, false)),
    delegate: (delegation: Delegation) => openSession<C>(wiring, delegated(wiring, state, delegation)),
    run: (given?: RunOptions) => calls.during(() => openRun(wiring, state, given)),
  });
}

/** Runs a call, as a step of its run where it has one. */
function begun(asked: Asked): Promise<Outcome> {
  return asked.run === null ? call(asked) : stepOfRun(asked, asked.run);
}

/** Goes on at once where nothing is on its way into the history, and otherwise when it is there. */
function after<T>(state: SessionState, work: (asked: Asked) => Promise<T>, asked: Asked): Promise<T> {
  const { last } = state.entering;
  return last === null ? work(asked) : last.then(() => work(asked));
}
