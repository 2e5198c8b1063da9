import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Terminal, terminal } from '../../test/cli/terminal.ts';
import { loadConfig } from './load-config.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
});
afterEach(() => shell[Symbol.dispose]());

const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(file).href);
const loading = (named?: string, cwd = shell.folder) => loadConfig({ cwd, load }, named);
const put = (name: string, text: string) => writeFileSync(shell.path(name), text);

test('a configuration is absent, unreadable or damaged: three answers, none of which goes on [B-082]', async () => {
  await expect(loading()).rejects.toMatchObject({ code: 'config_absent' });
  // A link to itself is there and cannot be read, whoever asks.
  symlinkSync('countersign.config.mjs', shell.path('countersign.config.mjs'));
  await expect(loading()).rejects.toMatchObject({ code: 'config_unreadable' });
  put('damaged.mjs', 'export default { capabilities: [');
  await expect(loading('damaged.mjs')).rejects.toMatchObject({ code: 'config_damaged' });
});

test('a directory in its place cannot be read, and a link that leads nowhere is not absent [B-082]', async () => {
  mkdirSync(shell.path('countersign.config.js'));
  await expect(loading()).rejects.toMatchObject({ code: 'config_unreadable' });
  symlinkSync('nowhere', shell.path('dangling.mjs'));
  await expect(loading('dangling.mjs')).rejects.toMatchObject({ code: 'config_unreadable' });
});

test.each([
  ['nothing', ''],
  ['what is left when the end is cut off', 'export const capabilities = [];'],
  ['a list', 'export default [];'],
  ['null', 'export default null;'],
  ['a boundary', 'export default { session() {} };'],
])('a configuration that exports %s is damaged, in one sentence [B-082]', async (_what, text) => {
  put('countersign.config.mjs', text);
  const thrown = expect(loading()).rejects;
  await thrown.toMatchObject({
    code: 'config_damaged',
    message: expect.stringMatching(/^countersign\.config\.mjs [^\n]+$/),
  });
});

test('nothing above the working directory is found, nor in a folder below it [B-091]', async () => {
  const planted = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(shell.path('ran'))}, '');`;
  put('countersign.config.mjs', planted);
  mkdirSync(shell.path('project/config'), { recursive: true });
  writeFileSync(shell.path('project/config/countersign.config.mjs'), planted);
  await expect(loading(undefined, shell.path('project'))).rejects.toMatchObject({ code: 'config_absent' });
  expect(existsSync(shell.path('ran'))).toBe(false);
});

test('with --config the one in the working directory is not evaluated [B-091]', async () => {
  put('countersign.config.mjs', 'throw new Error();');
  put('named.mjs', 'export default { mode: "development" };');
  expect((await loading('named.mjs')).file).toBe(join(shell.folder, 'named.mjs'));
});

test('init and --help evaluate nothing that lies in the working directory [B-091]', async () => {
  put('countersign.config.js', 'throw new Error();');
  let evaluated = 0;
  const counting = {
    load: () => {
      evaluated += 1;
      return Promise.resolve({});
    },
  };
  await shell.run(['init'], counting);
  await shell.run(['why', '--help'], counting);
  await shell.run(['--version'], counting);
  expect(evaluated).toBe(0);
});

test('two configurations are ambiguous', async () => {
  put('countersign.config.mjs', '');
  put('countersign.config.js', '');
  await expect(loading()).rejects.toMatchObject({ code: 'config_ambiguous' });
});

test('a configuration in TypeScript is named as the reason where Node cannot load it', async () => {
  put('countersign.config.ts', 'export default {};');
  const failing = () =>
    Promise.reject(Object.assign(new TypeError('Unknown'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' }));
  await expect(loadConfig({ cwd: shell.folder, load: failing }, undefined)).rejects.toMatchObject({
    code: 'config_typescript',
    message: expect.stringMatching(/compile it, write it as countersign\.config\.mjs, or use Node 22\.18/),
  });
});

test('options are handed on with what is wrong with them', async () => {
  put('countersign.config.mjs', 'export default { capabilities: [], stroe: 1 };');
  const { problems } = await loading();
  expect(problems.map(({ option }) => option)).toEqual(['stroe', 'store']);
});
