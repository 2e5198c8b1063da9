import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requirements } from './requirements.ts';
import { pages, pageText, run, snippetsOf, typeErrors, workshop } from './snippets.ts';
import { root, sourcesOf } from './sources.ts';
import { allTitles, idsOf } from './test-titles.ts';

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
  ({ file, output }) => {
    expect(lines(run(folder, file))).toEqual(lines(output!));
  },
);

test('links between pages lead to files', () => {
  const broken = pages().flatMap((page) =>
    [...pageText(page).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(root, dirname(page), path)))
      .map((path) => `${page}: ${path}`),
  );
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
  const inCode = [...sourcesOf('src').get('pipeline.ts')!.matchAll(/\.(gate|step)\('([^']+)'/g)];
  const onPage = [...pageText('docs/gates.md').matchAll(/^\| (gate|step) +\| `([^`]+)`/gm)];
  expect(onPage.map(([, kind, name]) => `${kind} ${name}`)).toEqual(inCode.map(([, kind, name]) => `${kind} ${name}`));
});

test('ids that pages cite are requirements, and a cited test shows the ids beside it', () => {
  const waived = new Map(requirements.map(({ id, waived: waiver }) => [id, waiver !== undefined]));
  const titles = allTitles();
  const broken = pages().flatMap((page) =>
    [
      ...pageText(page).matchAll(/`(test|src)\/([\w./-]+\.test\.ts)` ((?:\[?[BDSVW]-\d{2,3}\]?,? ?)+)/g),
    ].flatMap(([, top, path, ids]) =>
      ids!
        .match(/[BDSVW]-\d{2,3}/g)!
        .filter((id) => !titles.some((one) => one.file === `${top}/${path}` && idsOf(one).includes(id)))
        .map((id) => `${page}: ${top}/${path} does not show ${id}`),
    ),
  );
  const unknown = pages().flatMap((page) =>
    (pageText(page).match(/\b[BDSVW]-\d{3}\b|\bW-\d{2}\b/g) ?? [])
      .filter((id) => waived.get(id) !== false)
      .map((id) => `${page}: ${id} is not a requirement, or is waived`),
  );
  expect([...broken, ...unknown]).toEqual([]);
});

function lines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}
