import { canonicalText, deepest } from './canonical.ts';
import type { Json } from './json.ts';
import { pointerTo } from './pointer.ts';
import type { JsonBounds, JsonFault, StrictResult } from './strict-result.ts';

/** Answered instead of a value while a reading unwinds after its first refusal. */
export const refused = Symbol('refused');

/** A value, or `refused`. */
export type Read<T> = T | typeof refused;

/**
 * Canonical bytes are never more than this many times the size counted while reading: the worst case is a number,
 * counted as one and written with up to 24 characters and a comma.
 */
const widest = 25;

/** The budget of one untrusted value that is being read, and the first thing that was wrong with it. */
export class Reading {
  readonly #bounds: JsonBounds;
  readonly #depth: number;
  readonly #path: (string | number)[] = [];
  #nodes: number;
  #size = 0;
  #fault: JsonFault = 'syntax';
  #expected = '';

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
    this.#depth = Math.min(bounds.depth, deepest);
    this.#nodes = bounds.nodes;
  }

  /** How many more values fit, so that a huge container is refused before its members are listed. */
  get nodesLeft(): number {
    return this.#nodes;
  }

  /** Takes one value that needs at least `size` bytes from the budget; false where that refused it. */
  takeValue(size: number): boolean {
    if (!(this.#nodes >= 1)) {
      this.refuseNodes();
      return false;
    }
    this.#nodes -= 1;
    return this.#take(size);
  }

  /** Takes a string value from the budget; false where that, or half a surrogate pair in it, refused it. */
  takeString(text: string): boolean {
    if (!this.takeValue(text.length + 2)) return false;
    if (text.isWellFormed()) return true;
    this.refuse('lone_surrogate', 'well-formed Unicode');
    return false;
  }

  /**
   * Takes a member name from the budget; false where that refused it, or where no object may have it: `__proto__`
   * would set a prototype in code that copies members.
   */
  takeName(name: string): boolean {
    if (!this.#take(name.length + 3)) return false;
    if (!name.isWellFormed()) {
      this.refuse('lone_surrogate', 'a well-formed member name');
      return false;
    }
    if (name === '__proto__') {
      this.refuse('proto_member', 'no member that sets a prototype');
      return false;
    }
    return true;
  }

  /** False, having refused, where a container at this level is nested too deep. The outermost one is at level 1. */
  takeLevel(level: number): boolean {
    if (level <= this.#depth) return true;
    this.refuse('depth', `at most ${this.#depth} levels of nesting`);
    return false;
  }

  refuseNodes(): typeof refused {
    return this.refuse('nodes', `at most ${this.#bounds.nodes} values`);
  }

  /** Notes what is wrong with the value at hand and what was expected; never the value itself. */
  refuse(fault: JsonFault, expected: string): typeof refused {
    this.#fault = fault;
    this.#expected = expected;
    return refused;
  }

  /** Notes, on the way out, in which member or element of its container the refused value is. */
  inside(step: string | number): typeof refused {
    this.#path.push(step);
    return refused;
  }

  /** The outcome, once the outermost value was read. */
  result(read: Read<Json>): StrictResult {
    if (read !== refused && this.#fits(read)) return { ok: true, value: read };
    const pointer = pointerTo(this.#path.reverse());
    return { ok: false, refusal: { pointer, fault: this.#fault, expected: this.#expected } };
  }

  #take(size: number): boolean {
    this.#size += size;
    if (this.#size <= this.#bounds.bytes) return true;
    this.#refuseBytes();
    return false;
  }

  /** Exact, but without writing the value out where it fits in any case. */
  #fits(value: Json): boolean {
    if (this.#size * widest <= this.#bounds.bytes) return true;
    if (Buffer.byteLength(canonicalText(value)) <= this.#bounds.bytes) return true;
    this.#refuseBytes();
    return false;
  }

  #refuseBytes(): void {
    this.refuse('bytes', `at most ${this.#bounds.bytes} bytes`);
  }
}
