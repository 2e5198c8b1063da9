import type { AdmissionMeter, Meter } from './limit.ts';

/** What the meters are like, each in one row; the type keeps it complete. */
const table: Readonly<Record<Meter, MeterKind>> = {
  executions: { takes: 'admission', counts: 'occurrences', scaled: false },
  successes: { takes: 'admission', counts: 'occurrences', scaled: false },
  value: { takes: 'admission', counts: 'amounts', scaled: true },
  risk: { takes: 'admission', counts: 'amounts', scaled: false },
  proposals: { takes: 'watching', counts: 'occurrences', scaled: false },
  denials: { takes: 'watching', counts: 'occurrences', scaled: false },
  denied_targets: { takes: 'watching', counts: 'occurrences', scaled: false },
  planner_calls: { takes: 'watching', counts: 'occurrences', scaled: false },
  tokens: { takes: 'watching', counts: 'amounts', scaled: false },
  cost: { takes: 'watching', counts: 'amounts', scaled: true },
};

/** What one meter is like. */
export interface MeterKind {
  /** `admission` takes from it, exactly; or it is counted outside of it and can only stop the next call. */
  readonly takes: 'admission' | 'watching';
  /** Whether one entry may be of more than one unit without the application saying so. */
  readonly counts: 'occurrences' | 'amounts';
  /** Whether its units are amounts at a declared decimal scale. */
  readonly scaled: boolean;
}

/** Every meter, by name. */
export const meters: readonly Meter[] = Object.freeze(Object.keys(table).filter(isMeter));

/** What a meter is like. */
export function kindOf(meter: Meter): MeterKind {
  return table[meter];
}

/** True for the name of a meter. */
export function isMeter(value: unknown): value is Meter {
  return typeof value === 'string' && Object.hasOwn(table, value);
}

/** True for a meter that admission takes from. */
export function isAdmissionMeter(meter: Meter): meter is AdmissionMeter {
  return table[meter].takes === 'admission';
}
