import { RegistrationRefused } from '../errors.ts';
import { declaredLimits } from '../limit/declared-limits.ts';
import type { Limit } from '../limit/limit.ts';
import { type DeclaredAt, sharedProblems } from '../limit/same-limit.ts';
import { agentProblems, levelProblems } from './agents.ts';
import type { Capability } from './capability.ts';
import { type Agents, type Catalogue, catalogueOf, type Registered } from './catalogue.ts';
import { catalogueDigest } from './catalogue-digest.ts';
import { declarationOf, type RawDeclaration } from './declaration.ts';
import { shownName } from '../action/name.ts';
import { register, type Registration } from './register.ts';
import { relationProblems } from './relations.ts';

/** What a catalogue needs besides capabilities. */
export interface RegistrationOptions {
  readonly agents?: Agents;
  /** Assurance levels, weakest first. Default `none`, `password`, `mfa`, `hardware`. */
  readonly assurance?: readonly string[];
  /** The boundary's own limits, which apply to every capability. */
  readonly limits?: readonly Limit[];
}

const defaultLevels: readonly string[] = Object.freeze(['none', 'password', 'mfa', 'hardware']);

/**
 * Registers capabilities: all of them or none. Throws `RegistrationRefused` with every problem of every declaration,
 * so that one pass shows them all; no capability at all is a problem too, because then nothing protects anything.
 */
export async function registerCatalogue(
  capabilities: readonly Capability[],
  { agents, assurance = defaultLevels, limits }: RegistrationOptions = {},
): Promise<Catalogue> {
  const problems: string[] = [...readable('assurance', () => levelProblems(assurance))];
  const given: readonly unknown[] = Array.isArray(capabilities) ? capabilities : [];
  if (given.length === 0) problems.push('no capability is registered: "capabilities" must list at least one');
  const levels = problems.length > 0 && !Array.isArray(assurance) ? [] : assurance;
  const found: string[] = [];
  const boundaryLimits = declaredLimits(limits, 'not every capability has one', found);
  problems.push(...found.map((problem) => `the boundary ${problem}`));
  const declaredAt: DeclaredAt[] = [{ where: 'the boundary', limits: boundaryLimits }];
  const registered: Registered[] = [];
  const names: unknown[] = [];
  for (const index of given.keys()) {
    const declaration = declarationAt(given, index);
    if (declaration === null) {
      problems.push(`${numbered(index)} was not made by capability(...)`);
      continue;
    }
    const { name } = declaration as { readonly name?: unknown };
    names.push(name);
    const result = await register(declaration, { levels, boundaryLimits }).catch(() => throwing);
    const where = isNamed(name) ? `capability ${shownName(name)}` : numbered(index);
    declaredAt.push({ where, limits: result.limits });
    if (result.ok) registered.push(result.capability);
    else problems.push(...result.problems.map((problem) => `${where} ${problem}`));
  }
  problems.push(
    ...duplicates(names),
    ...sharedProblems(declaredAt),
    ...(registered.length === given.length ? relationProblems(registered) : []),
    ...readable('agents', () => agentProblems(agents, names)),
  );
  if (problems.length > 0) throw new RegistrationRefused(problems);
  const reach = agents === undefined ? null : agents;
  return catalogueOf({
    version: catalogueDigest(registered, reach, levels, boundaryLimits),
    capabilities: registered,
    assurance: Object.freeze([...levels]),
    limits: boundaryLimits,
    agents: reach,
  });
}

/** What is left to say where reading a declaration threw in a way that no check foresaw. */
const throwing: Registration = Object.freeze({
  ok: false,
  limits: [],
  problems: Object.freeze(['declares something that throws when it is read']),
});

function readable(option: string, problems: () => readonly string[]): readonly string[] {
  try {
    return problems();
  } catch {
    return [`"${option}" holds something that throws when it is read`];
  }
}

function declarationAt(given: readonly unknown[], index: number): RawDeclaration | null {
  try {
    return declarationOf(given[index]);
  } catch {
    return null;
  }
}

function duplicates(names: readonly unknown[]): readonly string[] {
  const first = new Map<string, string>();
  return names.flatMap((name) => {
    if (!isNamed(name)) return [];
    const folded = name.toLowerCase();
    const before = first.get(folded);
    if (before === undefined) first.set(folded, name);
    if (before === undefined) return [];
    return before === name
      ? [`capability ${shownName(name)} is declared more than once`]
      : [`capabilities ${shownName(before)} and ${shownName(name)} differ only in case`];
  });
}

function isNamed(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** A capability that has no name to call it by. */
function numbered(index: number): string {
  return `capability number ${index + 1} in the list`;
}
