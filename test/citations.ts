import { parseSync, Visitor } from 'oxc-parser';
import { sourcesOf } from './sources.ts';

/** A test's title, or a row of the table that makes one, that cites requirements: `…, once [V-091, D-006]`. */
export interface Citation {
  /** Relative to the repository. */
  readonly file: string;
  readonly ids: readonly string[];
}

/** Every text of a test file that cites a requirement in square brackets. Comments and code cite nothing. */
export function citationsIn(file: string, source: string): readonly Citation[] {
  const citations: Citation[] = [];
  const keep = (text: string): void => {
    const ids = [...text.matchAll(/\[((?:[A-Z]-\d+(?:, )?)+)\]/g)].flatMap(([, inside]) =>
      inside!.split(', '),
    );
    if (ids.length > 0) citations.push({ file, ids });
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') keep(node.value);
    },
    TemplateElement(node) {
      keep(node.value.raw);
    },
  }).visit(parseSync(file, source).program);
  return citations;
}

/** Every citation of the repository: of its tests, and of the cases that a conformance suite makes tests of. */
export function allCitations(): readonly Citation[] {
  return ['src', 'test'].flatMap((folder) =>
    [...sourcesOf(folder)]
      .filter(([file]) => file.endsWith('.test.ts') || file.startsWith('testing/conformance/'))
      .flatMap(([file, source]) => citationsIn(`${folder}/${file}`, source)),
  );
}
