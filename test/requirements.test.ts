import { expect, test } from 'vitest';
import { allCitations, citationsIn } from './citations.ts';
import { requirements } from './requirements.ts';
import { known, waivers } from './requirements/waivers.ts';

const ids = new Set(requirements.map(({ id }) => id));
const citations = allCitations();
const shown = new Set(citations.flatMap((citation) => citation.ids));

test('every requirement has a test, or a waiver that says why not', () => {
  const missing = requirements.filter(({ id, waived }) => waived === undefined && !shown.has(id));
  expect(missing.map(({ id, statement }) => `${id} ${statement}`)).toEqual([]);
});

test('every id that a test cites is a requirement', () => {
  const unknown = citations.flatMap(({ file, ids: cited }) =>
    cited.filter((id) => !ids.has(id)).map((id) => `${id} in ${file}`),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test('nothing is waived that a test shows, and nothing is waived or known that is not required', () => {
  expect(Object.keys(waivers).filter((id) => shown.has(id))).toEqual([]);
  expect([...Object.keys(waivers), ...Object.keys(known)].filter((id) => !ids.has(id))).toEqual([]);
});

test('at most one requirement in ten is waived', () => {
  expect(Object.keys(waivers).length * 10).toBeLessThanOrEqual(requirements.length);
});

test('each requirement has one id and one short sentence', () => {
  expect(requirements.length).toBe(ids.size);
  for (const { id, statement } of requirements) {
    expect(id).toMatch(/^[BDSVW]-\d{2,3}$/);
    expect(statement.length).toBeLessThanOrEqual(200);
    expect(statement).toMatch(/^[A-Z“].*\.$/);
  }
});

test('a waiver names what will cover it or says why it cannot apply', () => {
  for (const reason of Object.values(waivers))
    expect(reason).toMatch(/^(Covered by [a-zA-Z, ]+|Inapplicable: .+)\.$/);
});

test('citations are found in titles and in tables of titles, and only in their brackets', () => {
  const [b, v] = ['B', 'V'];
  const source = `
    // [${b}-007]
    test('one [${b}-001]', () => {});
    it('two, ${b}-002 is not cited', f);
    const rows = [['a row [${v}-001, ${v}-002]', list[1]]];
    test.for(rows)(\`three \${x} [${b}-003] and [${b}-004]\`, f);
  `;
  expect(citationsIn('a.test.ts', source).map((citation) => citation.ids)).toEqual([
    [`${b}-001`],
    [`${v}-001`, `${v}-002`],
    [`${b}-003`, `${b}-004`],
  ]);
});
