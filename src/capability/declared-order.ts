import type { AfterRule, SequenceRules } from '../history/sequence.ts';
import { readMembers } from '../json/read-members.ts';
import type { JsonObject } from '../json/json.ts';
import type { RawDeclaration } from './declaration.ts';
import type { Seen } from './seen.ts';

/** What has to have happened before: a capability by name, or one whose result arguments have to name. */
export type AfterDeclaration =
  | string
  | {
      readonly capability: string;
      /** Argument → JSON Pointer (RFC 6901) into what that call returned: both have to be equal. */
      readonly bind?: Readonly<Record<string, string>>;
    };

/** Which calls may come after which, over one conversation. */
export interface SequenceDeclaration {
  /** Each has completed before, and was not undone. */
  readonly after?: readonly AfterDeclaration[];
  /** None was admitted before, unless it failed or was undone. */
  readonly notAfter?: readonly string[];
  /** How often in one conversation, what is undone or failed aside. */
  readonly atMost?: number;
}

/** How an effect is undone: by another capability, with arguments that are fixed when the effect has happened. */
export interface UndoDeclaration<I, T, O> {
  readonly with: string;
  readonly arguments: (done: Seen<I, T> & { readonly result: O }) => JsonObject;
}

/** How an effect is undone, as registered. */
export type RegisteredUndo = UndoDeclaration<JsonObject, unknown, unknown>;

/** What a capability says about what comes before it and what undoes it. */
export interface RegisteredOrder {
  readonly sequence: SequenceRules;
  readonly undo: RegisteredUndo | null;
  /** Declared so: nothing undoes it. */
  readonly irreversible: boolean;
  /** Whether the same execution id, sent again, does nothing twice: only then is it ever tried again by itself. */
  readonly retrySafe: boolean;
}

const noRules: SequenceRules = Object.freeze({
  after: Object.freeze([]),
  notAfter: Object.freeze([]),
  atMost: null,
});

/** Reads what a declaration says about order and undoing, and adds every problem, as a half sentence, to `problems`. */
export function declaredOrder(
  declaration: RawDeclaration,
  effect: 'read' | 'write' | null,
  problems: string[],
): RegisteredOrder {
  const irreversible = flag(declaration, 'irreversible', problems);
  const retrySafe = flag(declaration, 'retrySafe', problems);
  const undo = undoOf(declaration['undo'], problems);
  if (undo !== null && irreversible)
    problems.push('has "undo" and says that it is "irreversible": it is one of them');
  if (effect === 'read' && (declaration['undo'] !== undefined || irreversible))
    problems.push('is a read with "undo" or "irreversible": there is nothing to undo');
  return { sequence: sequenceOf(declaration['sequence'], problems), undo, irreversible, retrySafe };
}

function flag(declaration: RawDeclaration, member: string, problems: string[]): boolean {
  const value = declaration[member];
  if (value !== undefined && typeof value !== 'boolean')
    problems.push(`has "${member}", which must be true or false`);
  return value === true;
}

function undoOf(value: unknown, problems: string[]): RegisteredUndo | null {
  if (value === undefined) return null;
  const members = readMembers(value);
  const { with: undoer, arguments: args, ...others } = members ?? {};
  if (members === null || typeof undoer !== 'string' || typeof args !== 'function') {
    problems.push('has "undo", which must be an object: { with: a capability, arguments: a function }');
    return null;
  }
  strangers('undo', others, problems);
  return Object.freeze({ with: undoer, arguments: args as RegisteredUndo['arguments'] });
}

function sequenceOf(value: unknown, problems: string[]): SequenceRules {
  if (value === undefined) return noRules;
  const members = readMembers(value);
  if (members === null) {
    problems.push('has "sequence", which must be an object: { after, notAfter, atMost }');
    return noRules;
  }
  const { after, notAfter, atMost, ...others } = members;
  strangers('sequence', others, problems);
  const often = typeof atMost === 'number' && Number.isSafeInteger(atMost) && atMost >= 1 ? atMost : null;
  if (atMost !== undefined && often === null)
    problems.push('has "sequence.atMost", which must be a whole number, 1 or more');
  const names = listOf('notAfter', notAfter, problems);
  if (!names.every((name) => typeof name === 'string'))
    problems.push('has "sequence.notAfter", which must list names of capabilities');
  return Object.freeze({
    after: Object.freeze(listOf('after', after, problems).flatMap((one) => afterOf(one, problems))),
    notAfter: Object.freeze(names.filter((name) => typeof name === 'string')),
    atMost: often,
  });
}

function listOf(member: string, value: unknown, problems: string[]): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return [...(value as readonly unknown[])];
  problems.push(`has "sequence.${member}", which must be a list`);
  return [];
}

function afterOf(value: unknown, problems: string[]): readonly AfterRule[] {
  if (typeof value === 'string') return [Object.freeze({ capability: value, bind: Object.freeze([]) })];
  const { capability, bind, ...others } = readMembers(value) ?? {};
  strangers('sequence.after', others, problems);
  const bound = Object.entries((bind === undefined ? {} : readMembers(bind)) ?? { '': null });
  if (typeof capability !== 'string' || !bound.every(isBinding)) {
    problems.push(
      'has "sequence.after", which must list names, or { capability, bind: { argument: JSON Pointer into its result } }',
    );
    return [];
  }
  const pairs = bound
    .filter((pair): pair is [string, string] => isBinding(pair))
    .map(([argument, pointer]) => Object.freeze({ argument, pointer }));
  // In one order, so that the same pointers are one rule however they are written.
  const sorted = pairs.toSorted((a, b) => (a.pointer < b.pointer ? -1 : a.pointer > b.pointer ? 1 : 0));
  return [Object.freeze({ capability, bind: Object.freeze(sorted) })];
}

function isBinding([, pointer]: readonly [string, unknown]): boolean {
  return (
    typeof pointer === 'string' &&
    pointer.length <= 512 &&
    pointer.isWellFormed() &&
    /^(\/([^~/]|~[01])*)*$/.test(pointer)
  );
}

function strangers(member: string, others: Readonly<Record<string, unknown>>, problems: string[]): void {
  for (const one of Object.keys(others))
    problems.push(`has a member ${JSON.stringify(one)} in "${member}", which does not exist`);
}
