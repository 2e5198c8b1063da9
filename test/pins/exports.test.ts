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
      'atScale',
      'capability',
      'confirm',
      'contextTarget',
      'createBoundary',
      'defineBoundary',
      'deny',
      'jsonSchema',
      'messages',
      'modelView',
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
      'ActionConstants',
      'ActionMembers',
      'ActionTarget',
      'AgentId',
      'Agents',
      'Awaitable',
      'BoundProposal',
      'Boundary',
      'BoundaryOptions',
      'CalendarUnit',
      'CallOptions',
      'Capability',
      'CapabilityView',
      'CatalogueView',
      'ClaimResolved',
      'ClaimShown',
      'Claimed',
      'ClaimsListed',
      'Clock',
      'ClockReset',
      'ClockSetBack',
      'Context',
      'ContextInput',
      'ContextKey',
      'ContextTargetDeclaration',
      'ConversationId',
      'Decision',
      'Declaration',
      'Denied',
      'Directory',
      'EffectKnown',
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
      'Limit',
      'LimitContext',
      'LimitKey',
      'LimitSeen',
      'LimitShape',
      'LimitView',
      'LimitsListed',
      'LimitsPruned',
      'Link',
      'ListOptions',
      'MessageKey',
      'Messages',
      'Meter',
      'MeterState',
      'ModelProposal',
      'ModelView',
      'Operator',
      'OperatorClaims',
      'OperatorClock',
      'OperatorIdentity',
      'OperatorLimits',
      'OperatorReason',
      'OperatorRefusal',
      'Outcome',
      'PrincipalId',
      'PruneOptions',
      'ReadRecord',
      'ReasonCode',
      'Replayed',
      'Requirement',
      'ResetOptions',
      'ResolveOptions',
      'ResourceDeclaration',
      'Rights',
      'Role',
      'ScopeDeclaration',
      'SecondPerson',
      'Seen',
      'Session',
      'SessionOptions',
      'ShownClaim',
      'ShownMeter',
      'Spent',
      'Store',
      'Target',
      'TargetDeclaration',
      'TargetSource',
      'TenantId',
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
    values: ['countingIds', 'fakeClock', 'pausePoints', 'storeConformance', 'withPausePoints'],
    types: ['FakeClock', 'PausePoint', 'RegisterTest'],
  });
});
