import { appendEvidence } from './append-evidence.ts';
import { calls } from './call.ts';
import { catalogues } from './catalogue.ts';
import { addConversation } from './conversation.ts';
import type { Driver } from './driver.ts';
import { holder } from './holder.ts';

/** What more than one operation needs of the tables. */
export type SharedStatements = ReturnType<typeof sharedStatements>;

/** Prepares it once for a connection; operations are handed it. */
export function sharedStatements(driver: Driver) {
  const record = appendEvidence(driver);
  return {
    calls: calls(driver),
    catalogues: catalogues(driver, record),
    holder: holder(driver),
    addConversation: addConversation(driver),
    record,
  };
}
