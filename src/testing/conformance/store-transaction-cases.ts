import assert from 'node:assert/strict';
import type { CallRow } from '../../store/rows.ts';
import type { Admission, Settlement, Store, Transacted } from '../../store/store.ts';
import type { StoreCase } from './store-case.ts';
import { admissionOf, callRow, chargeOf, completed, settlementOf, withCatalogue } from './store-rows.ts';
import { callOf, changesNothing, metersOf, timeOf } from './store-view.ts';

/** Runs SQL on the raw handle that an executor gets: SQLite's bindings have `exec`, those of servers `query`. */
async function run(tx: unknown, sql: string): Promise<void> {
  const handle = Object(tx) as {
    readonly exec?: (sql: string) => unknown;
    readonly query?: (sql: string) => unknown;
  };
  await (handle.exec === undefined ? handle.query!(sql) : handle.exec(sql));
}

/** An effect that can be seen: of two that last, the second fails. */
const effect = 'CREATE TABLE effect (n INTEGER)';

/** A case for stores that lend transactions. The others refuse them, and nothing else is asked of them. */
function lending(title: string, whenLent: (store: Store) => Promise<void>): StoreCase {
  return {
    title,
    async run(store) {
      await withCatalogue(store);
      if (store.transactional) return whenLent(store);
      const call = callRow();
      await changesNothing(store, [call], () =>
        assert.rejects(async () => store.transact(admissionOf(call), () => assert.fail('it ran')), {
          code: 'store_failed',
        }),
      );
    },
  };
}

/** Admits, runs SQL as the effect, and settles. */
async function transact(store: Store, call: CallRow, sql: string = effect): Promise<Transacted> {
  return store.transact(admissionOf(call), async (tx) => {
    await run(tx, sql);
    return settlementOf(call, completed(call));
  });
}

/** Whether an effect lasted. */
async function happened(store: Store): Promise<boolean> {
  const probe = callRow({ id: 'probe' });
  let there = false;
  await store.transact(admissionOf(probe), async (tx) => {
    await run(tx, effect).catch(() => (there = true));
    return null;
  });
  return there;
}

/** A promise and the function that fulfils it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Transactions that executors run in. */
export const transactionCases: readonly StoreCase[] = [
  lending(
    'a call that is admitted, run and settled in one transaction is there with its effect',
    async (store) => {
      const call = callRow();
      assert.deepEqual(await transact(store, call), { kind: 'settled' });
      assert.deepEqual(await callOf(store, call), completed(call));
      assert.equal(await happened(store), true);
      const records = await store.evidence({ tenant: 'acme', after: 0, limit: 10 });
      assert.deepEqual(
        records.map(({ body }) => body).slice(-2),
        [call, completed(call)].map(({ id, state }) => JSON.stringify({ call: id, state })),
      );
    },
  ),
  lending('an effect that answers null is undone with its admission', async (store) => {
    const call = callRow();
    const charges = [chargeOf({ kind: 'budget', max: 1 }, await timeOf(store))];
    const answer = await changesNothing(store, [call], async () =>
      store.transact(admissionOf(call, { charges }), async (tx) => {
        await run(tx, effect);
        return null;
      }),
    );
    assert.deepEqual(answer, { kind: 'undone' });
    assert.equal(await happened(store), false);
  }),
  lending(
    'an effect that rejects is undone with its admission, and its own error is thrown on',
    async (store) => {
      const call = callRow();
      const error = new Error('no');
      await changesNothing(store, [call], () =>
        assert.rejects(
          async () =>
            store.transact(admissionOf(call), async (tx) => {
              await run(tx, effect);
              throw error;
            }),
          (thrown) => thrown === error,
        ),
      );
      assert.equal(await happened(store), false);
    },
  ),
  lending('the effect of a call that is not admitted does not run', async (store) => {
    const at = await timeOf(store);
    const first = callRow({ holds: 'operation' });
    await store.admit(admissionOf(first));
    const other = callRow({ id: 'call-2', holds: 'operation' });
    const full = chargeOf({ kind: 'budget', max: 0 }, at);
    const refusals: readonly (readonly [Transacted, Admission])[] = [
      [{ kind: 'call_moved', call: first }, admissionOf(first)],
      [
        { kind: 'moved', what: 'catalogue' },
        admissionOf(other, { catalogue: { version: 'v1', mac: 'mac:forged' } }),
      ],
      [
        { kind: 'moved', what: 'clock', now: at },
        admissionOf(other, { charges: [{ ...full, at: at - 9_000 }] }),
      ],
      [
        { kind: 'limited', exceeded: [{ limit: 'refunds', retryAfter: null }] },
        admissionOf(other, { charges: [full] }),
      ],
      [{ kind: 'held', holder: first }, admissionOf(other)],
    ];
    for (const [expected, admission] of refusals) {
      const answer = await changesNothing(store, [first, other], async () =>
        store.transact(admission, () => assert.fail('it ran')),
      );
      assert.deepEqual(answer, expected);
    }
  }),
  lending('what it took from limits is counted with it, and can be given back in it', async (store) => {
    const charges = [chargeOf({ kind: 'budget', max: 9 }, await timeOf(store), { units: 2 })];
    for (const [id, giveBack] of [
      ['call-1', []],
      ['call-2', charges],
    ] as const) {
      const call = callRow({ id });
      const settlement = settlementOf(call, completed(call), giveBack);
      assert.deepEqual(await store.transact(admissionOf(call, { charges }), async () => settlement), {
        kind: 'settled',
      });
      assert.deepEqual(
        (await metersOf(store, 'acme')).map(({ units }) => units),
        [2],
      );
    }
  }),
  lending(
    'what is written beside an open transaction waits for it where it must, and does not fail',
    async (store) => {
      const [running, go] = [gate(), gate()];
      const call = callRow();
      const transacted = store.transact(admissionOf(call), async (tx) => {
        await run(tx, effect);
        running.open();
        await go.opened;
        return settlementOf(call, completed(call));
      });
      await running.opened;
      const others = ['a', 'b', 'c'].map((id) => callRow({ id }));
      const answers = [
        ...others.map(async (other) => store.admit(admissionOf(other))),
        transact(store, callRow({ id: 'd' }), 'SELECT 1'),
      ];
      assert.deepEqual(await callOf(store, call), null);
      go.open();
      assert.deepEqual(await transacted, { kind: 'settled' });
      assert.deepEqual(
        (await Promise.all(answers)).map(({ kind }) => kind),
        ['admitted', 'admitted', 'admitted', 'settled'],
      );
    },
  ),
  lending(
    'of ten transactions of one call at once one settles, and the others are shown its row',
    async (store) => {
      const calls = Array.from({ length: 10 }, (_, n) =>
        callRow({ mac: `mac:${n}`, execution: `execution:${n}` }),
      );
      const answers = await Promise.all(calls.map(async (call) => transact(store, call)));
      const row = await callOf(store, callRow());
      const losers = answers.filter(({ kind }) => kind !== 'settled');
      assert.equal(losers.length, 9);
      for (const loser of losers) assert.deepEqual(loser, { kind: 'call_moved', call: row });
    },
  ),
  lending('an executor that ends its transaction is found out, whatever it does after', async (store) => {
    for (const [n, sql] of ['COMMIT', 'ROLLBACK', 'COMMIT; BEGIN', 'ROLLBACK; BEGIN'].entries()) {
      for (const end of ['settles', 'undoes', 'rejects'] as const) {
        const call = callRow({ id: `call ${n} ${end}` });
        const settlement: Settlement = settlementOf(call, completed(call));
        const answer = await store.transact(admissionOf(call), async (tx) => {
          for (const statement of sql.split('; ')) await run(tx, statement);
          if (end === 'rejects') throw new Error('no');
          return end === 'settles' ? settlement : null;
        });
        assert.deepEqual(answer, { kind: 'broken' });
        const kept = sql.startsWith('COMMIT') ? call : null;
        assert.deepEqual(await callOf(store, call), kept);
      }
    }
  }),
  lending('once the answer is there the handle is of no use any more', async (store) => {
    const handles: unknown[] = [];
    const call = callRow();
    await store.transact(admissionOf(call), async (tx) => {
      handles.push(tx);
      return null;
    });
    await assert.rejects(async () => run(handles[0], effect));
    assert.equal(await happened(store), false);
  }),
  lending('closing waits for a transaction that is open, and accepts no other', async (store) => {
    const [running, go] = [gate(), gate()];
    const call = callRow();
    const transacted = store.transact(admissionOf(call), async () => {
      running.open();
      await go.opened;
      return settlementOf(call, completed(call));
    });
    await running.opened;
    const closed = store.close();
    await assert.rejects(async () => transact(store, callRow({ id: 'call-2' })), { code: 'store_failed' });
    go.open();
    assert.deepEqual(await transacted, { kind: 'settled' });
    await closed;
  }),
];
