import type { RegisteredLimit } from './limit.ts';

/** What a call takes from one limit: everything but the time. */
export interface Levy {
  readonly limit: RegisteredLimit;
  /** Names the meter, blinded. */
  readonly key: string;
  /** Whole, 1 or more. */
  readonly units: number;
  /** Levies of one mark count once, blinded; null: each counts. */
  readonly mark: string | null;
}
