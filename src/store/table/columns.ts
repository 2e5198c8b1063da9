import { BoundaryError } from '../../errors.ts';
import type { Values } from './values.ts';

/** Reads the columns of one row in order; a value of another kind than the schema's is a fault. */
export class Columns {
  readonly #values: Values;
  #place: number;

  constructor(values: Values, from = 0) {
    this.#values = values;
    this.#place = from;
  }

  text(): string {
    const value = this.#values[this.#place++];
    return typeof value === 'string' ? value : unexpected();
  }

  textOrNull(): string | null {
    const value = this.#values[this.#place++];
    return typeof value === 'string' || value === null ? value : unexpected();
  }

  whole(): number {
    const value = this.#values[this.#place++];
    return typeof value === 'number' ? value : unexpected();
  }

  yesOrNo(): boolean {
    const value = this.whole();
    return value === 0 || value === 1 ? value === 1 : unexpected();
  }

  wholeOrNull(): number | null {
    const value = this.#values[this.#place++];
    return typeof value === 'number' || value === null ? value : unexpected();
  }
}

function unexpected(): never {
  throw new BoundaryError(
    'store_failed',
    'a column of the database holds a value of another kind than its schema says',
  );
}
