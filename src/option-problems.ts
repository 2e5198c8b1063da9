import { directoryProblems } from './directory/index.ts';
import { messages } from './messages.ts';
import type { BoundaryOptions } from './options.ts';
import type { Store } from './store/store.ts';

/** What is wrong with one option. */
export interface OptionProblem {
  readonly option: string;
  /** A whole sentence; it names the option and never repeats its value. */
  readonly sentence: string;
}

type Problems = readonly string[];

/** Every option there is, and what is wrong with its value, as half sentences. The type keeps the list complete. */
const rules: Readonly<Record<keyof BoundaryOptions, (value: unknown) => Problems>> = {
  capabilities: (value) => {
    if (value === undefined) return ['is missing: list what capability(...) made'];
    return Array.isArray(value) ? [] : ['must be a list of what capability(...) made'];
  },
  store: storeProblems,
  mode: oneOf('production', 'development'),
  key: optional((value) => typeof value === 'string' || value instanceof Uint8Array, 'a string or bytes'),
  agents: optional(isObject, 'an object: the capabilities of each agent by its name'),
  assurance: optional(Array.isArray, 'a list of levels, weakest first'),
  asks: optional(
    (value) => isObject(value) && Object.entries(value).every(([name, most]) => isAskBound(name, most)),
    'an object: pendingPerConversation and perPrincipalAndHour, whole numbers from 0 to 1,000',
  ),
  histories: optional(
    (value) => isObject(value) && Object.entries(value).every(([name, most]) => isMemory(name, most)),
    'an object: conversations and facts, whole numbers from 0 to 1,000,000',
  ),
  limits: optional(Array.isArray, 'a list of limits, which apply to every capability'),
  directory: (value) => (value === undefined ? [] : directoryProblems(value)),
  tenancy: oneOf('explicit', 'ambient'),
  messages: messageProblems,
  decisionDeadline: optional(isDuration, 'a whole number of milliseconds from 1 to 2,147,483,647'),
  resultTtl: optional(isDuration, 'a whole number of milliseconds from 1 to 2,147,483,647'),
  secondPerson: optional(
    isListOf(
      ...['claims.retryable', 'claims.force', 'limits.prune', 'clock.reset', 'runs.undo', 'runs.release'],
    ),
    'a list of "claims.retryable", "claims.force", "limits.prune", "clock.reset", "runs.undo" and "runs.release"',
  ),
  clock: optional((value) => has(value, 'now', 'elapsed', 'after'), 'a clock'),
  ids: optional((value) => has(value, 'next'), 'an object with a function "next"'),
  say: optional((value) => typeof value === 'function', 'a function'),
};

const operations: Readonly<
  Record<Exclude<keyof Store, 'description' | 'durable' | 'file' | 'transactional'>, true>
> = {
  open: true,
  close: true,
  migrations: true,
  adoptKey: true,
  currentKey: true,
  wrappedKey: true,
  addWrappedKey: true,
  registerCatalogue: true,
  catalogues: true,
  replaceCatalogues: true,
  loadForDecision: true,
  entries: true,
  append: true,
  run: true,
  runs: true,
  callsOfRun: true,
  changeRun: true,
  holder: true,
  unresolved: true,
  claimOf: true,
  approvalsOf: true,
  approval: true,
  approvalByToken: true,
  approvals: true,
  requestApproval: true,
  decideApproval: true,
  admit: true,
  settle: true,
  finish: true,
  transact: true,
  charge: true,
  meters: true,
  pruneMeters: true,
  resetClock: true,
  appendEvidence: true,
  evidence: true,
};

/**
 * Everything that is wrong with the options of a boundary, together. An option that does not exist is a problem as
 * well: a misspelt one would silently protect nothing. So are options that are none.
 */
export function optionProblems(options: unknown): readonly OptionProblem[] {
  if (!isObject(options) || Array.isArray(options)) {
    const sentence =
      'A boundary needs its options, an object: { capabilities: [...], store: sqlite("app.db") }.';
    return [{ option: 'options', sentence }];
  }
  const given = new Map<string, unknown>(Object.entries(options));
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(rules, name));
  return [
    ...unknown.map((option) => ({ option, sentence: `There is no option ${JSON.stringify(option)}.` })),
    ...Object.entries(rules).flatMap(([option, problems]) =>
      problems(given.get(option)).map((problem) => ({
        option,
        sentence: `The option "${option}" ${problem}.`,
      })),
    ),
    ...forgetful(given),
  ];
}

/** A store that forgets every claim is for development. */
function forgetful(given: ReadonlyMap<string, unknown>): readonly OptionProblem[] {
  const store = given.get('store');
  const production = given.get('mode') === undefined || given.get('mode') === 'production';
  if (!production || !isObject(store) || !('durable' in store) || store.durable !== false) return [];
  const sentence = 'A store in memory forgets every claim: use a file, or mode: "development".';
  return [{ option: 'mode', sentence }];
}

function storeProblems(value: unknown): Problems {
  if (value === undefined) return ['is missing: sqlite("app.db") makes one'];
  if (!isObject(value)) return ['must be made by sqlite, as in sqlite("app.db")'];
  const missing = Object.keys(operations).filter((name) => !has(value, name));
  return missing.length === 0 ? [] : [`is no store: it has no function ${missing.join(', ')}`];
}

function messageProblems(value: unknown): Problems {
  if (value === undefined) return [];
  if (!isObject(value)) return ['must be an object: texts by locale'];
  return Object.entries(value).flatMap(([locale, texts]: [string, unknown]) => {
    if (!isObject(texts)) return [`must hold an object under ${JSON.stringify(locale)}`];
    return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
      if (!Object.hasOwn(messages, key))
        return [`has a text for ${JSON.stringify(key)}, which nobody is ever told`];
      return typeof text === 'string' ? [] : [`has a text for "${key}" that is not a string`];
    });
  });
}

function oneOf(...allowed: readonly string[]): (value: unknown) => Problems {
  const list = allowed.map((one) => `"${one}"`).join(' or ');
  return optional((value) => allowed.some((one) => one === value), list);
}

function optional(accepts: (value: unknown) => boolean, wanted: string): (value: unknown) => Problems {
  return (value) => (value === undefined || accepts(value) ? [] : [`must be ${wanted}`]);
}

function isListOf(...allowed: readonly string[]): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every((one) => allowed.some((name) => name === one));
}

function isAskBound(name: string, most: unknown): boolean {
  const known = name === 'pendingPerConversation' || name === 'perPrincipalAndHour';
  return known && typeof most === 'number' && Number.isInteger(most) && most >= 0 && most <= 1_000;
}

function isMemory(name: string, most: unknown): boolean {
  const known = name === 'conversations' || name === 'facts';
  return known && typeof most === 'number' && Number.isInteger(most) && most >= 0 && most <= 1_000_000;
}

/** Longer than some 24 days no timer of Node waits: it would fire at once. */
const longestTimer = 2 ** 31 - 1;

function isDuration(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= longestTimer;
}

function has(value: unknown, ...functions: readonly string[]): boolean {
  return isObject(value) && functions.every((name) => typeof Reflect.get(value, name) === 'function');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
