import { appendEvidence } from './append-evidence.ts';
import { calls } from './call.ts';
import { catalogues } from './catalogue.ts';
import { addConversation } from './conversation.ts';
import type { Driver } from './driver.ts';
import { holder } from './holder.ts';

/** What operations share of the tables, inside a transaction that somebody else frames. */
export type Tables = ReturnType<typeof tables>;

/** Prepares the statements, once for a connection. */
export function tables(driver: Driver) {
  const record = appendEvidence(driver);
  return {
    calls: calls(driver),
    catalogues: catalogues(driver, record),
    holder: holder(driver),
    addConversation: addConversation(driver),
    record,
  };
}
