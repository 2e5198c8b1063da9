import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  admissionOf,
  callRow,
  catalogueRow,
  chargeOf,
  evidenceRow,
  finishedCall,
} from '../../testing/conformance/store-rows.ts';
import type { CallRow, CallState } from '../rows.ts';
import type { Admitted, Seen, Settled, Store } from '../store.ts';
import { sqlite } from './sqlite.ts';

/** What a store keeps, as plainly as it can be said. */
interface Model {
  readonly calls: Map<string, CallRow>;
  readonly evidence: string[];
  /** What was taken from the one meter of each tenant. */
  readonly units: Map<string, number>;
  inForce: boolean;
}

/** What a limit lets through, ever. */
const max = 3;

/** One operation with its choices; rows are made when it is its turn. */
interface Step {
  readonly kind: 'admit' | 'settle' | 'finish' | 'catalogue';
  readonly tenant: string;
  readonly id: string;
  readonly holds: string | null;
  readonly state: CallState;
  /** What an admission takes from a limit, or a settlement gives back; null: nothing. */
  readonly units: number | null;
  /** What the caller believes of the call: the truth, that it is absent, or something old. */
  readonly believes: 'truth' | 'absent' | 'old';
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('admit', 'admit', 'settle', 'settle', 'finish', 'catalogue'),
  tenant: fc.constantFrom('acme', 'globex'),
  id: fc.constantFrom('a', 'b', 'c'),
  holds: fc.constantFrom('x', 'y', null),
  state: fc.constantFrom('claimed', 'completed', 'failed', 'indeterminate', 'retryable'),
  units: fc.constantFrom(null, 0, 1, 2),
  believes: fc.constantFrom('truth', 'truth', 'truth', 'absent', 'old'),
});

const nameOf = ({ tenant, id }: { readonly tenant: string; readonly id: string }): string =>
  `${tenant}/${id}`;

const start = Date.UTC(2026, 0, 1);

const old: Seen = { revision: 0, mac: 'mac:old' };

/** A settlement always saw something; the others may have seen nothing. */
function seenBy({ kind, believes }: Step, there: CallRow | undefined): Seen | null {
  if (believes === 'old') return old;
  if (believes === 'truth' && there !== undefined) return { revision: there.revision, mac: there.mac };
  return kind === 'settle' ? old : null;
}

/** What the store should answer, and the model after it. */
function expected(model: Model, { kind, units }: Step, seen: Seen | null, next: CallRow): Admitted | Settled {
  const there = model.calls.get(nameOf(next)) ?? null;
  if (seen?.mac !== there?.mac)
    return { kind: kind === 'admit' ? 'call_moved' : 'moved', call: there } as Admitted;
  if (kind === 'admit' && !model.inForce) return { kind: 'moved', what: 'catalogue' };
  const taken = model.units.get(next.tenant) ?? 0;
  if (kind === 'admit' && units !== null && taken + units > max) {
    return { kind: 'limited', exceeded: [{ limit: 'refunds', retryAfter: null }] };
  }
  const holder = holderOf(model, next);
  if (kind === 'admit' && holder !== null) return { kind: 'held', holder };
  model.calls.set(nameOf(next), next);
  model.evidence.push(next.mac);
  if (kind === 'admit') model.units.set(next.tenant, taken + (units ?? 0));
  if (kind === 'settle') model.units.set(next.tenant, Math.max(0, taken - (units ?? 0)));
  return { kind: kind === 'admit' ? 'admitted' : 'settled' };
}

/** Another call of the tenant that holds the operation. */
function holderOf({ calls }: Model, { tenant, id, holds }: CallRow): CallRow | null {
  const others = [...calls.values()].filter((call) => call.tenant === tenant && call.id !== id);
  return others.find((call) => call.holds !== null && call.holds === holds) ?? null;
}

async function perform(
  store: Store,
  { kind, units }: Step,
  seen: Seen | null,
  call: CallRow,
): Promise<unknown> {
  const charges = units === null ? [] : [chargeOf({ kind: 'budget', max }, start, { units })];
  const evidence = evidenceRow(call, { body: call.mac });
  if (kind === 'admit') return store.admit(admissionOf(call, { seen, charges, evidence }));
  if (kind === 'settle')
    return store.settle({
      seen: seen ?? old,
      call,
      giveBack: charges,
      approval: null,
      history: null,
      run: null,
      evidence,
    });
  return store.finish(finishedCall(call, { seen, evidence }));
}

/** Starts every step of a batch before the first has its answer, and compares all answers with the model's. */
async function run(store: Store, model: Model, batch: readonly Step[], number: () => number): Promise<void> {
  const answers = batch.map(async (one) => {
    if (one.kind === 'catalogue') {
      model.inForce = one.holds !== null;
      const row = { ...catalogueRow, state: model.inForce ? 'in_force' : 'superseded' } as const;
      model.evidence.push('catalogue');
      await store.replaceCatalogues([], [row], evidenceRow(callRow(), { body: 'catalogue' }));
      return;
    }
    const there = model.calls.get(nameOf(one));
    const seen = seenBy(one, there);
    const n = number();
    // A settled call may not take what another holds: the boundary never does, and the unique index refuses it.
    const free = one.kind === 'admit' || holderOf(model, callRow({ ...one })) === null;
    const next = callRow({
      tenant: one.tenant,
      id: one.id,
      state: one.state,
      holds: free ? one.holds : null,
      execution: `execution:${n}`,
      revision: (there?.revision ?? 0) + 1,
      mac: `mac:${n}`,
    });
    const answer = expected(model, one, seen, next);
    expect(await perform(store, one, seen, next)).toEqual(answer);
  });
  await Promise.all(answers);
}

test('any sequence of operations, alone or at once, answers and leaves what a plain model does [D-032, V-101, V-114]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
      async (batches) => {
        const store = sqlite(':memory:');
        await store.open(fakeClock(start));
        await store.replaceCatalogues([], [catalogueRow], evidenceRow(callRow(), { body: 'catalogue' }));
        const model: Model = {
          calls: new Map(),
          evidence: ['catalogue'],
          units: new Map(),
          inForce: true,
        };
        let made = 0;
        for (const batch of batches) await run(store, model, batch, () => (made += 1));

        for (const tenant of ['acme', 'globex']) {
          for (const id of ['a', 'b', 'c']) {
            const key = callRow({ tenant, id });
            expect((await store.loadForDecision(key, 'v1')).call).toEqual(
              model.calls.get(nameOf(key)) ?? null,
            );
          }
          const [meter] = await store.meters({ tenant, after: '', limit: 1 });
          expect(meter?.units ?? 0).toBe(model.units.get(tenant) ?? 0);
          for (const operation of ['x', 'y']) {
            const probe = callRow({ tenant, id: 'nobody', holds: operation });
            expect(await store.holder(tenant, operation)).toEqual(holderOf(model, probe));
          }
        }
        const records = await Promise.all(
          ['acme', 'globex'].map(async (tenant) => store.evidence({ tenant, after: 0, limit: 1_000 })),
        );
        const inOrder = records.flat().toSorted((a, b) => a.order - b.order);
        expect(inOrder.map(({ body }) => body)).toEqual(model.evidence);
        await store.close();
      },
    ),
    { numRuns: 150 },
  );
});
