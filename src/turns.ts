/** Things that are done one after the other, in the order in which they were asked for. */
export class Turns {
  /** The end of the last one; it never rejects. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Runs `work` once everything before it is over. `waited`: what was known before may not be so any more. */
  async take<T>(work: (waited: boolean) => Promise<T>): Promise<T> {
    const waited = this.#waiting > 0;
    this.#waiting += 1;
    const turn = this.#last.then(() => work(waited)).finally(() => (this.#waiting -= 1));
    this.#last = turn.catch(() => {});
    return turn;
  }
}

/** Turns of their own for each key. Nothing is kept of a key that nobody waits for. */
export class TurnsByKey {
  readonly #turns = new Map<string, { readonly turns: Turns; count: number }>();

  /** As `Turns.take`, behind those who wait for the same key. */
  async take<T>(key: string, work: (waited: boolean) => Promise<T>): Promise<T> {
    const one = this.#turns.get(key) ?? { turns: new Turns(), count: 0 };
    this.#turns.set(key, one);
    one.count += 1;
    try {
      return await one.turns.take(work);
    } finally {
      one.count -= 1;
      if (one.count === 0) this.#turns.delete(key);
    }
  }
}
