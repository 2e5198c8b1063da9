import assert from 'node:assert/strict';
import type { CallRow, Charge, MeterRule } from '../../store/rows.ts';
import type { Admitted, Store } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import {
  admissionOf,
  callRow,
  chargeOf,
  completed,
  rulesAt,
  seenAs,
  settlementOf,
  withCatalogue,
} from './store-rows.ts';
import { changesNothing, metersOf, timeOf } from './store-view.ts';

const admitted = { kind: 'admitted' };

/** Admits a call of its own that takes from meters. */
async function take(store: Store, id: string, ...charges: readonly Charge[]): Promise<Admitted> {
  return store.admit(admissionOf(callRow({ id }), { charges }));
}

/** Takes from one meter by rule after rule, each under a key of its own. */
async function eachRule(
  store: Store,
  max: number,
  run: (rule: MeterRule, charge: (change?: Partial<Charge>) => Charge) => Promise<void>,
): Promise<void> {
  await withCatalogue(store);
  const at = await timeOf(store);
  for (const rule of Object.values(rulesAt(at, max))) {
    await run(rule, (change) => chargeOf(rule, at, { key: rule.kind, ...change }));
  }
}

/** What admission takes from limits, and when it does not. */
export const limitCases: readonly StoreCase[] = [
  {
    title: 'a limit of any kind lets through what it has room for; then it writes nothing and says when',
    async run(store) {
      await eachRule(store, 3, async ({ kind }, charge) => {
        for (let n = 0; n < 3; n += 1) {
          assert.deepEqual(await take(store, `${kind} ${n}`, charge()), admitted);
        }
        const refused = callRow({ id: `${kind} refused` });
        const answer = await changesNothing(store, [refused], async () => take(store, refused.id, charge()));
        assert.equal(answer.kind, 'limited');
        const [exceeded, ...others] = answer.kind === 'limited' ? answer.exceeded : [];
        assert.deepEqual([exceeded?.limit, others], ['refunds', []]);
        if (kind === 'budget') assert.equal(exceeded?.retryAfter, null);
        else assert.ok(exceeded!.retryAfter! > 0 && exceeded!.retryAfter! <= 60_000);
      });
    },
  },
  {
    title: 'a wait is over when it says, and not a moment sooner',
    async run(store, clock) {
      await withCatalogue(store);
      const start = await timeOf(store);
      for (const { kind } of Object.values(rulesAt(start, 1)).filter((rule) => rule.kind !== 'budget')) {
        const charge = async () => {
          const at = await timeOf(store);
          return chargeOf(rulesAt(at, 1)[kind], at, { key: kind });
        };
        await take(store, `${kind} first`, await charge());
        const answer = await take(store, `${kind} second`, await charge());
        const wait = answer.kind === 'limited' ? answer.exceeded[0]!.retryAfter! : assert.fail(answer.kind);
        clock.advance(wait - 1);
        assert.equal((await take(store, `${kind} third`, await charge())).kind, 'limited');
        clock.advance(1);
        assert.deepEqual(await take(store, `${kind} fourth`, await charge()), admitted);
      }
    },
  },
  {
    title: 'what a limit counts is one row a meter, with the end of its window',
    async run(store) {
      await withCatalogue(store);
      const at = await timeOf(store);
      const rule = rulesAt(at, 9).fixed_window;
      const { from, until } = rule.kind === 'fixed_window' ? rule : assert.fail();
      await take(store, 'call-1', chargeOf(rule, at, { units: 2 }));
      await take(store, 'call-2', chargeOf(rule, at, { units: 3 }));
      assert.deepEqual(await metersOf(store, 'acme'), [
        { tenant: 'acme', key: 'meter', limit: 'refunds', from, until, units: 5, entries: null },
      ]);
    },
  },
  {
    title: 'of twenty calls at once a limit of five admits exactly five, by any rule',
    async run(store) {
      await eachRule(store, 5, async ({ kind }, charge) => {
        const ids = Array.from({ length: 20 }, (_, n) => `${kind} ${n}`);
        const answers = await Promise.all(ids.map(async (id) => take(store, id, charge())));
        const kinds = answers.map((answer) => answer.kind);
        assert.deepEqual(kinds.toSorted(), [
          ...Array.from({ length: 5 }, () => 'admitted'),
          ...Array.from({ length: 15 }, () => 'limited'),
        ]);
      });
    },
  },
  {
    title:
      'a call that takes from several limits takes from all or from none, and is told all that have no room',
    async run(store) {
      await withCatalogue(store);
      const at = await timeOf(store);
      const on = (key: string, max: number, units = 1) =>
        chargeOf({ kind: 'budget', max }, at, { key, limit: `limit ${key}`, units });
      await take(store, 'call-1', on('a', 5), on('b', 1), on('c', 1));
      const charges = [on('a', 5), on('b', 1), on('c', 1)];
      const refused = await changesNothing(store, [], async () => take(store, 'call-2', ...charges));
      assert.deepEqual(refused, {
        kind: 'limited',
        exceeded: [
          { limit: 'limit b', retryAfter: null },
          { limit: 'limit c', retryAfter: null },
        ],
      });
      assert.deepEqual(await take(store, 'call-3', on('a', 5, 4)), admitted);
      assert.equal((await take(store, 'call-4', on('a', 5))).kind, 'limited');
    },
  },
  {
    title: 'the answers come in order: the call, the catalogue, the clock, limits, the holder',
    async run(store) {
      await withCatalogue(store);
      const at = await timeOf(store);
      const full = chargeOf({ kind: 'budget', max: 0 }, at);
      const late = { ...full, at: at - 10_000 };
      const catalogue = { version: 'v1', mac: 'mac:forged' };
      const first = callRow({ holds: 'operation' });
      await store.admit(admissionOf(first));
      const other = callRow({ id: 'call-2', holds: 'operation' });
      const answers = [
        await store.admit(admissionOf(first, { catalogue, charges: [late] })),
        await store.admit(admissionOf(other, { catalogue, charges: [late] })),
        await store.admit(admissionOf(other, { charges: [late] })),
        await store.admit(admissionOf(other, { charges: [full] })),
        await store.admit(admissionOf(other)),
      ];
      assert.deepEqual(
        answers.map((answer) => (answer.kind === 'moved' ? answer.what : answer.kind)),
        ['call_moved', 'catalogue', 'clock', 'limited', 'held'],
      );
    },
  },
  {
    title: 'charges for another time than the store’s, or for a window that is over, are to be made again',
    async run(store) {
      await withCatalogue(store);
      const now = await timeOf(store);
      const budget = { kind: 'budget', max: 9 } as const;
      const over = { kind: 'fixed_window', max: 9, from: now - 60_000, until: now } as const;
      const next = { kind: 'fixed_window', max: 9, from: now + 1, until: now + 60_001 } as const;
      for (const charge of [
        chargeOf(budget, now - 2_001),
        chargeOf(budget, now + 2_001),
        chargeOf(over, now - 1),
        chargeOf(next, now + 1),
      ]) {
        const answer = await changesNothing(store, [], async () => take(store, 'call-1', charge));
        assert.deepEqual(answer, { kind: 'moved', what: 'clock', now });
      }
      assert.deepEqual(await take(store, 'call-1', chargeOf(budget, now - 2_000)), admitted);
      assert.deepEqual(await take(store, 'call-2', chargeOf(budget, now + 2_000)), admitted);
    },
  },
  {
    title: 'a meter in a later window is not opened again: charges are to be made for that window',
    async run(store) {
      await withCatalogue(store);
      const at = await timeOf(store);
      const windowAt = (from: number) =>
        ({ kind: 'fixed_window', max: 1, from, until: from + 1_500 }) as const;
      const later = chargeOf(windowAt(at + 1_500), at);
      await store.charge({ tenant: 'acme', charges: [later], how: 'count', evidence: null });
      const now = at + 1_500;
      const answer = await take(store, 'call-1', chargeOf(windowAt(at), at));
      assert.deepEqual(answer, { kind: 'moved', what: 'clock', now });
      assert.equal((await take(store, 'call-1', { ...later, at: now })).kind, 'limited');
    },
  },
  {
    title: 'a clock that is set back opens no window again',
    async run(store, clock) {
      await eachRule(store, 1, async ({ kind }, charge) => {
        await take(store, `${kind} first`, charge());
        clock.set(clock.now() - 3_600_000);
        assert.equal(await timeOf(store), charge().at);
        assert.equal((await take(store, `${kind} second`, charge())).kind, 'limited');
      });
    },
  },
  {
    title: 'what an admission took can be given back when it is settled',
    async run(store) {
      await eachRule(store, 3, async ({ kind }, charge) => {
        const call = callRow({ id: `${kind} first` });
        const three = charge({ units: 3 });
        await take(store, call.id, three);
        const failed = completed(call, { state: 'failed', sealed: null, sealedUntil: null });
        assert.deepEqual(await store.settle(settlementOf(call, failed, [three])), { kind: 'settled' });
        assert.deepEqual(await take(store, `${kind} second`, three), admitted);
        assert.equal((await take(store, `${kind} third`, charge())).kind, 'limited');
      });
    },
  },
  {
    title: 'a settlement that comes too late for its row gives nothing back',
    async run(store) {
      await eachRule(store, 3, async ({ kind }, charge) => {
        const call = callRow({ id: `${kind} first` });
        await take(store, call.id, charge());
        const settlement = settlementOf(call, completed(call), [charge()]);
        const seen = { ...seenAs(call), mac: 'mac:forged' };
        const answer = await changesNothing(store, [call], async () => store.settle({ ...settlement, seen }));
        assert.deepEqual(answer, { kind: 'moved', call });
      });
    },
  },
  {
    title: 'what is given back after its window, or to a meter that is gone, is dropped',
    async run(store, clock) {
      await withCatalogue(store);
      const at = await timeOf(store);
      const settled = async (call: CallRow, ...giveBack: readonly Charge[]) =>
        store.settle(settlementOf(call, completed(call), giveBack));
      const first = chargeOf(rulesAt(at, 1).fixed_window, at);
      await take(store, 'call-1', first);
      clock.advance(60_000);
      const later = await timeOf(store);
      await take(store, 'call-2', chargeOf(rulesAt(later, 1).fixed_window, later));
      const before = await metersOf(store, 'acme');
      const gone = chargeOf({ kind: 'budget', max: 1 }, at, { key: 'nobody' });
      assert.deepEqual(await settled(callRow({ id: 'call-1' }), first, gone), { kind: 'settled' });
      assert.deepEqual(await metersOf(store, 'acme'), before);
    },
  },
  {
    title: 'meters are counted within a tenant',
    async run(store) {
      await withCatalogue(store);
      const charge = chargeOf({ kind: 'budget', max: 1 }, await timeOf(store));
      for (const tenant of ['acme', 'globex']) {
        const call = callRow({ tenant });
        assert.deepEqual(await store.admit(admissionOf(call, { charges: [charge] })), admitted);
      }
      assert.equal((await take(store, 'call-2', charge)).kind, 'limited');
    },
  },
  {
    title: 'what has the same mark is counted once',
    async run(store) {
      await eachRule(store, 1, async ({ kind }, charge) => {
        if (kind === 'token_bucket') return;
        assert.deepEqual(await take(store, `${kind} first`, charge({ mark: 'a' })), admitted);
        assert.deepEqual(await take(store, `${kind} again`, charge({ mark: 'a' })), admitted);
        assert.equal((await take(store, `${kind} other`, charge({ mark: 'b' }))).kind, 'limited');
      });
    },
  },
  {
    title: 'a charge that is no whole number, or one meter charged twice, is refused whole',
    async run(store) {
      await withCatalogue(store);
      const charge = chargeOf({ kind: 'budget', max: 9 }, await timeOf(store));
      const refused = { code: 'store_failed' };
      for (const charges of [
        ...[Number.NaN, -1, 0.5, Infinity].map((units) => [{ ...charge, units }]),
        [charge, charge],
      ]) {
        await changesNothing(store, [callRow()], () =>
          assert.rejects(async () => take(store, 'call-1', ...charges), refused),
        );
      }
    },
  },
];
