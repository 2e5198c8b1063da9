import type { Registered } from '../../capability/index.ts';
import { type Block, heading, line, type Piece, table, type Tone, toned } from '../text.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Advice } from './advice.ts';

/** A diagnosis for people. The same facts give the same text, whatever they lead to. */
export function printedDiagnosis(diagnosis: Diagnosis): readonly Block[] {
  const { catalogue, agents, errors, advisories } = diagnosis;
  const capabilities = catalogue?.capabilities ?? [];
  return [
    heading('Wiring'),
    table(wiring(diagnosis)),
    ...(capabilities.length === 0 ? [] : [heading('Capabilities'), table(capabilityRows(capabilities))]),
    ...rolesBlocks(capabilities),
    ...(agents === undefined || agents === null
      ? []
      : [
          heading('Agents'),
          table(Object.entries(agents).map(([agent, { capabilities: reach }]) => [agent, reach.join(', ')])),
        ]),
    ...adviceBlocks('Errors', 'bad', errors),
    ...adviceBlocks('Advisories', 'warn', advisories),
    line(),
    line(summary(errors.length, advisories.length)),
  ];
}

function wiring({ config, mode, catalogue, agents, store, key }: Diagnosis): readonly (readonly Piece[])[] {
  const steps = store?.steps ?? [];
  const applied = steps.filter((step) => step.applied).length;
  const made = mode === 'development' ? 'made beside the database at the first start' : 'missing';
  const sources = {
    given: 'given',
    file: 'a file beside the database',
    memory: 'in memory, lost with the process',
  };
  const rows: readonly (readonly [string, string])[] = [
    ['configuration', config],
    ['mode', mode],
    ['catalogue', catalogue === null ? 'refused' : catalogue.version],
    ['store', store === null ? 'none' : `${store.description}${store.durable ? '' : ', forgets'}`],
    ['database', store === null ? 'none' : (store.file ?? 'in no file')],
    [
      'migrations',
      store?.durable === false
        ? 'made anew by every process'
        : steps.length === 0
          ? 'unknown'
          : `${applied} of ${steps.length} applied`,
    ],
    ['key', key === null ? 'unknown' : key.source === null ? made : sources[key.source]],
    ['agents', agents === null ? 'not declared: every session reaches every capability' : 'declared'],
  ];
  return rows.map(([name, value]) => [toned('faint', name), value]);
}

function capabilityRows(capabilities: readonly Registered[]): readonly (readonly Piece[])[] {
  const titles = ['name', 'effect', 'target', 'once', 'asks', 'freshness', 'requires'];
  return [
    titles.map((title) => toned('faint', title)),
    ...capabilities.map(({ name, effect, target, once, freshness, requires, ...asking }) => [
      toned('strong', name),
      effect ?? toned('bad', 'none'),
      target === null ? '-' : `${target.kind} ${target.type}`,
      once === null ? '-' : 'yes',
      asks(asking),
      freshness === 'refresh' ? 'refreshed' : `snapshot: ${freshness.snapshot}`,
      [...requires.grant, ...(requires.assurance === null ? [] : [requires.assurance])].join(', ') || '-',
    ]),
  ];
}

/** When it asks, and whom it may ask. */
function asks({ ask, confirm, review }: Pick<Registered, 'ask' | 'confirm' | 'review'>): string {
  const whom = [
    ...(confirm === null ? [] : ['confirm']),
    ...(review === null ? [] : [review.quorum === 1 ? 'review' : `review by ${review.quorum}`]),
  ];
  return whom.length === 0 ? ask : `${ask} (${whom.join(', ')})`;
}

function rolesBlocks(capabilities: readonly Registered[]): readonly Block[] {
  const rows = capabilities.flatMap(({ name, roles }) =>
    roles.map(({ argument, role, from }) => [
      name,
      argument,
      role ?? toned('warn', 'unclassified'),
      toned('faint', from === 'none' ? '' : `by ${from}`),
    ]),
  );
  return rows.length === 0 ? [] : [heading('Arguments'), table(rows)];
}

function adviceBlocks(title: string, tone: Tone, advice: readonly Advice[]): readonly Block[] {
  if (advice.length === 0) return [];
  const rows = advice.map(({ code, about, sentence }) => [toned(tone, code), about, sentence]);
  return [heading(title), table(rows)];
}

function summary(errors: number, advisories: number): Piece {
  const counted = `${count(errors, 'error')}, ${count(advisories, 'advisory', 'advisories')}`;
  return toned(errors > 0 ? 'bad' : advisories > 0 ? 'warn' : 'good', counted);
}

function count(many: number, one: string, more = `${one}s`): string {
  return many === 1 ? `1 ${one}` : `${many} ${more}`;
}
