import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryBody } from './entry.ts';
import { heard, saw, shared, step } from './history.fixture.ts';
import { Ledger } from './ledger.ts';

function ledgerOf(bodies: readonly EntryBody[]): Ledger {
  const ledger = new Ledger();
  bodies.forEach((body, index) => {
    ledger.add(`mac:${index + 1}`, body);
  });
  return ledger;
}

const view = 'orders.view';
const counts = (ledger: Ledger) => [
  ledger.countOf(view, 'completed'),
  ledger.countOf(view, 'admitted'),
  ledger.countOf('orders.cancel', 'admitted'),
];

test('a ledger knows how far it has read', () => {
  const ledger = ledgerOf([heard(), heard()]);
  expect([ledger.n, ledger.last]).toEqual([2, 'mac:2']);
  expect([new Ledger().n, new Ledger().last]).toEqual([0, null]);
});

test('a step counts as admitted from its admission on, and as completed once it is [S-061]', () => {
  const began = step('c', null, 'admitted');
  expect(counts(ledgerOf([began]))).toEqual([0, 1, 0]);
  expect(counts(ledgerOf([began, step('c', 'admitted', 'completed')]))).toEqual([1, 1, 0]);
  expect(counts(ledgerOf([step('c', null, 'completed')]))).toEqual([1, 1, 0]);
});

test('a step that failed or was undone counts for nothing [S-059, S-061]', () => {
  const began = step('c', null, 'admitted');
  expect(counts(ledgerOf([began, step('c', 'admitted', 'failed')]))).toEqual([0, 0, 0]);
  const done = [began, step('c', 'admitted', 'completed')];
  expect(counts(ledgerOf([...done, step('c', 'completed', 'undone')]))).toEqual([0, 0, 0]);
});

test('a step that is tried once more counts once', () => {
  const tries = [
    step('c', null, 'admitted'),
    step('c', 'admitted', 'failed'),
    step('c', null, 'admitted'),
    step('c', 'admitted', 'completed'),
  ];
  expect(counts(ledgerOf(tries))).toEqual([1, 1, 0]);
});

const bound = { '["/id"]': 'print:7' };

test('what a call returned can be named once it has completed, by its capability and rule alone', () => {
  const ledger = ledgerOf([step('c', null, 'completed', { bound })]);
  expect(ledger.isBound(view, '["/id"]', 'print:7')).toBe(true);
  expect(ledger.isBound(view, '["/id"]', 'print:8')).toBe(false);
  expect(ledger.isBound(view, '["/other"]', 'print:7')).toBe(false);
  expect(ledger.isBound('orders.cancel', '["/id"]', 'print:7')).toBe(false);
});

test('what an undone step returned cannot be named any more, unless another step returned it too', () => {
  const more = { run: 'r', bound };
  const done = [
    step('a', null, 'completed', more),
    step('b', null, 'completed', { bound }),
    step('a', 'completed', 'undone', { run: 'r' }),
  ];
  expect(ledgerOf(done).isBound(view, '["/id"]', 'print:7')).toBe(true);
  const both = [
    step('a', null, 'completed', more),
    step('b', null, 'completed', more),
    step('b', 'completed', 'undone', { run: 'r' }),
    step('a', 'completed', 'undone', { run: 'r' }),
  ];
  expect(ledgerOf(both).isBound(view, '["/id"]', 'print:7')).toBe(false);
});

test('a run has its steps in the order of their admission, those that failed aside, until it ends', () => {
  const of = (call: string, ...[from, to]: [from: 'admitted' | 'completed' | null, to: 'admitted']) =>
    step(call, from, to, { run: 'r' });
  const bodies = [
    of('a', null, 'admitted'),
    of('b', null, 'admitted'),
    step('a', 'admitted', 'failed', { run: 'r' }),
    of('a', null, 'admitted'),
    step('b', 'admitted', 'completed', { run: 'r' }),
    step('b', 'completed', 'undone', { run: 'r' }),
    of('c', null, 'admitted'),
    step('c', 'admitted', 'failed', { run: 'r' }),
  ];
  expect(ledgerOf(bodies).stepsOf('r')).toMatchObject([
    { call: 'b', state: 'undone' },
    { call: 'a', state: 'admitted' },
  ]);
  expect(ledgerOf([...bodies, { kind: 'run', run: 'r', state: 'undone' }]).stepsOf('r')).toEqual([]);
  expect(ledgerOf(bodies).stepsOf('other')).toEqual([]);
});

test('a guest is one until the conversation is not shared any more', () => {
  const bodies = [shared('bob', true), shared('zoe', true), shared('bob', false)];
  expect(['bob', 'zoe', 'ann'].map((one) => ledgerOf(bodies).isGuest(one))).toEqual([false, true, false]);
  expect(ledgerOf([...bodies, shared('bob', true)]).isGuest('bob')).toBe(true);
});

test('untrusted content counts from where it entered, but for that of the same response [S-081]', () => {
  const responses = fc.constantFrom(null, 'a', 'b', 'c');
  const entries = fc.array(fc.tuple(fc.constantFrom('trusted', 'untrusted'), responses));
  fc.assert(
    fc.property(entries, fc.nat(12), responses, (sources, n, own) => {
      const ledger = ledgerOf(sources.map(([trust, response]) => saw(trust, response)));
      const counting = sources.filter(
        ([trust, response], index) =>
          trust === 'untrusted' && index + 1 > n && (own === null || response !== own),
      );
      expect(ledger.hasUntrustedSince(n, own)).toBe(counting.length > 0);
    }),
  );
});

test('what a ledger remembers does not grow with words, content and calls without a result to name', () => {
  const many = (body: (n: number) => EntryBody) => Array.from({ length: 500 }, (_, n) => body(n));
  const bodies = [
    ...many(() => heard()),
    ...many((n) => saw('untrusted', `response-${n % 7}`)),
    ...many((n) => step(`c-${n}`, null, 'completed')),
  ];
  expect(ledgerOf(bodies).size).toBe(1);
  expect(ledgerOf(many((n) => step(`c-${n}`, null, 'completed', { bound: { r: `${n}` } }))).size).toBe(501);
  expect(ledgerOf(many((n) => step(`c-${n}`, null, 'admitted', { run: 'r' }))).size).toBe(501);
  expect(ledgerOf(many((n) => shared(`guest-${n}`, true))).size).toBe(500);
});

test('counts are those of a plain recount, whatever happens to calls', () => {
  const calls = ['a', 'b', 'c', 'd'];
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...calls), fc.nat(2)), { maxLength: 60 }), (moves) => {
      const states = new Map<string, 'admitted' | 'completed'>();
      const bodies = moves.map(([call, choice]): EntryBody => {
        const from = states.get(call) ?? null;
        if (from === null) {
          const to = choice === 0 ? 'completed' : 'admitted';
          states.set(call, to);
          return step(call, null, to);
        }
        if (from === 'admitted' && choice === 0) {
          states.set(call, 'completed');
          return step(call, from, 'completed');
        }
        states.delete(call);
        return step(call, from, from === 'admitted' ? 'failed' : 'undone');
      });
      const completed = [...states.values()].filter((state) => state === 'completed').length;
      expect(counts(ledgerOf(bodies))).toEqual([completed, states.size, 0]);
    }),
  );
});
