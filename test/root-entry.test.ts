import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { sourcesOf } from './sources.ts';

const src = sourcesOf('src');

/** What loading an entry loads: its files and the packages they name, by imports that are not erased as types. */
function loadedBy(entry: string): {
  readonly files: readonly string[];
  readonly packages: readonly string[];
} {
  const files = new Set<string>();
  const packages = new Set<string>();
  const left = [entry];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const text = src.get(file);
    if (text === undefined) throw new Error(`${file} does not exist`);
    for (const specifier of valueImports(file, text)) {
      if (specifier.startsWith('.')) left.push(posix.join(posix.dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files: [...files], packages: [...packages].toSorted() };
}

function valueImports(file: string, text: string): readonly string[] {
  return parseSync(file, text).program.body.flatMap((node) => {
    if (node.type === 'ImportDeclaration') return node.importKind === 'type' ? [] : [node.source.value];
    if (node.type === 'ExportAllDeclaration') return node.exportKind === 'type' ? [] : [node.source.value];
    if (node.type !== 'ExportNamedDeclaration' || node.source === null) return [];
    return node.exportKind === 'type' ? [] : [node.source.value];
  });
}

test('the root entry loads nothing but its own files and built-ins [D-036]', () => {
  expect(loadedBy('index.ts').packages.filter((name) => !name.startsWith('node:'))).toEqual([]);
});

test('the root entry loads no store driver, no pages, no command line and no test kit', () => {
  const { files, packages } = loadedBy('index.ts');
  expect(files.filter((file) => /^(store\/sqlite|inbox|cli|testing)\//.test(file))).toEqual([]);
  expect(packages).not.toContain('node:sqlite');
});

test('the SQLite entry names its drivers without loading them', () => {
  expect(loadedBy('store/sqlite/index.ts').packages.filter((name) => /sqlite/.test(name))).toEqual([]);
});

test('an import of types alone loads nothing, and an inline type keeps its file', () => {
  expect(
    valueImports(
      'a.ts',
      "import type { A } from 'a'; import { type B } from 'b'; export type { C } from 'c';",
    ),
  ).toEqual(['b']);
});
