import { type Awaitable, type Deadline, isThenable } from '../awaitable.ts';
import type { Account, Directory } from './directory.ts';

/** The persons behind accounts, in the order of these; null: nobody. Or why it is not known; `cause` is for operators. */
export type Persons =
  | { readonly ok: true; readonly persons: readonly (string | null)[] }
  | { readonly ok: false; readonly cause: unknown };

type Person =
  { readonly ok: true; readonly person: string | null } | Extract<Persons, { readonly ok: false }>;

/**
 * Asks the directory which person stands behind each account, so that one person under two accounts stays one. Where
 * it has no `personOf`, a principal, subject or approver is its own person, the same under the same id, and an agent is
 * nobody's. Persons of a directory and accounts that are their own never equal one another. What is thrown, late, or
 * neither null nor a text that is not blank or padded is a fault. Synchronous where the directory is; never throws.
 */
export function personsOf(
  directory: Directory | null,
  accounts: readonly Account[],
  ask: Deadline,
): Awaitable<Persons> {
  const answers = accounts.map((account) => personOf(directory, account, ask));
  const now = answers.filter((answer): answer is Person => !isThenable(answer));
  return now.length === answers.length
    ? together(now)
    : Promise.all(answers.map((answer) => Promise.resolve(answer))).then(together);
}

function personOf(directory: Directory | null, account: Account, ask: Deadline): Awaitable<Person> {
  if (directory?.personOf === undefined)
    return known(account.kind === 'agent' ? null : `account:${account.id}`);
  try {
    const answer = ask<unknown>(() => directory.personOf?.(account));
    return isThenable(answer) ? Promise.resolve(answer).then(personIn, fault) : personIn(answer);
  } catch (error) {
    return fault(error);
  }
}

function personIn(answer: unknown): Person {
  if (answer === null) return known(null);
  if (typeof answer === 'string' && answer !== '' && answer.trim() === answer && answer.isWellFormed())
    return known(`person:${answer}`);
  return fault(new TypeError('the directory gave a person that is neither null nor a text'));
}

function together(answers: readonly Person[]): Persons {
  const broken = answers.find((answer) => !answer.ok);
  if (broken !== undefined) return broken;
  return Object.freeze({
    ok: true,
    persons: Object.freeze(answers.flatMap((answer) => (answer.ok ? [answer.person] : []))),
  });
}

function known(person: string | null): Person {
  return { ok: true, person };
}

function fault(cause: unknown): Extract<Persons, { readonly ok: false }> {
  return Object.freeze({ ok: false, cause });
}
