import { expect, test } from 'vitest';
import type { Charge, MeterRow, MeterRule } from '../rows.ts';
import { counted, givenBack, held, weighed } from './index.ts';

const fixed = { kind: 'fixed_window', max: 5, from: 0, until: 60_000 } as const;
const sliding = { kind: 'sliding_window', max: 5, length: 60_000, most: 100 } as const;
const bucket = { kind: 'token_bucket', max: 5, refill: 1, every: 1_000 } as const;
const budget = { kind: 'budget', max: 5 } as const;

const failed = expect.objectContaining({ code: 'store_failed' });

function charge(rule: MeterRule, change: Partial<Charge> = {}): Charge {
  return { limit: 'refunds', key: 'key', units: 1, at: 1_000, mark: null, rule, ...change };
}

const clean: MeterRow = {
  tenant: 'acme',
  key: 'key',
  limit: 'refunds',
  from: 0,
  until: 60_000,
  units: 0,
  entries: null,
};

/** Everything that reads a row. */
function readings(rule: MeterRule, row: MeterRow): readonly (() => unknown)[] {
  const one = charge(rule);
  return [
    () => weighed('acme', [{ charge: one, row }], 1_000),
    () => counted('acme', [{ charge: one, row }], 1_000),
    () => givenBack(row, one),
    () => held(one, row),
  ];
}

test.for([
  ['no number', { units: Number.NaN }],
  ['a fraction', { units: 0.5 }],
  ['less than nothing', { units: -1 }],
  ['more than can be exact', { units: 2 ** 53 }],
  ['no time', { from: Number.NaN }],
  ['an end that is no time', { until: 0.5 }],
] as const)('a counter with %s is a fault, never an empty one', ([, edit]) => {
  for (const rule of [fixed, sliding, bucket, budget]) {
    for (const read of readings(rule, { ...clean, entries: '[]', ...edit })) expect(read).toThrow(failed);
  }
});

test.for([
  null,
  '',
  'x',
  '{}',
  '1',
  'null',
  '[1]',
  '[[]]',
  '[["a",1]]',
  '[[1000]]',
  '[[1000,0]]',
  '[[1000,-1]]',
])('a sliding window that holds %j is a fault, never an empty one', (entries) => {
  for (const read of readings(sliding, { ...clean, entries, units: 1 })) expect(read).toThrow(failed);
});

test('a sliding window out of order, with other units than it says, or with a mark that is none is a fault', () => {
  for (const [entries, units] of [
    ['[[2000,1],[1000,1]]', 2],
    ['[[1000,1]]', 0],
    ['[[1000,1]]', 2],
    ['[[1000,1,7]]', 1],
  ] as const) {
    for (const read of readings(sliding, { ...clean, entries, units })) expect(read).toThrow(failed);
  }
});

test('marks that are no texts are a fault', () => {
  for (const rule of [fixed, budget]) {
    for (const entries of ['', '{}', '[1]', '[null]', '"a"']) {
      for (const read of readings(rule, { ...clean, entries })) expect(read).toThrow(failed);
    }
  }
});

test('a counter that was only raised or lowered is believed', () => {
  const kind = (units: number) =>
    weighed('acme', [{ charge: charge(fixed), row: { ...clean, units } }], 1_000).kind;
  expect([kind(4), kind(5), kind(1_000)]).toEqual(['fits', 'exceeded', 'exceeded']);
});

test('a charge that is no number, or less than nothing, is a fault: it would slip past every comparison [B-119]', () => {
  const wrong: readonly Charge[] = [
    ...[Number.NaN, -5, 0.1, Infinity, 2 ** 53].map((units) => charge(budget, { units })),
    ...[Number.NaN, 0.5].map((at) => charge(budget, { at })),
    charge({ ...budget, max: Number.NaN }),
    charge({ ...fixed, until: Infinity }),
    charge({ ...sliding, length: 0 }),
    charge({ ...sliding, most: Number.NaN }),
    charge({ ...bucket, every: 0 }),
    charge({ ...bucket, refill: 0 }),
    charge({ ...bucket, refill: -1 }),
    charge({ ...bucket, max: 2 ** 50, every: 1_000 }),
  ];
  for (const one of wrong) {
    expect(() => weighed('acme', [{ charge: one, row: null }], 1_000)).toThrow(failed);
    expect(() => counted('acme', [{ charge: one, row: null }], 1_000)).toThrow(failed);
  }
});

test('a rule of another kind than there are is a fault', () => {
  const rule = JSON.parse('{ "kind": "leaky", "max": 5 }') as MeterRule;
  expect(() => weighed('acme', [{ charge: charge(rule), row: null }], 1_000)).toThrow(failed);
});
