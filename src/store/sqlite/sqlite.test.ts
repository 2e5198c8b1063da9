import { expect, test } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import {
  admissionOf,
  callRow,
  catalogueRow,
  completed,
  settlementOf,
} from '../../testing/conformance/store-rows.ts';
import { sqlite } from './sqlite.ts';

test('a call is admitted and settled', async () => {
  const store = sqlite(':memory:');
  await store.open(fakeClock());
  await store.registerCatalogue(catalogueRow);
  const call = callRow();
  expect(await store.admit(admissionOf(call))).toEqual({ kind: 'admitted' });
  expect(await store.settle(settlementOf(call, completed(call)))).toEqual({ kind: 'settled' });
  expect((await store.loadForDecision(call, 'v1')).call).toEqual(completed(call));
  expect(await store.evidence({ tenant: 'acme', after: 0, limit: 9 })).toHaveLength(2);
  await store.close();
});
