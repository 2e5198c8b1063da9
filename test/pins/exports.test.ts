import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { sourcesOf } from '../sources.ts';

/** What an entry exports, as its source lists it. Only `values` exist at run time. */
function exportsOf(entry: string): { readonly values: readonly string[]; readonly types: readonly string[] } {
  const { staticExports } = parseSync(entry, sourcesOf('src').get(entry) ?? '').module;
  const entries = staticExports.flatMap((statement) => statement.entries);
  const names = (types: boolean) =>
    entries
      .filter(({ isType }) => isType === types)
      .map(({ exportName }) => exportName.name ?? '')
      .toSorted();
  return { values: names(false), types: names(true) };
}

test('countersign exports these [D-039]', () => {
  expect(exportsOf('index.ts')).toEqual({
    values: [
      'Action',
      'BoundaryError',
      'DecisionUnavailable',
      'EffectNotPerformed',
      'ProposalMalformed',
      'RegistrationRefused',
      'SettlementFailed',
      'capability',
      'confirm',
      'contextTarget',
      'createBoundary',
      'defineBoundary',
      'deny',
      'jsonSchema',
      'messages',
      'permit',
      'randomIds',
      'reasonCodes',
      'reservedKeys',
      'resource',
      'review',
      'scope',
      'systemClock',
      'target',
      'throttle',
      'withTenant',
    ],
    types: [
      'Agents',
      'Awaitable',
      'BoundProposal',
      'Boundary',
      'BoundaryOptions',
      'CallOptions',
      'Capability',
      'Catalogue',
      'Clock',
      'Context',
      'ContextInput',
      'ContextTargetDeclaration',
      'Decision',
      'Declaration',
      'Denied',
      'Directory',
      'ErrorCode',
      'Executed',
      'Executing',
      'Failed',
      'Foreseen',
      'Ids',
      'InProgress',
      'Indeterminate',
      'Json',
      'JsonObject',
      'MessageKey',
      'Messages',
      'ModelProposal',
      'Outcome',
      'Passed',
      'ReadRecord',
      'ReasonCode',
      'Registered',
      'Replayed',
      'Requirement',
      'ResourceDeclaration',
      'Rights',
      'Role',
      'ScopeDeclaration',
      'Seen',
      'Session',
      'SessionOptions',
      'Store',
      'Target',
      'TargetDeclaration',
      'TargetSource',
      'Throttled',
    ],
  });
});

test('countersign/sqlite exports these [D-039]', () => {
  expect(exportsOf('store/sqlite/index.ts')).toEqual({
    values: ['printMigrations', 'sqlite'],
    types: ['DriverName', 'Handle', 'SqliteOptions'],
  });
});

test('countersign/testing exports these [D-039]', () => {
  expect(exportsOf('testing/index.ts')).toEqual({
    values: ['countingIds', 'fakeClock', 'storeConformance'],
    types: ['FakeClock', 'RegisterTest'],
  });
});
