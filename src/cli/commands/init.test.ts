import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
});
afterEach(() => shell[Symbol.dispose]());

const names = ['.gitignore', 'countersign.config.mjs', 'package.json', 'start.mjs'];
const read = (name: string) => readFileSync(shell.path(name), 'utf8');

test('init writes the starter without asking, and every file of it parses [V-213]', async () => {
  const ran = await shell.run(['init', 'new/desk', '--json']);
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.json()).toEqual({
    version: 'countersign.init.v1',
    directory: shell.path('new/desk'),
    written: expect.arrayContaining(names),
    kept: [],
    add: {},
    run: ['cd new/desk', 'npm install', 'node start.mjs'],
  });
  expect(readdirSync(shell.path('new/desk')).toSorted()).toEqual(names);
  for (const name of names.filter((one) => one.endsWith('.mjs'))) {
    expect(parseSync(name, read(`new/desk/${name}`)).errors).toEqual([]);
  }
  expect(JSON.parse(read('new/desk/package.json'))).toMatchObject({
    type: 'module',
    dependencies: { countersign: expect.any(String), 'better-sqlite3': expect.any(String) },
  });
});

test('the starter keeps data and key out of version control, and its files are plain files [V-213]', async () => {
  await shell.run(['init']);
  expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['*.db', '*.key', 'node_modules']));
  for (const name of names) expect(lstatSync(shell.path(name)).mode & 0o133).toBe(0);
});

test('files that are there are listed together and stay, unless forced [V-213]', async () => {
  writeFileSync(shell.path('start.mjs'), 'mine');
  writeFileSync(shell.path('countersign.config.mjs'), 'mine');
  const refused = await shell.run(['init', '--json']);
  const files = ['countersign.config.mjs', 'start.mjs'];
  expect(refused.exit).toBe(1);
  expect(refused.json()).toEqual({
    error: { code: 'starter_refused', message: expect.any(String), files },
  });
  expect(readdirSync(shell.folder).toSorted()).toEqual(files);
  expect(read('start.mjs')).toBe('mine');
  expect((await shell.run(['init', '--force'])).exit).toBe(0);
  expect(read('start.mjs')).not.toBe('mine');
  expect(readdirSync(shell.folder).toSorted()).toEqual(names);
});

test('what a project has of its own stays as it is, also when forced, and what to add is printed [V-213]', async () => {
  const manifest = '{ "name": "mine", "dependencies": { "left-pad": "1.3.0" } }';
  writeFileSync(shell.path('package.json'), manifest);
  writeFileSync(shell.path('.gitignore'), 'dist\n*.db\n');
  for (const argv of [
    ['init', '--json'],
    ['init', '--json', '--force'],
  ]) {
    const ran = await shell.run(argv);
    expect([ran.exit, ran.json()]).toMatchObject([
      0,
      {
        written: ['countersign.config.mjs', 'start.mjs'],
        kept: ['package.json', '.gitignore'],
        add: { 'package.json': ['"type": "module"'], '.gitignore': ['*.db-shm', '*.db-wal', '*.key'] },
        run: ['npm install countersign better-sqlite3', 'node start.mjs'],
      },
    ]);
    expect([read('package.json'), read('.gitignore')]).toEqual([manifest, 'dist\n*.db\n']);
  }
  const printed = (await shell.run(['init', '--force'])).out;
  expect(printed).toMatch(/Left as they are: package\.json, \.gitignore\n/);
  expect(printed).toMatch(/Add to package\.json, unless [^\n]+\n {2}"type": "module"\n/);
  expect(printed).toMatch(/Next\n {2}npm install countersign better-sqlite3\n/);
});

test.each([
  [
    'that has everything',
    '{"type":"module","dependencies":{"countersign":"1","better-sqlite3":"1"}}',
    '',
    {},
  ],
  ['without a type', '{"devDependencies":{"better-sqlite3":"1"}}', ' countersign', { 'package.json': 1 }],
  ['of CommonJS', '{"type":"commonjs","dependencies":{"countersign":"1"}}', ' better-sqlite3', {}],
  ['that is damaged', '{', ' countersign better-sqlite3', { 'package.json': 1 }],
  ['that is a list', '[]', ' countersign better-sqlite3', { 'package.json': 1 }],
])('a package.json %s is told what it lacks and nothing else', async (_what, manifest, packages, add) => {
  writeFileSync(shell.path('package.json'), manifest);
  const ran = (await shell.run(['init', '--json'])).json() as { add: object; run: readonly string[] };
  expect([Object.keys(ran.add), ran.run[0]]).toEqual([Object.keys(add), `npm install${packages}`]);
  expect(read('package.json')).toBe(manifest);
});

test('a link or a directory in the place of a file is refused, forced or not', async () => {
  writeFileSync(shell.path('elsewhere'), 'mine');
  symlinkSync('elsewhere', shell.path('start.mjs'));
  symlinkSync('nowhere', shell.path('.gitignore'));
  mkdirSync(shell.path('package.json'));
  for (const argv of [['init'], ['init', '--force']]) {
    const ran = await shell.run(argv);
    expect([ran.exit, ran.err]).toEqual([
      1,
      expect.stringMatching(/package\.json, start\.mjs, \.gitignore: not a regular/),
    ]);
  }
  expect(read('elsewhere')).toBe('mine');
  expect(readdirSync(shell.folder)).not.toContain('countersign.config.mjs');
});

test('a link in the place of the directory is refused', async () => {
  mkdirSync(shell.path('real'));
  symlinkSync('real', shell.path('link'));
  expect((await shell.run(['init', 'link'])).exit).toBe(1);
  writeFileSync(shell.path('file'), '');
  expect((await shell.run(['init', 'file'])).exit).toBe(1);
  expect(readdirSync(shell.path('real'))).toEqual([]);
});
