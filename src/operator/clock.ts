import type { ClockReset } from '../store/store.ts';

/** Recorded time is the machine's again. */
export interface ClockSetBack extends ClockReset {
  readonly kind: 'reset';
}
