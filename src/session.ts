import type { Context } from './action/index.ts';
import type { Asked, SessionState } from './call/asked.ts';
import { call } from './call/call.ts';
import { foreseen, type Foreseen, type Preflight, preflight } from './call/foresee.ts';
import { type Spent, spent } from './call/spent.ts';
import type { Capability } from './capability/index.ts';
import { callKeyOf } from './claim/index.ts';
import { BoundaryError } from './errors.ts';
import type { Outcome } from './outcome.ts';
import { received } from './call/received.ts';
import type { Wiring } from './wiring.ts';

/** How a host names a call. */
export interface CallOptions {
  /**
   * The host's id of this call: the same id with the same arguments is the same call, however often it is sent.
   * Where the host has none, leave it out: the boundary makes one, and such a call can be repeated only under the id
   * in its outcome. An empty one is refused: it would make every resend a new call.
   */
  readonly callId?: string;
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
}

/** A misspelt option would make every resend of a call a new one. */
function callIdOf(options: CallOptions | null | undefined): CallOptions['callId'] | null {
  if (options === undefined || options === null) return undefined;
  if (typeof options !== 'object' || Object.keys(options).some((name) => name !== 'callId')) {
    throw new BoundaryError('context_invalid', 'the options of a call are an object with callId, or nothing');
  }
  return options.callId;
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
    const callId = callIdOf(options) ?? wiring.ids.next(wiring.time.now());
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
    };
  };
  return Object.freeze({
    context: state.context,
    // What a capability returns is known by its declaration alone: the overloads of `Session` say it by name.
    call: (name: string, args: unknown, options?: CallOptions) =>
      calls.during(() => call(asked('new', name, args, options)) as Promise<Outcome<never>>),
    check: (name: string, args: unknown, options?: CallOptions) =>
      calls.during(() => foreseen(asked('foreseen', name, args, options))),
    preflight: (name: string, args: unknown, options?: CallOptions) =>
      calls.during(() => preflight(asked('foreseen', name, args, options))),
    spent: (used: Spent) => calls.during(() => spent(wiring, state, used)),
  });
}
