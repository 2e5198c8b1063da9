import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../sources.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;

test('the package has these entries and one command [D-039]', () => {
  const entry = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` });
  expect(manifest['exports']).toEqual({
    '.': entry('index'),
    './postgres': entry('store/postgres/index'),
    './sqlite': entry('store/sqlite/index'),
    './testing': entry('testing/index'),
    './package.json': './package.json',
  });
  expect(manifest['bin']).toEqual({ countersign: './dist/cli/main.js' });
});

test('the package is ESM for Node 20.19 and later, without side effects, and only drivers are peers [D-039]', () => {
  expect(manifest['type']).toBe('module');
  expect(manifest['engines']).toEqual({ node: '>=20.19' });
  expect(manifest['sideEffects']).toBe(false);
  expect(manifest['peerDependencies']).toEqual({ 'better-sqlite3': '^12.11.0', pg: '^8.23.1' });
  expect(manifest['peerDependenciesMeta']).toEqual({
    'better-sqlite3': { optional: true },
    pg: { optional: true },
  });
});

test('these packages, at exact versions, are all that an installation brings [D-039]', () => {
  const dependencies = manifest['dependencies'] as Readonly<Record<string, string>>;
  expect(Object.keys(dependencies)).toEqual([
    '@hono/node-server',
    '@standard-schema/spec',
    'ajv',
    'commander',
    'hono',
    'picocolors',
    're2js',
  ]);
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('the lock file names no registry', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});
