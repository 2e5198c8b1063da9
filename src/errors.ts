/** What went wrong where the caller or the infrastructure is at fault. Closed; a pin freezes the list. */
export type ErrorCode =
  | 'context_invalid'
  | 'registration_refused'
  | 'options_invalid'
  | 'key_missing'
  | 'key_malformed'
  | 'key_mismatch'
  | 'state_tampered'
  | 'decision_unavailable'
  | 'proposal_malformed'
  | 'settlement_failed'
  | 'store_driver_missing'
  | 'store_busy'
  | 'store_failed'
  | 'store_newer'
  | 'outer_transaction'
  | 'boundary_closed';

const brand = Symbol.for('countersign.error');

/**
 * Thrown for misuse and for infrastructure that failed, never for a denial (denials are outcomes).
 * Message and code name what is wrong and what to do; arguments, payloads and secrets never appear in either.
 * `instanceof` works across two copies of the package.
 */
export class BoundaryError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    Object.defineProperty(this, brand, { value: namesOf(new.target) });
  }

  /** True also for one that another copy of the package made. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const names: unknown = memberOf(value, brand);
    return Array.isArray(names) && names.includes(this.name);
  }
}

/** What was thrown may be anything, also a proxy that throws when it is looked at. */
function memberOf(value: unknown, member: symbol): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return Reflect.get(value, member);
  } catch {
    return undefined;
  }
}

/** The names of an error's class and of those it extends: told by name, classes of two copies are the same. */
function namesOf(made: unknown): readonly string[] {
  if (typeof made !== 'function' || made === Error) return [];
  return [made.name, ...namesOf(Object.getPrototypeOf(made))];
}

/** Every problem of a registration, found together. `problems` are whole sentences. */
export class RegistrationRefused extends BoundaryError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('registration_refused', `nothing was registered:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
    this.problems = Object.freeze([...problems]);
  }
}

/** Nothing could decide, so nothing ran. The same call may be sent again. `cause` is for operators. */
export class DecisionUnavailable extends BoundaryError {
  constructor(
    code: 'decision_unavailable' | 'state_tampered',
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(code, message, options);
  }
}

/** A row is not as the boundary wrote it. Inside the boundary; callers see `DecisionUnavailable`. */
export class Tampered extends Error {
  /** `table` names the kind of row. */
  constructor(table: string) {
    super(`a ${table} row does not carry the MAC that the boundary gave it`);
    this.name = 'Tampered';
  }
}

/** What is known of an effect that could not be recorded. */
export type EffectKnown = 'happened' | 'unknown' | 'none';

const known: Readonly<Record<EffectKnown, string>> = {
  happened: 'its effect happened: do not run it again, resolve its claim',
  unknown: 'its effect may have happened: do not run it again, resolve its claim',
  none: 'it changed nothing, and may be sent again',
};

/**
 * An execution ended and that could not be recorded. `effect` says what is known of it; `output` is what the executor
 * returned, where it returned. Not enumerable, so that neither is printed or sent on.
 */
export class SettlementFailed extends BoundaryError {
  readonly executionId: string;
  readonly effect: EffectKnown;
  declare readonly output: unknown;

  constructor(
    execution: { readonly id: string; readonly effect: EffectKnown; readonly output?: unknown },
    options?: { readonly cause?: unknown },
  ) {
    super(
      'settlement_failed',
      `how execution ${execution.id} ended could not be recorded; ${known[execution.effect]}`,
      options,
    );
    this.executionId = execution.id;
    this.effect = execution.effect;
    Object.defineProperty(this, 'output', { value: execution.output, enumerable: false });
  }
}

const nothing = Symbol.for('countersign.effect-not-performed');

/** An executor throws this when it is certain that nothing happened: the call ends `failed`, its operation is free. */
export class EffectNotPerformed extends Error {
  override readonly name = 'EffectNotPerformed';
  readonly [nothing] = true;

  /** True also for one that another copy of the package made. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return memberOf(value, nothing) === true;
  }
}
