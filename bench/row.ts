/** What a row is held against: its own value, or its ratio to what it is measured beside. */
export interface Bar {
  readonly of: 'value' | 'ratio';
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** One line of the report. Nothing is asserted: whoever reads it judges, on a machine that they know. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: 'µs' | 'ms' | '/s';
  /** What it was measured beside in the same rounds, in the same unit; null where it stands alone. */
  readonly beside: { readonly what: string; readonly value: number } | null;
  /** Median over the rounds of value to beside; where it stands alone, of value to its bar. Null without either. */
  readonly ratio: number | null;
  /** Null where the row is for information. */
  readonly bar: Bar | null;
}

/** Whether a row reaches its bar; null where it has none. */
export function reaches({ value, ratio, bar }: Row): boolean | null {
  const measured = bar?.of === 'ratio' ? ratio : value;
  if (bar === null || measured === null) return null;
  return measured >= (bar.atLeast ?? -Infinity) && measured <= (bar.atMost ?? Infinity);
}

/** A row that stands alone, held against at most so much, or at least so much. */
export function alone(what: string, value: number, unit: Row['unit'], bar: Omit<Bar, 'of'> | null): Row {
  const limit = bar?.atMost ?? bar?.atLeast;
  return {
    what,
    value,
    unit,
    beside: null,
    ratio: limit === undefined ? null : value / limit,
    bar: bar === null ? null : { of: 'value', ...bar },
  };
}
