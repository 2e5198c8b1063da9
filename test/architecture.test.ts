import { expect, test } from 'vitest';
import { lineCap, lineP90 } from './architecture.ts';
import { check, lengths, type Sources, unusedExceptions, type Violation } from './architecture-check.ts';
import { sourcesOf } from './sources.ts';

const src = sourcesOf('src');
const violations = check(src);

function broken(...rules: readonly Violation['rule'][]): readonly string[] {
  return violations
    .filter(({ rule }) => rules.includes(rule))
    .map(({ file, detail }) => `${file}: ${detail}`);
}

test('imports follow the direction table, and a stage never imports another stage [D-037]', () => {
  expect(broken('direction')).toEqual([]);
});

test('only wiring and the command line name a store driver', () => {
  expect(broken('driver')).toEqual([]);
});

test('packages are loaded by the rooms that own them', () => {
  expect(broken('package')).toEqual([]);
});

test('there is no import cycle, types included [D-037]', () => {
  expect(broken('cycle')).toEqual([]);
});

test('time, chance and the environment are read where the rules say', () => {
  expect(broken('impure')).toEqual([]);
});

test('transactions begin and end in one place of a driver [V-125]', () => {
  expect(broken('transaction')).toEqual([]);
});

test('files have kebab-case names that say what is inside', () => {
  expect(broken('name')).toEqual([]);
});

test('files stay short, and nine in ten stay shorter', () => {
  expect(broken('length')).toEqual([]);
  const sorted = lengths(src);
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(lineP90);
  const tests = [...sourcesOf('test')].filter(([, text]) => text.split('\n').length > lineCap + 1);
  expect(tests.map(([file]) => file)).toEqual([]);
});

test('exports are named, and only index files pass on values that others declare', () => {
  expect(broken('export', 'barrel')).toEqual([]);
});

test('every exported symbol has a doc comment', () => {
  expect(broken('doc')).toEqual([]);
});

test('every exception is still needed', () => {
  expect(unusedExceptions(src)).toEqual([]);
});

const documented = '/** A thing. */\nexport const a = 1;\n';
const synthetic: readonly (readonly [
  rule: Violation['rule'],
  what: string,
  sources: Readonly<Record<string, string>>,
])[] = [
  ['direction', 'json knows a stage', { 'json/a.ts': "import { x } from '../policy/x.ts';" }],
  ['direction', 'a stage knows another', { 'claim/a.ts': "import type { X } from '../policy/x.ts';" }],
  [
    'direction',
    'a stage knows another through an inline type',
    { 'claim/a.ts': "type X = import('../policy/x.ts').X;" },
  ],
  ['direction', 'a stage knows the pipeline', { 'claim/a.ts': "import { run } from '../pipeline.ts';" }],
  ['direction', 'a word knows a stage', { 'errors.ts': "import { x } from './policy/x.ts';" }],
  [
    'direction',
    'the product knows the test kit',
    { 'pipeline.ts': "import { clock } from './testing/clock.ts';" },
  ],
  ['direction', 'a folder nobody listed', { 'extra/a.ts': documented }],
  ['driver', 'a stage knows a driver', { 'claim/a.ts': "await import('../store/sqlite/index.ts');" }],
  [
    'driver',
    'the pipeline knows a driver',
    { 'pipeline.ts': "import { sqlite } from './store/sqlite/index.ts';" },
  ],
  ['package', 'a package of another room', { 'policy/a.ts': "import Ajv from 'ajv/dist/2020.js';" }],
  ['package', 'a package nobody listed', { 'policy/a.ts': "import { z } from 'zod';" }],
  [
    'cycle',
    'two files that import types of each other',
    { 'json/a.ts': "import type { B } from './b.ts';", 'json/b.ts': "import type { A } from './a.ts';" },
  ],
  ['impure', 'the clock', { 'policy/a.ts': 'const now = Date.now();' }],
  ['impure', 'the clock under its own name', { 'policy/a.ts': 'const now = new Date();' }],
  ['impure', 'a timer', { 'policy/a.ts': 'setTimeout(f, 1);' }],
  ['impure', 'chance', { 'policy/a.ts': 'Math.random();' }],
  ['impure', 'chance by import', { 'policy/a.ts': "import { randomBytes } from 'node:crypto';" }],
  ['impure', 'the environment', { 'policy/a.ts': "process.env['KEY'];" }],
  [
    'transaction',
    'an operation that begins one',
    { 'store/sqlite/admit.ts': "driver.prepare('BEGIN IMMEDIATE');" },
  ],
  ['transaction', 'an operation that ends one', { 'store/sqlite/admit.ts': 'driver.exec(`ROLLBACK`);' }],
  ['name', 'a name in camel case', { 'json/strictCopy.ts': documented }],
  ['name', 'a name that says nothing', { 'json/string-utils.ts': documented }],
  ['length', 'a long file', { 'json/a.ts': '\n'.repeat(lineCap + 1) + documented }],
  ['export', 'a default export', { 'json/a.ts': '/** A. */\nexport default 1;' }],
  ['export', 'a star export', { 'json/index.ts': "export * from './a.ts';" }],
  ['barrel', 'a file that passes on', { 'json/a.ts': "export { b } from './b.ts';" }],
  ['barrel', 'an index with logic', { 'json/index.ts': documented }],
  ['doc', 'an undocumented constant', { 'json/a.ts': 'export const a = 1;' }],
  ['doc', 'an undocumented interface', { 'json/a.ts': '// Not a doc comment.\nexport interface A {}' }],
  ['doc', 'a symbol exported apart from its declaration', { 'json/a.ts': 'function a() {}\nexport { a };' }],
];

test.each(synthetic)('the checker reports under "%s": %s', (rule, _what, sources) => {
  expect(rulesBroken(sources)).toContain(rule);
});

test('the checker is silent about sources that keep the rules', () => {
  const sources = {
    'json/a.ts': documented,
    'json/index.ts': "export { a } from './a.ts';",
    'errors.ts': documented,
    'claim/a.ts': `import { copy } from '../json/index.ts';\nimport type { Store } from '../store/store.ts';\n${documented}`,
    'claim/a.test.ts':
      "import { clock } from '../testing/clock.ts';\nexport const undocumented = Date.now();",
    'pipeline.ts': `import { claim } from './claim/a.ts';\nimport { b } from './admission.ts';\n${documented}`,
    'admission.ts':
      '/** One doc for all overloads. */\nexport function b(x: 1): void;\nexport function b(x: 2): void;',
    'store/store.ts': documented,
    'store/sqlite/index.ts': "export { a } from './a.ts';",
    'store/sqlite/a.ts': `await import('node:sqlite');\n${documented}`,
    'cli/main.ts': `import { s } from '../store/sqlite/index.ts';\nawait import(pathToFileURL(file).href);\n${documented}`,
  };
  expect(check(new Map(Object.entries(sources)))).toEqual([]);
});

function rulesBroken(sources: Readonly<Record<string, string>>): readonly string[] {
  const asMap: Sources = new Map(Object.entries(sources));
  return check(asMap).map(({ rule }) => rule);
}
