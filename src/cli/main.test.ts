import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'countersign-installed-'));
const built = join(folder, 'countersign');
const app = join(folder, 'app');
const compiler = join(repository, 'node_modules', '.bin', 'tsc');
const bin = join('node_modules', 'countersign', 'dist', 'cli', 'main.js');

/** The package as it is built, and a starter that has it installed. */
beforeAll(() => {
  spawnSync(compiler, ['-p', join(repository, 'tsconfig.build.json'), '--outDir', join(built, 'dist')]);
  copyFileSync(join(repository, 'package.json'), join(built, 'package.json'));
  symlinkSync(join(repository, 'node_modules'), join(built, 'node_modules'));
  node(folder, [join(built, 'dist', 'cli', 'main.js'), 'init', 'app']);
  mkdirSync(join(app, 'node_modules'));
  symlinkSync(built, join(app, 'node_modules', 'countersign'));
  symlinkSync(
    join(repository, 'node_modules', 'better-sqlite3'),
    join(app, 'node_modules', 'better-sqlite3'),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const { NODE_OPTIONS: _options, COUNTERSIGN_KEY: _key, NODE_ENV: _mode, ...env } = process.env;

function node(cwd: string, argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, argv, { cwd, env: { ...env, ...environment }, encoding: 'utf8' });
}

const countersign = (...argv: readonly string[]) => node(app, [bin, ...argv]);

test('the starter runs, and the second time nothing is done again [V-213]', () => {
  const kinds = () => {
    const ran = node(app, ['start.mjs']);
    return ran.stdout.split('\n').map((line) => line.split(' -> ')[1]?.split(' ')[0]);
  };
  expect(kinds()).toEqual(['executed', 'executed', 'denied', 'denied', undefined]);
  expect(kinds()).toEqual(['replayed', 'replayed', 'denied', 'denied', undefined]);
});

test('the starter gives doctor nothing to say but that it is for development [V-213]', () => {
  const ran = countersign('doctor', '--json');
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  expect(JSON.parse(ran.stdout)).toMatchObject({ errors: [], advisories: [{ code: 'mode_development' }] });
});

test('the mode of the starter is that of NODE_ENV', () => {
  const ran = node(app, [bin, 'doctor', '--json'], {
    NODE_ENV: 'production',
    COUNTERSIGN_KEY: 'a'.repeat(64),
  });
  expect(JSON.parse(ran.stdout)).toMatchObject({ mode: 'production', key: { source: 'given' } });
});

test('the starter holds under a strict TypeScript that checks JavaScript', () => {
  const types = join(repository, 'node_modules', '@types');
  const compilerOptions = {
    strict: true,
    checkJs: true,
    module: 'nodenext',
    noEmit: true,
    skipLibCheck: true,
  };
  const node20 = { typeRoots: [types], types: ['node'], lib: ['es2024'] };
  writeFileSync(
    join(app, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...node20 }, files: ['start.mjs'] }),
  );
  const ran = spawnSync(compiler, ['-p', app], { encoding: 'utf8' });
  expect([ran.status, ran.stdout]).toEqual([0, '']);
});

test('the inbox serves until it is interrupted, and ends with 0', async () => {
  expect(node(app, ['start.mjs']).status).toBe(0);
  const child = spawn(process.execPath, [bin, 'inbox', '--tenant', 'shop', '--as', 'ann'], { cwd: app, env });
  try {
    const ended = once(child, 'exit');
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const link = /http:\S+/.exec(printed.toString())?.[0] ?? '';
    expect((await fetch(link)).status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('the commands work as installed, and end with their codes [D-035]', () => {
  const why = ['why', '--tenant', 'shop', '--principal', 'ann'];
  expect(countersign('migrate').status).toBe(0);
  expect(countersign(...why, 'orders.view', '{"orderId":"4411"}').status).toBe(0);
  expect(countersign(...why, 'orders.view', '{"orderId":"4412"}').status).toBe(1);
  expect(countersign('why').status).toBe(2);
  expect(countersign('doctor', '--config', 'nowhere.mjs').status).toBe(1);
});

test('what the configuration prints or keeps open is neither in the answer nor in the way [D-035]', () => {
  const text = `
    import options from './countersign.config.mjs';
    console.log('hello from the application');
    setInterval(() => {}, 1000);
    export default options;`;
  writeFileSync(join(app, 'noisy.mjs'), text);
  const ran = countersign('doctor', '--json', '--config', 'noisy.mjs');
  expect(ran.status).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ config: 'noisy.mjs' });
  expect(ran.stderr).toContain('hello from the application');
});

test('a configuration in TypeScript is loaded where Node can, and refused in one sentence where not', () => {
  writeFileSync(
    join(app, 'typed.ts'),
    `import options from './countersign.config.mjs';\nexport default options;\n`,
  );
  const ran = countersign('doctor', '--config', 'typed.ts');
  const can = Boolean((process.features as { readonly typescript?: unknown }).typescript);
  expect(ran.status).toBe(can ? 0 : 1);
  if (!can)
    expect(ran.stderr).toMatch(/^countersign: this Node \(v[\d.]+\) cannot load typed\.ts: [^\n]+\n$/);
});

test('a configuration that is damaged is refused in one sentence, with the real loader [B-082]', () => {
  writeFileSync(join(app, 'damaged.mjs'), 'export default { capabilities: [');
  const ran = countersign('doctor', '--config', 'damaged.mjs');
  expect([ran.status, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toMatch(/^countersign: damaged\.mjs could not be evaluated: [^\n]+\n$/);
});
