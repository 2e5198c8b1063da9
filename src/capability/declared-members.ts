import type { RawDeclaration } from './declaration.ts';
import { readMembers } from '../json/read-members.ts';
import { isRole, type Role, roles } from './roles.ts';

/** Longest deadline of an executor, milliseconds: a day. */
const longestDeadline = 86_400_000;
/** Longest deadline of one that runs inside a transaction, milliseconds: nobody else writes meanwhile. */
const longestTransaction = 5000;
/** Largest arguments, bytes: 10 MiB. */
const largestArguments = 10 * 1024 * 1024;

/** Members of a declaration that this version knows. */
const known = [
  'name',
  'effect',
  'description',
  'input',
  'target',
  'authorize',
  'once',
  'execute',
  'ask',
  'confirm',
  'review',
  'requires',
  'limits',
  'roles',
  'freshness',
  'replay',
  'transactional',
  'deadline',
  'maxBytes',
  'version',
  'sequence',
  'undo',
  'irreversible',
  'retrySafe',
];

/** Members that later versions give a meaning. */
const later = ['sendsOut', 'returns', 'execution', 'plan', 'conditions'];

/** The members of a declaration that are plain data, read; absent ones by their defaults. */
export interface DeclaredData {
  readonly effect: 'read' | 'write' | null;
  readonly description: string | null;
  readonly version: string | null;
  readonly requires: { readonly grant: readonly string[]; readonly assurance: string | null };
  readonly roles: ReadonlyMap<string, Role>;
  readonly freshness: 'refresh' | { readonly snapshot: string };
  readonly replay: 'result' | 'notice';
  readonly transactional: boolean;
  readonly deadline: number;
  readonly maxBytes: number | null;
}

/**
 * Reads what a declaration says in plain data and adds every problem, as a half sentence, to `problems`. A member that
 * is unknown or has another shape is a problem: ignoring it would drop the protection that it was meant to be.
 */
export function readData(
  declaration: RawDeclaration,
  levels: readonly string[],
  problems: string[],
): DeclaredData {
  problems.push(...strangers(declaration));
  const read = <T>(member: string, otherwise: T, fits: (value: unknown) => value is T, wants: string): T => {
    const value = declaration[member];
    if (value === undefined) return otherwise;
    if (fits(value)) return value;
    problems.push(`has "${member}", which must be ${wants}`);
    return otherwise;
  };
  const transactional = read<boolean>('transactional', false, oneOf(true, false), 'true or false');
  if (transactional && declaration['effect'] === 'read')
    problems.push('is a read that is "transactional": it has no effect that could share a transaction');
  return {
    effect: read<'read' | 'write' | null>('effect', null, oneOf('read', 'write'), "'read' or 'write'"),
    description: read<string | null>(
      'description',
      null,
      isText(4096),
      'text that is not blank, at most 4,096 characters',
    ),
    version: read<string | null>(
      'version',
      null,
      isText(128),
      'text that is not blank, at most 128 characters',
    ),
    requires: requirementOf(declaration['requires'], levels, problems),
    roles: rolesOf(declaration['roles'], problems),
    freshness: freshnessOf(declaration['freshness'], problems),
    replay: read('replay', 'result', oneOf('result', 'notice'), "'result' or 'notice'"),
    transactional,
    deadline: transactional
      ? read(
          'deadline',
          1000,
          isWhole(longestTransaction),
          'whole milliseconds from 1 to 5,000 in a transaction',
        )
      : read('deadline', 60_000, isWhole(longestDeadline), 'whole milliseconds from 1 to 86,400,000'),
    maxBytes: read<number | null>(
      'maxBytes',
      null,
      isWhole(largestArguments),
      'whole bytes from 1 to 10,485,760',
    ),
  };
}

function strangers(declaration: RawDeclaration): readonly string[] {
  return Object.keys(declaration)
    .filter((member) => !known.includes(member))
    .map((member) =>
      later.includes(member)
        ? `has "${member}", which is not available in this version`
        : `has a member ${JSON.stringify(member)}, which does not exist`,
    );
}

function requirementOf(
  value: unknown,
  levels: readonly string[],
  problems: string[],
): DeclaredData['requires'] {
  const { grant, assurance, ...others } = membersOf('requires', value, problems);
  for (const member of Object.keys(others))
    problems.push(`has a member ${JSON.stringify(member)} in "requires", which does not exist`);
  const grants = grant === undefined ? [] : Array.isArray(grant) ? [...grant] : [grant];
  if (!grants.every(isText(256))) problems.push('has "requires.grant", which must be the names of grants');
  if (assurance !== undefined && !levels.some((level) => level === assurance)) {
    problems.push(
      `has "requires.assurance", which must be one of the assurance levels: ${levels.join(', ')}`,
    );
  }
  return Object.freeze({
    grant: Object.freeze(grants.filter(isText(256))),
    assurance: typeof assurance === 'string' ? assurance : null,
  });
}

function rolesOf(value: unknown, problems: string[]): ReadonlyMap<string, Role> {
  const declared = Object.entries(membersOf('roles', value, problems));
  for (const [argument, role] of declared) {
    if (!isRole(role))
      problems.push(
        `has a role for argument ${JSON.stringify(argument)} that is none of ${roles.join(', ')}`,
      );
  }
  return new Map(declared.flatMap(([argument, role]) => (isRole(role) ? [[argument, role] as const] : [])));
}

function freshnessOf(value: unknown, problems: string[]): DeclaredData['freshness'] {
  if (value === undefined || value === 'refresh') return 'refresh';
  const { snapshot, ...others } = readMembers(value) ?? {};
  if (isText(200)(snapshot) && Object.keys(others).length === 0) return Object.freeze({ snapshot });
  problems.push(
    'has "freshness", which must be \'refresh\' or { snapshot: why the target need not be loaded again }',
  );
  return 'refresh';
}

function membersOf(member: string, value: unknown, problems: string[]): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  const members = readMembers(value);
  if (members === null) problems.push(`has "${member}", which must be an object`);
  return members ?? {};
}

function oneOf<const T extends string | boolean>(...values: readonly T[]): (value: unknown) => value is T {
  return (value): value is T => values.some((one) => one === value);
}

function isText(longest: number): (value: unknown) => value is string {
  return (value): value is string =>
    typeof value === 'string' && value.trim() !== '' && value.length <= longest && value.isWellFormed();
}

function isWhole(largest: number): (value: unknown) => value is number {
  return (value): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= largest;
}
