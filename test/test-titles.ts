import { parseSync, Visitor } from 'oxc-parser';
import { sourcesOf } from './sources.ts';

/** One test as it is written: where, and under which title. */
export interface Titled {
  /** Relative to the repository. */
  readonly file: string;
  readonly title: string;
}

const callers = new Set(['test', 'it', 'describe']);

/** Every title of a test file, in order: the first argument of test, it and describe, and of test.each(…)(…) and its like. */
export function titlesIn(file: string, source: string): readonly Titled[] {
  const titles: Titled[] = [];
  new Visitor({
    CallExpression(call) {
      if (!isTest(call.callee)) return;
      const title = call.arguments[0];
      if (title?.type === 'Literal' && typeof title.value === 'string')
        titles.push({ file, title: title.value });
      if (title?.type === 'TemplateLiteral') {
        titles.push({ file, title: title.quasis.map((part) => part.value.cooked ?? '').join('…') });
      }
    },
  }).visit(parseSync(file, source).program);
  return titles;
}

/** The ids at the end of a title: `… [B-001] [D-004]`, or `… [B-001, D-004]`. */
export function idsOf({ title }: Titled): readonly string[] {
  return [...title.matchAll(/\[([^[\]]*)\]/g)].flatMap(
    ([, inside]) => inside!.match(/\b[A-Z]-\d{2,3}\b/g) ?? [],
  );
}

/** Every title of every test of the repository. */
export function allTitles(): readonly Titled[] {
  return ['src', 'test'].flatMap((folder) =>
    [...sourcesOf(folder)]
      .filter(([file]) => file.endsWith('.test.ts'))
      .flatMap(([file, source]) => titlesIn(`${folder}/${file}`, source)),
  );
}

/** `test`, `test.each(…)`, `test.skipIf(…)`, `describe.for(…)`: whatever the name, its root is a test function. */
function isTest(callee: unknown): boolean {
  const node = callee as { type: string; name?: string; object?: unknown; callee?: unknown; tag?: unknown };
  if (node.type === 'Identifier') return callers.has(node.name ?? '');
  if (node.type === 'MemberExpression') return isTest(node.object);
  if (node.type === 'CallExpression') return isTest(node.callee);
  return node.type === 'TaggedTemplateExpression' && isTest(node.tag);
}
