import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCitations } from './citations.ts';
import { requirements } from './requirements.ts';
import { pages, pageText, run, snippetsOf, typeErrors, workshop } from './snippets.ts';
import { root, sourcesOf } from './sources.ts';

const idPattern = /\b(?:[BDSV]-\d{3}|W-\d{2})\b/g;
const snippets = pages().flatMap((page) => snippetsOf(page, pageText(page)));
const { folder, remove } = workshop();

beforeAll(() => {
  for (const { file, text } of snippets) writeFileSync(join(folder, file), text);
});
afterAll(remove);

test('programs in pages have names of their own, and the README has one', () => {
  const files = snippets.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  expect(snippets.map(({ page }) => page)).toContain('README.md');
});

test('programs in pages pass the type checker', () => {
  expect(typeErrors(folder)).toBe('');
});

test.each(snippets.filter(({ output }) => output !== null))(
  '$file of $page prints what the page says',
  ({ file, output, again }) => {
    expect(lines(run(folder, file))).toEqual(lines(output!));
    if (again !== null) expect(lines(run(folder, file))).toEqual(lines(again));
  },
);

test('links between pages lead to files', () => {
  const broken = pages().flatMap((page) =>
    linksOf(page)
      .filter((path) => !existsSync(join(root, dirname(page), path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(broken).toEqual([]);
});

test('what a page of the package links to is in the package', () => {
  const { files } = JSON.parse(pageText('package.json')) as { readonly files: readonly string[] };
  const packed = (path: string): boolean =>
    ['README.md', 'LICENSE', ...files].some((entry) => path === entry || path.startsWith(`${entry}/`));
  const broken = pages()
    .filter(packed)
    .flatMap((page) => linksOf(page).map((path) => ({ page, to: join(dirname(page), path) })))
    .filter(({ to }) => !packed(to));
  expect(broken).toEqual([]);
});

test('files and folders that pages name exist', () => {
  const broken = pages().flatMap((page) =>
    [...pageText(page).matchAll(/`((?:src|test|bench|examples|scripts|docs)\/[\w./-]+)`/g)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(broken).toEqual([]);
});

test('the page of gates lists every step and gate of the pipeline in order', () => {
  const inCode = [
    ...sourcesOf('src')
      .get('pipeline.ts')!
      .matchAll(/\.(gate|step)\('([^']+)'/g),
  ];
  const onPage = [...pageText('docs/gates.md').matchAll(/^\| (gate|step) +\| `([^`]+)`/gm)];
  expect(onPage.map(([, kind, name]) => `${kind} ${name}`)).toEqual(
    inCode.map(([, kind, name]) => `${kind} ${name}`),
  );
});

test('the reference names every export, and every member of what an application passes', () => {
  const sources = sourcesOf('src');
  const entries = ['index.ts', 'store/sqlite/index.ts', 'store/postgres/index.ts', 'testing/index.ts'];
  const exported = entries.flatMap((entry) =>
    parseSync(entry, sources.get(entry)!)
      .module.staticExports.flatMap(({ entries }) => entries)
      .map(({ exportName }) => exportName.name ?? ''),
  );
  const passed = (
    [
      ['capability/capability.ts', 'Declaration'],
      ['capability/seen.ts', 'Executing'],
      ['target/resource.ts', 'ResourceDeclaration'],
      ['target/scope.ts', 'ScopeDeclaration'],
      ['target/long-form.ts', 'TargetDeclaration'],
      ['target/context-target.ts', 'ContextTargetDeclaration'],
      ['options.ts', 'BoundaryOptions'],
      ['call/session-state.ts', 'SessionOptions'],
      ['call/session-state.ts', 'Delegation'],
      ['capability/declared-order.ts', 'SequenceDeclaration'],
      ['capability/declared-order.ts', 'UndoDeclaration'],
      ['call/heard-and-seen.ts', 'HeardOptions'],
      ['call/heard-and-seen.ts', 'SawOptions'],
      ['runs/run.ts', 'RunOptions'],
      ['action/context.ts', 'ContextInput'],
      ['session.ts', 'CallOptions'],
      ['call/spent.ts', 'Spent'],
      ['operator/handle.ts', 'ListOptions'],
      ['operator/handle.ts', 'ResolveOptions'],
      ['store/sqlite/sqlite.ts', 'SqliteOptions'],
      ['store/postgres/postgres.ts', 'PostgresOptions'],
    ] as const
  ).flatMap(([file, name]) => membersOf(sources.get(file)!, name));
  const prose = pageText('docs/reference.md').replaceAll(/^```[^]*?^```$/gm, '');
  const named = new Set(prose.match(/`[^`]+`/g)!.flatMap((code) => code.match(/\w+/g) ?? []));
  expect([...exported, ...passed].filter((name) => !named.has(name))).toEqual([]);
});

test('ids that pages cite are requirements with tests', () => {
  const covered = new Set(requirements.filter(({ waived }) => waived === undefined).map(({ id }) => id));
  const broken = pages().flatMap((page) =>
    (pageText(page).match(idPattern) ?? []).filter((id) => !covered.has(id)).map((id) => `${page}: ${id}`),
  );
  expect(broken).toEqual([]);
});

test('the threat model lists for each id that it cites a test that shows it', () => {
  const [claims, list] = pageText('docs/threat-model.md').split('## Tests');
  const cited = new Set(claims!.match(idPattern));
  const listed = [...list!.matchAll(/^\| (\S+) +\| `([^`]+)` +\|$/gm)].map(([, id, file]) => ({
    id: id!,
    file: file!,
  }));
  const citations = allCitations();
  const shows = ({ id, file }: (typeof listed)[number]): boolean =>
    citations.some((citation) => citation.file === file && citation.ids.includes(id));
  expect(listed.filter((row) => !shows(row))).toEqual([]);
  expect(listed.map(({ id }) => id)).toEqual([...cited].toSorted());
});

test('what a model, another tenant or a writer of the database cannot do is cited cell by cell', () => {
  const rows = pageText('docs/threat-model.md').matchAll(/^\| \*\*(.+?)\*\*(.*)\|$/gm);
  const cells = new Map([...rows].map(([, name, rest]) => [name, rest!.split('|').slice(2, 4)]));
  for (const attacker of ['model output', 'another tenant', 'database write']) {
    for (const cell of cells.get(attacker) ?? ['']) expect(cell).toMatch(/\[[BDSVW]-/);
  }
});

/** The members of an interface. Throws where there is none of that name. */
function membersOf(source: string, name: string): readonly string[] {
  const [, body] = new RegExp(`^export interface ${name}\\b[^]*?{\n([^]*?)^}`, 'm').exec(source)!;
  return [...body!.matchAll(/^ {2}readonly (\w+)/gm)].map(([, member]) => member!);
}

/** The files that a page links to, as the page spells them. */
function linksOf(page: string): readonly string[] {
  return [...pageText(page).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) => path!);
}

function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}
