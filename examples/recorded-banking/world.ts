import { EffectNotPerformed } from 'countersign';
import type { Environment } from './corpus.ts';

/** What the recorded tool answered. */
export interface Result {
  readonly text: string;
  readonly error: string | null;
}

/**
 * The bank as one run finds it: the server's own knowledge, from which targets are loaded. The recorded results stand
 * for everything else; only the numbers of scheduled transactions are carried on, because later calls name them.
 */
export class World {
  readonly owner: string;
  readonly iban: string;
  readonly #files: ReadonlySet<string>;
  readonly #scheduled: Set<number>;
  #lastTransaction: number;
  /** What the recorded tool answered to the call that is about to be made. */
  recorded: Result | null = null;

  constructor(owner: string, { bank_account: account, filesystem }: Environment) {
    this.owner = owner;
    this.iban = account.iban;
    this.#files = new Set(Object.keys(filesystem.files));
    this.#scheduled = new Set(account.scheduled_transactions.map(({ id }) => id));
    this.#lastTransaction = Math.max(
      0,
      ...[...account.transactions, ...account.scheduled_transactions].map(({ id }) => id),
    );
  }

  hasFile(path: string): boolean {
    return this.#files.has(path);
  }

  hasScheduled(id: number): boolean {
    return this.#scheduled.has(id);
  }

  /** Answers as the recorded tool did. Where that failed, nothing happened. */
  answer(tool: string): string {
    const recorded = this.recorded;
    if (recorded === null || recorded.error !== null) throw new EffectNotPerformed();
    if (tool === 'send_money' || tool === 'schedule_transaction') this.#lastTransaction += 1;
    if (tool === 'schedule_transaction') this.#scheduled.add(this.#lastTransaction);
    return recorded.text;
  }
}
