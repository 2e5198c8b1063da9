import type { DecisionTime } from './decision-time.ts';
import { BoundaryError } from './errors.ts';
import { evidenceRow } from './evidence/index.ts';
import type { Ids } from './ids.ts';
import type { Keys } from './json/index.ts';
import type { CatalogueRow } from './store/rows.ts';
import type { Store } from './store/store.ts';

const purpose = 'countersign/catalogue/v1';
/** The log of the installation: what belongs to no tenant. */
const installation = '';

type Registrar = {
  readonly store: Store;
  readonly keys: Keys;
  readonly ids: Ids;
  readonly time: DecisionTime;
};

/**
 * Puts a catalogue version in force, or finds it as it was left: one that was superseded stays so, and its boundary
 * answers `catalogue_stale`. Several versions may be in force during a rolling deploy.
 */
export async function putInForce(registrar: Registrar, version: string): Promise<CatalogueRow> {
  const { store, keys, time } = registrar;
  const row = signed(keys, { version, state: 'in_force', since: time.now() });
  const found = await store.registerCatalogue(
    row,
    record(registrar, 'catalogue.registered', [version], null),
  );
  if (!catalogueVerifies(keys, found)) throw edited();
  return found;
}

/** Supersedes every version but the registrar's own, with evidence in the same transaction. */
export async function supersedeOthers(
  registrar: Registrar & { readonly inForce: CatalogueRow },
  reason: string,
): Promise<void> {
  const { store, keys, time, inForce } = registrar;
  if (typeof reason !== 'string' || reason.trim() === '' || !reason.isWellFormed()) {
    throw new BoundaryError('options_invalid', 'superseding takes a reason: a text that says why');
  }
  const rows = await store.catalogues();
  const own = rows.find((row) => row.version === inForce.version);
  if (own === undefined || !catalogueVerifies(keys, own)) throw edited();
  if (own.state !== 'in_force') {
    throw new BoundaryError(
      'options_invalid',
      'this boundary runs a catalogue version that was superseded itself: let the one in force supersede',
    );
  }
  const others = rows.filter((row) => row.state === 'in_force' && row.version !== inForce.version);
  if (others.some((row) => !catalogueVerifies(keys, row))) throw edited();
  if (others.length === 0) return;
  const replaced = await store.replaceCatalogues(
    [own, ...others],
    others.map(({ version }) => signed(keys, { version, state: 'superseded', since: time.now() })),
    record(
      registrar,
      'catalogue.superseded',
      others.map(({ version }) => version),
      reason,
    ),
  );
  // Somebody else superseded meanwhile: whether this version is still the one to do so has to be asked again.
  if (!replaced) await supersedeOthers(registrar, reason);
}

function record(
  { keys, ids, time }: Registrar,
  type: 'catalogue.registered' | 'catalogue.superseded',
  versions: readonly string[],
  reason: string | null,
) {
  const at = time.now();
  return evidenceRow(keys, {
    tenant: installation,
    id: ids.next(at),
    at,
    record: { type, versions, reason },
  });
}

function signed(keys: Keys, row: Omit<CatalogueRow, 'mac'>): CatalogueRow {
  return Object.freeze({ ...row, mac: keys.mac(purpose, [row.version, row.state, row.since]) });
}

/** Whether the row of a catalogue version is as the boundary wrote it. */
export function catalogueVerifies(keys: Keys, row: CatalogueRow): boolean {
  return keys.macMatches(row.mac, purpose, [row.version, row.state, row.since]);
}

function edited(): BoundaryError {
  return new BoundaryError(
    'state_tampered',
    'the row of a catalogue version does not carry the MAC that the boundary gave it: find out who writes to the database',
  );
}
