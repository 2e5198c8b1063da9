import type { Registered } from '../../capability/index.ts';
import type { KeySource } from '../../keys/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import type { Advice } from './advice.ts';
import type { StoreReport } from './store-report.ts';

/** What is worth a look in the declarations of one capability. Pure. */
export function capabilityAdvisories(
  capability: Registered,
  options: Pick<BoundaryOptions, 'directory' | 'agents'>,
): readonly Advice[] {
  const { name, effect, requires, roles, freshness, schema } = capability;
  const write = effect === 'write';
  const reason = freshness === 'refresh' ? '' : freshness.snapshot;
  const unclassified = roles.filter(({ role }) => role === null).map(({ argument }) => `"${argument}"`);
  const found: readonly (readonly [boolean, code: string, sentence: string])[] = [
    [
      effect === null,
      'not_classified',
      'It declares no effect, so it is never executed: say "read" or "write".',
    ],
    [
      capability.description === null,
      'description_missing',
      'It has no description: say what it does, for people and for models.',
    ],
    [
      write && capability.target === null,
      'write_without_target',
      'It is a write without a target: policy judges the arguments of a model and no record of yours.',
    ],
    [
      write && capability.target?.identifiedBy === 'argument',
      'target_without_key',
      'Its resource has no "key", so its identity is the id that was asked for: another record behind that id, put there before the effect, would not be noticed.',
    ],
    [
      write && capability.once === null,
      'write_without_once',
      'It is a write without "once": asked for again under a new call id, it happens again once the first is done.',
    ],
    [
      write && unclassified.length > 0,
      'argument_unclassified',
      `What ${unclassified.join(', ')} is for is not known: give it a role, or "plain" if it can do no harm.`,
    ],
    [
      write && asksInVain(capability),
      'nobody_to_ask',
      'It asks a person where what its arguments are for is in doubt, and has neither "confirm" nor "review", so such a call is denied: declare one, or say ask: \'never\' if it may run without a person.',
    ],
    [
      capability.review !== null && options.directory?.approver === undefined,
      'review_not_listed',
      'Others review it, and no directory says who is an approver, so whoever may review it finds it under its id alone, in no list and no inbox: give the directory a function "approver".',
    ],
    [
      capability.review !== null && options.directory?.personOf === undefined,
      'review_by_accounts',
      'Others review it, and no directory says which person stands behind an account, so whoever has two counts twice and may review what they asked for: give the directory a function "personOf".',
    ],
    [
      schema.partial,
      'schema_partial',
      schema.json === null
        ? 'Its schema gives no JSON Schema, so nothing is known of its arguments. What JSON does not have, such as a date, is never accepted.'
        : 'Its schema leaves members or values open that nobody declared: close it, or describe them.',
    ],
    [
      schema.changes !== null && schema.changes.length > 0,
      'schema_changes',
      `Validation changes ${(schema.changes ?? []).map((at) => `"${at}"`).join(', ')}, and nothing is coerced: each call with it is refused. Take it as JSON has it, and convert in "execute".`,
    ],
    [
      schema.changes === null,
      'schema_transforms',
      'Its schema transforms what it takes, and nothing is coerced: a call in which that changes anything is refused. Take it as it is, and convert in "execute".',
    ],
    [
      freshness !== 'refresh',
      'target_not_refreshed',
      `Its target is not loaded again before the effect, for the reason "${reason}".`,
    ],
    [
      options.directory === undefined && (requires.grant.length > 0 || requires.assurance !== null),
      'requires_without_directory',
      'It requires a grant or an assurance level, and no directory says who has it now: a right that was taken back counts until its session ends.',
    ],
    [
      options.agents !== undefined && reachedBy(name, options.agents).length === 0,
      'unreachable',
      'No agent may reach it: list it under an agent, or remove it.',
    ],
  ];
  return found.flatMap(([applies, code, sentence]) => (applies ? [{ code, about: name, sentence }] : []));
}

/** Whether some call of it is in doubt and nobody could be asked about it. */
function asksInVain({ ask, confirm, review, roles, schema }: Registered): boolean {
  if (ask !== 'in-doubt' || confirm !== null || review !== null) return false;
  return schema.partial || roles.some(({ role }) => role !== 'plain');
}

/** What the wiring of a boundary comes to, besides its capabilities. */
export interface Wired {
  readonly mode: 'production' | 'development';
  readonly key: KeySource | null;
  readonly store: StoreReport;
  /** Whether anything is limited. */
  readonly limited: boolean;
  readonly options: Pick<BoundaryOptions, 'directory' | 'secondPerson'>;
}

/** What is worth a look in the rest of the wiring. Pure. */
export function wiringAdvisories({ mode, key, store, limited, options }: Wired): readonly Advice[] {
  const { directory, secondPerson } = options;
  const lacking = store.steps.filter(({ applied }) => !applied).length;
  const found: readonly (readonly [boolean, code: string, about: string, sentence: string])[] = [
    [
      mode === 'development',
      'mode_development',
      'options',
      'The mode is "development": a store may forget and a key is made where there is none. Leave it out in production.',
    ],
    [
      mode === 'production' && key === 'file',
      'key_beside_database',
      'key',
      'The key is a file beside the database, so who copies one copies both: set COUNTERSIGN_KEY and keep it elsewhere.',
    ],
    [
      (secondPerson ?? []).length > 0 && directory?.operator === undefined,
      'second_person_without_operators',
      'options',
      'Acts of operators take a second person, and no directory says who is an operator, so nobody may do any of them: give the directory a function "operator".',
    ],
    [
      limited && !store.durable,
      'limits_per_process',
      'store',
      'There are limits, and the store is in memory, so each process counts for itself, from nothing at each start: several let through several times as much. Use a file.',
    ],
    [
      store.durable && lacking > 0 && lacking < store.steps.length,
      'migrations_pending',
      'store',
      `The database lacks ${lacking} of ${store.steps.length} steps: "countersign migrate", or the next start, applies them.`,
    ],
  ];
  return found.flatMap(([applies, code, about, sentence]) => (applies ? [{ code, about, sentence }] : []));
}

/** The agents that may reach a capability. */
function reachedBy(name: string, agents: NonNullable<BoundaryOptions['agents']>): readonly string[] {
  return Object.entries(agents).flatMap(([agent, { capabilities }]) =>
    capabilities.includes(name) ? [agent] : [],
  );
}
