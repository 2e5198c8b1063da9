import { canonicalText, type Digest, digest, digestText } from '../json/index.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { type ActionConstants, constantDigest } from './constants.ts';
import type { ActionTarget } from './target.ts';
import { type BoundProposal, membersOfProposal } from './proposal.ts';

/** Digest of arguments. Made from the arguments themselves, never taken from a caller. */
export function argumentsDigest(args: JsonObject): Digest {
  return digest('countersign/arguments/v1', args);
}

/** What an action is made of. */
export interface ActionMembers {
  readonly constants: ActionConstants;
  readonly arguments: JsonObject;
  readonly target: ActionTarget | null;
  readonly facts?: JsonObject | null;
  readonly evidenceRefs?: readonly Json[];
}

/** Digests that are at hand when an action is bound. */
export interface MadeDigests {
  readonly constant?: Digest;
  readonly arguments?: Digest;
}

/**
 * A proposal bound to a context, a target and a capability version, in one canonical form with one digest
 * (`countersign/action/v1`): what policy judges, people approve, the executor receives and evidence names.
 * Frozen; the digest is made from the members at first use, so that no other members can carry it.
 */
export class Action {
  readonly constants: ActionConstants;
  readonly arguments: JsonObject;
  readonly target: ActionTarget | null;
  /** What an approver is shown besides the arguments, or null where nobody is asked. */
  readonly facts: JsonObject | null;
  /** References to what the model relied on. Informational: outside the digest. */
  readonly evidenceRefs: readonly Json[];
  readonly #made: MadeDigests;
  #digest: Digest | undefined;

  private constructor(members: ActionMembers, made: MadeDigests) {
    this.constants = members.constants;
    this.arguments = members.arguments;
    this.target = members.target;
    this.facts = members.facts ?? null;
    this.evidenceRefs = members.evidenceRefs ?? [];
    this.#made = made;
    Object.freeze(this);
  }

  /**
   * Binds members that are deeply frozen already. `made` hands in digests of exactly these constants and arguments.
   *
   * @internal
   */
  static bound(members: ActionMembers, made: MadeDigests = {}): Action {
    return new this(members, made);
  }

  /**
   * Binds a model's proposal to what the server owns, for a gateway that runs its own effects. Reserved members are
   * stripped from the arguments, whatever they say. Throws `ProposalMalformed`.
   */
  static fromModelProposal(bound: BoundProposal): Action {
    return this.bound(membersOfProposal(bound));
  }

  /**
   * Whether this class made a value: what looks like an action, inherits from one or stands before one is none.
   *
   * @internal
   */
  static made(value: unknown): value is Action {
    return typeof value === 'object' && value !== null && #made in value;
  }

  /** 64 lower-case hexadecimal digits. */
  get digest(): Digest {
    this.#digest ??= digestText(
      'countersign/action/v1',
      canonicalText([
        this.#made.constant ?? constantDigest(this.constants),
        this.#made.arguments ?? argumentsDigest(this.arguments),
        this.target === null
          ? null
          : { type: this.target.type, identity: this.target.identity, version: this.target.version },
        this.facts,
      ]),
    );
    return this.#digest;
  }
}
