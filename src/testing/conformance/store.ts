import type { Awaitable, Store } from '../../store/store.ts';
import { fakeClock } from '../clock.ts';
import { admissionCases } from './store-admission-cases.ts';
import { approvalCases } from './store-approval-cases.ts';
import { approvalPageCases } from './store-approval-page-cases.ts';
import { chargeCases } from './store-charge-cases.ts';
import { claimCases } from './store-claim-cases.ts';
import { consumptionCases } from './store-consumption-cases.ts';
import { evidenceCases } from './store-evidence-cases.ts';
import { historyCases } from './store-history-cases.ts';
import { keyCases } from './store-key-cases.ts';
import { limitCases } from './store-limit-cases.ts';
import { openingCases } from './store-opening-cases.ts';
import { requestCases } from './store-request-cases.ts';
import { runCases } from './store-run-cases.ts';
import { runEndCases } from './store-run-end-cases.ts';
import { settlementCases } from './store-settlement-cases.ts';
import { textCases } from './store-text-cases.ts';
import { timeCases } from './store-time-cases.ts';
import { transactionCases } from './store-transaction-cases.ts';

/** Registers a test with whatever runs them: the `test` of vitest, of node:test and of Jest all fit. */
export type RegisterTest = (title: string, run: () => Promise<void>) => void;

/**
 * Registers the tests that every implementation of the store port passes. `make` answers a new store over an empty
 * database, not yet opened, each time it is called; every test closes the one it was given.
 */
export function storeConformance(test: RegisterTest, make: () => Awaitable<Store>): void {
  const cases = [
    ...openingCases,
    ...admissionCases,
    ...settlementCases,
    ...runCases,
    ...runEndCases,
    ...limitCases,
    ...chargeCases,
    ...transactionCases,
    ...claimCases,
    ...requestCases,
    ...approvalCases,
    ...approvalPageCases,
    ...consumptionCases,
    ...historyCases,
    ...evidenceCases,
    ...keyCases,
    ...textCases,
    ...timeCases,
  ];
  for (const { title, run } of cases) {
    test(title, async () => {
      const store = await make();
      const clock = fakeClock();
      await store.open(clock);
      try {
        await run(store, clock);
      } finally {
        await store.close();
      }
    });
  }
}
