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
