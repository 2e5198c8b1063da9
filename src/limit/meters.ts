import type { AdmissionMeter, Meter } from './limit.ts';

/** What the meters are like, each in one row; the type keeps it complete. */
const table: Readonly<Record<Meter, MeterKind>> = {
  executions: { counts: 'admission', entries: 'occurrences', scaled: false },
  successes: { counts: 'admission', entries: 'occurrences', scaled: false },
  value: { counts: 'admission', entries: 'amounts', scaled: true },
  risk: { counts: 'admission', entries: 'amounts', scaled: false },
  proposals: { counts: 'calls', entries: 'occurrences', scaled: false },
  denials: { counts: 'calls', entries: 'occurrences', scaled: false },
  denied_targets: { counts: 'calls', entries: 'occurrences', scaled: false },
  planner_calls: { counts: 'reports', entries: 'occurrences', scaled: false },
  tokens: { counts: 'reports', entries: 'amounts', scaled: false },
  cost: { counts: 'reports', entries: 'amounts', scaled: true },
};

/** What one meter is like. */
export interface MeterKind {
  /**
   * What is counted: what admission takes, exactly; or, outside of it, what becomes of calls or what a host reports,
   * which can only stop the next call.
   */
  readonly counts: 'admission' | 'calls' | 'reports';
  /** Whether one entry may be of more than one unit without the application saying so. */
  readonly entries: 'occurrences' | 'amounts';
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
  return table[meter].counts === 'admission';
}
