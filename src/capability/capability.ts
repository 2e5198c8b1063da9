import type { Awaitable } from '../awaitable.ts';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Ask, ConfirmDeclaration, ReviewDeclaration } from '../approval/approval.ts';
import type { Decision } from '../decision.ts';
import type { JsonObject } from '../json/json.ts';
import type { Limit } from '../limit/limit.ts';
import type { TargetSource } from '../target/target.ts';
import { declared, keepDeclaration } from './declaration.ts';
import type { SequenceDeclaration, UndoDeclaration } from './declared-order.ts';
import type { Role } from './roles.ts';
import type { Executing, Seen } from './seen.ts';

/** What a capability asks of the session: grants that it must hold, and the least assurance level. */
export interface Requirement {
  readonly grant?: string | readonly string[];
  readonly assurance?: string;
}

/**
 * A declaration of one domain operation that an agent may propose, as an object literal. Inference does not depend on
 * the order of members.
 */
export interface Declaration<N extends string, S extends StandardSchemaV1, T, O> {
  /** Letters, digits, `_`, `-`, segments joined by `.`; unique in the catalogue, also when case is ignored. */
  readonly name: N;
  readonly effect: 'read' | 'write';
  readonly description?: string | undefined;
  /** Any Standard Schema, or plain JSON Schema through `jsonSchema(...)`. */
  readonly input: S;
  readonly target?: TargetSource<StandardSchemaV1.InferOutput<S>, T> | undefined;
  /** Only `true` and `permit()` permit. */
  readonly authorize: (seen: Seen<StandardSchemaV1.InferOutput<S>, T>) => Awaitable<boolean | Decision>;
  /** The key of the logical operation: it happens at most once, ever. */
  readonly once?: ((seen: Seen<StandardSchemaV1.InferOutput<S>, T>) => JsonObject) | undefined;
  readonly execute: (executing: Executing<StandardSchemaV1.InferOutput<S>, T>) => Awaitable<O>;
  /** When a person has to agree. Default: a write where it is in doubt, a read never. */
  readonly ask?: Ask<StandardSchemaV1.InferOutput<S>, T> | undefined;
  /** What the person who asks is shown, and so agrees to. */
  readonly confirm?: ConfirmDeclaration<StandardSchemaV1.InferOutput<S>, T> | undefined;
  /** What others are shown, who they are, and how many of them have to agree. */
  readonly review?: ReviewDeclaration<StandardSchemaV1.InferOutput<S>, T> | undefined;
  readonly requires?: Requirement | undefined;
  /** How often, and how much. Limits of the same name are one limit, whatever capabilities declare it. */
  readonly limits?: readonly Limit<StandardSchemaV1.InferOutput<S>, T>[] | undefined;
  /** Roles of arguments, by top-level name: refine what is inferred; `plain` waives it. */
  readonly roles?: Readonly<Record<string, Role>> | undefined;
  /** `refresh` (default) loads the target again before the effect; a snapshot says why it need not be. */
  readonly freshness?: 'refresh' | { readonly snapshot: string } | undefined;
  /** `result` (default) seals the result for replays; `notice` keeps only that it ran. */
  readonly replay?: 'result' | 'notice' | undefined;
  /**
   * The executor writes to the boundary's own database: admitted, executed and settled in one transaction, so that its
   * effect there happens exactly once. Only for writes.
   */
  readonly transactional?: boolean | undefined;
  /**
   * How long the executor may take, milliseconds; past it the call is indeterminate. Default 60,000, at most a day. A
   * transactional one holds up every other write meanwhile: default 1,000, at most 5,000.
   */
  readonly deadline?: number | undefined;
  /** Which calls of the conversation have to come before it, may not, and how often it may be done. */
  readonly sequence?: SequenceDeclaration | undefined;
  /**
   * What undoes it, in an atomic run of which a later step fails, or where somebody asks for it. Declared after `execute`,
   * whose result it is given.
   */
  readonly undo?: UndoDeclaration<StandardSchemaV1.InferOutput<S>, T, NoInfer<O>> | undefined;
  /** Nothing undoes it. */
  readonly irreversible?: boolean | undefined;
  /**
   * The same execution id, sent again, does nothing twice: where nobody knows how it ended, undoing may try it again by
   * itself.
   */
  readonly retrySafe?: boolean | undefined;
  /** Bound of the arguments in bytes where 256 KiB is too little (or too much); at most 10 MiB. */
  readonly maxBytes?: number | undefined;
  /** Required where the schema gives no JSON Schema; part of every digest. */
  readonly version?: string | undefined;
}

declare const shape: unique symbol;

/** A declared capability. Holding one, or knowing its name, confers nothing: only a session calls it. */
export interface Capability<N extends string = string, I = never, T = never, O = unknown> {
  readonly name: N;
  readonly [shape]?: {
    readonly input: (input: I) => void;
    readonly target: (target: T) => void;
    readonly output: O;
  };
}

/**
 * Declares a capability. It checks nothing and never throws for a wrong declaration: registration finds every problem
 * of every capability together. What is declared is copied now, so changing the object afterwards changes nothing.
 */
export function capability<const N extends string, S extends StandardSchemaV1, T = undefined, O = unknown>(
  declaration: Declaration<N, S, T, O>,
): Capability<N, StandardSchemaV1.InferOutput<S>, T, O> {
  // Nothing at all, or what throws when it is read, is a wrong declaration like any other.
  const members = declared(declaration);
  const handle = Object.freeze({ name: members['name'] as N });
  keepDeclaration(handle, members);
  return handle;
}
