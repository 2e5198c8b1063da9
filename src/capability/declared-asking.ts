import type { RegisteredAsking, RegisteredConfirm, RegisteredReview } from '../approval/approval.ts';
import { readMembers } from '../json/read-members.ts';
import type { RawDeclaration } from './declaration.ts';

/** How long an answer lasts unless said otherwise, milliseconds: 15 minutes for who asks, a day for others. */
const confirmFor = 900_000;
const reviewFor = 86_400_000;
/** Longest time that an answer may last, milliseconds: 30 days. */
const longest = 30 * 86_400_000;
/** Most persons that an answer may take. */
const mostPersons = 10;

type Raw = Readonly<Record<string, unknown>>;

/** What decides about asking besides what is said about it. */
export interface AskingFrame {
  readonly effect: 'read' | 'write' | null;
  /** Whether a target is declared. */
  readonly target: boolean;
}

/**
 * Reads when a capability asks and whom, and adds every problem, as a half sentence, to `problems`. What would always
 * ask must have somebody to ask, and whoever is asked must have something that the answer is bound to: without it, it
 * would be an answer about whatever the arguments lead to. What is answered counts only where nothing was added.
 */
export function declaredAsking(
  declaration: RawDeclaration,
  { effect, target }: AskingFrame,
  problems: string[],
): RegisteredAsking {
  const asked = ['confirm', 'review'].filter((member) => declaration[member] !== undefined);
  const always = declaration['ask'] === 'always';
  if (always && asked.length === 0)
    problems.push('says ask: \'always\' and has neither "confirm" nor "review": there is nobody to ask');
  const bound =
    asked.length > 0 ? asked.map((member) => `has "${member}"`) : always ? ["says ask: 'always'"] : [];
  if (!target)
    problems.push(
      ...bound.map((what) => `${what} and no target: there is nothing the answer could be bound to`),
    );
  return {
    ...askOf(declaration['ask'], effect, problems),
    confirm: confirmOf(declaration['confirm'], problems),
    review: reviewOf(declaration['review'], problems),
  };
}

function askOf(
  value: unknown,
  effect: AskingFrame['effect'],
  problems: string[],
): Pick<RegisteredAsking, 'ask' | 'askFunction'> {
  if (typeof value === 'function')
    return { ask: 'function', askFunction: value as NonNullable<RegisteredAsking['askFunction']> };
  // What does not say that it only reads is taken for a write.
  if (value === undefined) return { ask: effect === 'read' ? 'never' : 'in-doubt', askFunction: null };
  if (value === 'in-doubt' || value === 'always' || value === 'never')
    return { ask: value, askFunction: null };
  problems.push("has \"ask\", which must be 'in-doubt', 'always', 'never' or a function");
  return { ask: 'in-doubt', askFunction: null };
}

function confirmOf(value: unknown, problems: string[]): RegisteredConfirm | null {
  if (value === undefined) return null;
  const shape = 'a function that gives the facts, or an object: { facts, ttl }';
  const members =
    typeof value === 'function' ? { facts: value } : membersOf('confirm', value, shape, problems);
  if (members === null) return null;
  strangers('confirm', members, ['facts', 'ttl'], problems);
  const facts = functionIn<RegisteredConfirm['facts']>('confirm', members, 'facts', problems);
  const ttl = wholeIn('confirm', members, 'ttl', confirmFor, problems);
  return facts === null ? null : Object.freeze({ facts, ttl });
}

function reviewOf(value: unknown, problems: string[]): RegisteredReview | null {
  if (value === undefined) return null;
  const members = membersOf('review', value, 'an object: { facts, approvers, quorum, ttl }', problems);
  if (members === null) return null;
  strangers('review', members, ['facts', 'approvers', 'quorum', 'ttl'], problems);
  const facts = functionIn<RegisteredReview['facts']>('review', members, 'facts', problems);
  const approvers = functionIn<RegisteredReview['approvers']>('review', members, 'approvers', problems);
  const quorum = wholeIn('review', members, 'quorum', 1, problems);
  const ttl = wholeIn('review', members, 'ttl', reviewFor, problems);
  return facts === null || approvers === null ? null : Object.freeze({ facts, approvers, quorum, ttl });
}

function membersOf(member: string, value: unknown, wants: string, problems: string[]): Raw | null {
  const members = readMembers(value);
  if (members === null) problems.push(`has "${member}", which must be ${wants}`);
  return members;
}

function strangers(member: string, members: Raw, known: readonly string[], problems: string[]): void {
  for (const one of Object.keys(members).filter((name) => !known.includes(name)))
    problems.push(`has a member ${JSON.stringify(one)} in "${member}", which does not exist`);
}

/** A function that there has to be: what it takes and answers is checked where it is called. */
function functionIn<F>(member: string, members: Raw, name: string, problems: string[]): F | null {
  const value = members[name];
  if (typeof value === 'function') return value as F;
  problems.push(`needs "${member}.${name}", a function`);
  return null;
}

const wholes = {
  ttl: { most: longest, wants: 'whole milliseconds from 1 to 2,592,000,000 (30 days)' },
  quorum: { most: mostPersons, wants: 'a whole number of persons from 1 to 10' },
} as const;

function wholeIn(
  member: string,
  members: Raw,
  name: keyof typeof wholes,
  otherwise: number,
  problems: string[],
): number {
  const value = members[name];
  const { most, wants } = wholes[name];
  if (value === undefined) return otherwise;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
  problems.push(`has "${member}.${name}", which must be ${wants}`);
  return otherwise;
}
