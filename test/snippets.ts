import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './sources.ts';

/** A program in a page: a `ts` block whose first line names its file, and what the page says that it prints. */
export interface Snippet {
  readonly page: string;
  readonly file: string;
  readonly text: string;
  /** From the block ```` ```text FILE ````; null where the page shows no output. */
  readonly output: string | null;
  /** From ```` ```text FILE again ````: what a second run in the same folder prints. */
  readonly again: string | null;
}

/** Every Markdown page that is kept for readers, relative to the repository. */
export function pages(): readonly string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) =>
    join('docs', file),
  );
  return [...readdirSync(root), ...docs].filter((file) => file.endsWith('.md')).toSorted();
}

/** The text of a page. */
export function pageText(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** The programs of a page, in order. */
export function snippetsOf(page: string, text: string): readonly Snippet[] {
  const blocks = [...text.matchAll(/^```(\S+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language, about, body]) => ({
      language,
      about,
      body: body!,
    }),
  );
  return blocks.flatMap(({ language, body }) => {
    const file = language === 'ts' ? /^\/\/ ([a-z0-9-]+\.ts)\n/.exec(body)?.[1] : undefined;
    if (file === undefined) return [];
    const shown = (about: string) =>
      blocks.find((block) => block.language === 'text' && block.about === about)?.body ?? null;
    return [{ page, file, text: body, output: shown(file), again: shown(`${file} again`) }];
  });
}

/** A folder outside the repository in which programs resolve `countersign` to its sources. Removed by `remove`. */
export function workshop(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-docs-'));
  const entry = (path: string) => [relative(folder, join(root, 'src', path))];
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        paths: {
          countersign: entry('index.ts'),
          'countersign/postgres': entry('store/postgres/index.ts'),
          'countersign/sqlite': entry('store/sqlite/index.ts'),
          'countersign/testing': entry('testing/index.ts'),
        },
      },
      include: ['*.ts'],
    }),
  );
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What the type checker says about the programs of a workshop; empty where it agrees. */
export function typeErrors(folder: string): string {
  return outputOf(folder, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']);
}

/** What a program of a workshop prints. */
export function run(folder: string, file: string): string {
  return outputOf(folder, ['--import', 'tsx', file]);
}

function outputOf(cwd: string, args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`;
  }
}
