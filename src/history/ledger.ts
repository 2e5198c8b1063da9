import type { EntryBody, StepState } from './entry.ts';

/** A step of a run that has not ended, as far as the history tells. */
export interface StepOfRun {
  readonly call: string;
  readonly capability: string;
  readonly state: 'admitted' | 'completed' | 'undone';
  /** Fingerprints of what it returned, which nothing is bound to any more once it is undone. */
  readonly bound: Readonly<Record<string, string>>;
}

/** How many calls of a capability there are. */
interface Count {
  /** Admitted, their end not known. */
  open: number;
  /** Completed and not undone. */
  completed: number;
}

/** Where something entered, and by which model response; null: by none. */
interface Entered {
  readonly n: number;
  readonly step: string | null;
}

const nowhere: Entered = Object.freeze({ n: 0, step: null });

/** Whether this model response brought it. What came by itself no response brought. */
function isOf({ step: own }: Entered, step: string | null): boolean {
  return step !== null && own === step;
}

const none: Readonly<Count> = Object.freeze({ open: 0, completed: 0 });

/**
 * What a verified history comes to: what sequence rules, undoing and people's answers read. Grows entry by entry. What
 * it remembers is counted, so that one that remembers too much is not kept.
 */
export class Ledger {
  /** How many entries were read into it, and the MAC of the last one. */
  n = 0;
  last: string | null = null;
  readonly #counts = new Map<string, Count>();
  /** Fingerprints of results of completed calls, by capability and rule: how many calls have each. */
  readonly #bound = new Map<string, number>();
  readonly #runs = new Map<string, Map<string, StepOfRun>>();
  /** Where untrusted content entered last, and where last by another model response than that one. */
  #untrusted: Entered = nowhere;
  #untrustedElse: Entered = nowhere;
  readonly #guests = new Set<string>();

  /** Reads the next entry, whose MAC has been verified. */
  add(mac: string, body: EntryBody): void {
    this.n += 1;
    this.last = mac;
    switch (body.kind) {
      case 'heard':
        return;
      case 'saw':
        if (body.trust === 'untrusted') this.#enter({ n: this.n, step: body.step });
        return;
      case 'step':
        this.#step(body);
        return;
      case 'run':
        this.#runs.delete(body.run);
        return;
      case 'shared':
        if (body.open) this.#guests.add(body.guest);
        else this.#guests.delete(body.guest);
    }
  }

  /** How many calls of a capability have completed and are not undone; with `admitted`, those that may yet as well. */
  countOf(capability: string, which: 'completed' | 'admitted'): number {
    const { open, completed } = this.#counts.get(capability) ?? none;
    return which === 'completed' ? completed : open + completed;
  }

  /** Whether a completed call of a capability, not undone, has this fingerprint under a rule. */
  isBound(capability: string, rule: string, print: string): boolean {
    return (this.#bound.get(boundKey(capability, rule, print)) ?? 0) > 0;
  }

  /** The steps of a run that has not ended, in the order in which they were admitted; undone ones among them. */
  stepsOf(run: string): readonly StepOfRun[] {
    return [...(this.#runs.get(run)?.values() ?? [])];
  }

  /** Whether untrusted content entered after the `n`-th entry, other than by one model response. */
  hasUntrustedSince(n: number, step: string | null): boolean {
    const { n: last } = isOf(this.#untrusted, step) ? this.#untrustedElse : this.#untrusted;
    return last > n;
  }

  isGuest(guest: string): boolean {
    return this.#guests.has(guest);
  }

  /** How many things it remembers. */
  get size(): number {
    let steps = 0;
    for (const run of this.#runs.values()) steps += run.size;
    return this.#counts.size + this.#bound.size + this.#guests.size + steps;
  }

  #enter(entered: Entered): void {
    if (!isOf(this.#untrusted, entered.step)) this.#untrustedElse = this.#untrusted;
    this.#untrusted = entered;
  }

  #step({ call, capability, run, from, to, bound }: Extract<EntryBody, { readonly kind: 'step' }>): void {
    const count = this.#counts.get(capability) ?? { ...none };
    this.#counts.set(capability, count);
    if (from === 'admitted') count.open -= 1;
    if (from === 'completed') count.completed -= 1;
    if (to === 'admitted') count.open += 1;
    if (to === 'completed') count.completed += 1;
    if (to === 'completed') this.#bind(capability, bound, 1);
    if (from === 'completed' && run !== null)
      this.#bind(capability, this.#runs.get(run)?.get(call)?.bound ?? {}, -1);
    if (run !== null) this.#stepOfRun(run, { call, capability, bound }, to);
  }

  #bind(capability: string, bound: Readonly<Record<string, string>>, by: 1 | -1): void {
    for (const [rule, print] of Object.entries(bound)) {
      const key = boundKey(capability, rule, print);
      const now = (this.#bound.get(key) ?? 0) + by;
      if (now > 0) this.#bound.set(key, now);
      else this.#bound.delete(key);
    }
  }

  #stepOfRun(run: string, step: Omit<StepOfRun, 'state'>, state: StepState): void {
    const steps = this.#runs.get(run) ?? new Map<string, StepOfRun>();
    this.#runs.set(run, steps);
    // A step that is tried once more is admitted anew, after what was admitted meanwhile.
    if (state === 'failed' || state === 'admitted') steps.delete(step.call);
    if (state !== 'failed') steps.set(step.call, { ...step, state });
  }
}

function boundKey(capability: string, rule: string, print: string): string {
  return JSON.stringify([capability, rule, print]);
}
