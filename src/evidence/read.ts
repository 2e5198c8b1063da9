import { isObject, type Keys, parseStrict } from '../json/index.ts';
import type { JsonObject } from '../json/json.ts';
import type { EvidenceRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { evidenceVerifies } from './log.ts';
import type { EvidenceRecord } from './record.ts';

/** One evidence record as it was read back. */
export interface ReadRecord {
  readonly id: string;
  readonly type: EvidenceRecord['type'] | (string & {});
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  readonly body: JsonObject;
  /** Whether the record is as the boundary wrote it; an edited one is shown, and marked. */
  readonly authentic: boolean;
}

/** Reads a tenant's log in the order of the database, a page at a time. */
export async function* readEvidence(
  { store, keys }: { readonly store: Pick<Store, 'evidence'>; readonly keys: Keys },
  tenant: string,
): AsyncIterable<ReadRecord> {
  let after = 0;
  for (;;) {
    const page = await store.evidence({ tenant, after, limit: 500 });
    for (const row of page) {
      after = row.order;
      yield Object.freeze({
        id: row.id,
        type: row.type,
        at: row.at,
        body: bodyOf(row),
        authentic: evidenceVerifies(keys, row),
      });
    }
    if (page.length < 500) return;
  }
}

function bodyOf(row: EvidenceRow): JsonObject {
  const parsed = parseStrict(row.body);
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}
