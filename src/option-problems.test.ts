import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { randomIds } from './ids.ts';
import { optionProblems } from './option-problems.ts';
import type { BoundaryOptions } from './options.ts';
import { sqlite } from './store/sqlite/index.ts';

const sound: Required<BoundaryOptions> = {
  capabilities: [],
  store: sqlite('app.db'),
  mode: 'production',
  key: 'secret',
  agents: {},
  assurance: ['none'],
  limits: [],
  asks: { pendingPerConversation: 5, perPrincipalAndHour: 20 },
  histories: { conversations: 1, facts: 1 },
  directory: { principal: () => null },
  tenancy: 'ambient',
  messages: { de: { executed: 'Erledigt.' } },
  decisionDeadline: 1,
  resultTtl: 1,
  clock: systemClock,
  ids: randomIds,
  secondPerson: ['claims.force', 'claims.retryable'],
  say: () => {},
};

test('every option there is can be given', () => {
  expect(optionProblems(sound)).toEqual([]);
});

test.each([
  ['an option that does not exist', { tenacy: 'ambient' }, 'tenacy'],
  ['a mode that does not exist', { mode: 'test' }, 'mode'],
  ['a tenancy that does not exist', { tenancy: 'implicit' }, 'tenancy'],
  ['a deadline of nothing', { decisionDeadline: 0 }, 'decisionDeadline'],
  ['a lifetime as text', { resultTtl: '24h' }, 'resultTtl'],
  ['a text that no model is ever told', { messages: { en: { exectued: '' } } }, 'messages'],
  ['a text that is none', { messages: { en: { executed: 1 } } }, 'messages'],
  ['no store', { store: undefined }, 'store'],
  ['limits that are no list', { limits: { name: 'daily' } }, 'limits'],
  ['an asking that does not exist', { asks: { perHour: 5 } }, 'asks'],
  ['a memory that does not exist', { histories: { entries: 1 } }, 'histories'],
  ['remembering a part', { histories: { facts: 1.5 } }, 'histories'],
  ['asking half a time', { asks: { perPrincipalAndHour: 0.5 } }, 'asks'],
  ['half a store', { store: { open() {}, durable: true } }, 'store'],
  ['a second person for what takes none', { secondPerson: ['claims.completed'] }, 'secondPerson'],
  ['a directory without its function', { directory: {} }, 'directory'],
  ['a key that is none', { key: 1 }, 'key'],
  ['a store in memory in production', { store: sqlite(':memory:') }, 'mode'],
])('%s is a problem that names its option [B-080]', (_what, changed, option) => {
  const problems = optionProblems({ ...sound, ...changed });
  expect(problems.map((problem) => problem.option)).toEqual([option]);
  expect(problems[0]!.sentence).toMatch(/^[A-Z].*\.$/);
});

test.each([[undefined], [null], ['app.db'], [[]]])('options that are none are one problem: %j', (options) => {
  expect(optionProblems(options)).toEqual([
    {
      option: 'options',
      sentence: expect.stringContaining('{ capabilities: [...], store: sqlite("app.db") }'),
    },
  ]);
});

test('what is missing and what is no store is told how it is made', () => {
  expect(optionProblems({}).map(({ sentence }) => sentence)).toEqual([
    'The option "capabilities" is missing: list what capability(...) made.',
    'The option "store" is missing: sqlite("app.db") makes one.',
  ]);
  expect(optionProblems({ ...sound, store: 'orders.db' })).toEqual([
    { option: 'store', sentence: 'The option "store" must be made by sqlite, as in sqlite("app.db").' },
  ]);
});

test('all problems are found together, and no value is repeated', () => {
  const problems = optionProblems({ ...sound, key: 4711, mode: 'tset', agents: 'hunter2' });
  expect(problems.map(({ option }) => option)).toEqual(['mode', 'key', 'agents']);
  expect(JSON.stringify(problems)).not.toMatch(/4711|tset|hunter2/);
});
