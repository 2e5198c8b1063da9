import { approvalPrint, personPrint } from '../../src/evidence/index.ts';
import { deriveKeys, keyRing } from '../../src/json/index.ts';
import type { Kept } from '../approval-contradictions.ts';
import { following, type Told } from '../approval-story.ts';
import type { Modelled } from './approval-model.ts';

/** What is on record, and how one approval stood: `states[n]` is how after `n` records, null before it was asked for. */
export interface ToldIn {
  readonly types: readonly string[];
  readonly states: readonly (Modelled | null)[];
}

/** Reads what the evidence of a tenant tells of one approval. Throws where a record cannot follow those before it. */
export async function toldIn(
  { store, boundary, key }: Omit<Kept, 'file' | 'effects'>,
  id: string,
): Promise<ToldIn> {
  const tenant = await keyRing(deriveKeys(key), store, () => 'none').of('acme', '');
  const names = new Map<unknown, string>(
    ['rita', 'ron'].map((name) => [personPrint(tenant, `person:${name}`), name]),
  );
  const print = approvalPrint(tenant, id);
  const types: string[] = [];
  const states: (Modelled | null)[] = [null];
  let told: Told | null = null;
  for await (const { type, at, body } of boundary.evidence('acme')) {
    if (body['approval'] === print && type !== 'approver.refused') {
      told = following(told, { type, at, body });
      if (told === null) throw new Error(`${type} cannot follow`);
    }
    types.push(type);
    states.push(told && { ...told, persons: told.persons.map((person) => names.get(person) ?? 'somebody') });
  }
  return { types, states };
}
