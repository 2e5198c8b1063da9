import { type Bar, reaches, type Row } from './row.ts';

const heads = ['what', 'measured', 'beside', 'ratio', 'bar', ''] as const;

/** The rows as one table for a terminal. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    quantity(row.value, row.unit),
    row.beside === null ? '' : `${quantity(row.beside.value, row.unit)} ${row.beside.what}`,
    row.ratio === null ? '' : row.ratio.toFixed(2),
    row.bar === null ? '' : limit(row.bar, row.unit),
    { true: 'reached', false: 'MISSED', null: '' }[`${reaches(row)}`],
  ]);
  const all = [heads, ...lines];
  const widths = heads.map((_, column) => Math.max(...all.map((line) => line[column]!.length)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function quantity(value: number, unit: Row['unit']): string {
  const text = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`;
}

function limit({ of, atLeast, atMost }: Bar, unit: Row['unit']): string {
  const side = atMost === undefined ? `>= ${atLeast}` : `<= ${atMost}`;
  return of === 'ratio' ? `${side} of it` : unit === '/s' ? `${side}/s` : `${side} ${unit}`;
}
