import { expect, test } from 'vitest';
import { requirements } from './requirements.ts';
import { known, waivers } from './requirements/waivers.ts';
import { allTitles, idsOf, titlesIn } from './test-titles.ts';

const ids = new Set(requirements.map(({ id }) => id));
const shown = new Set(allTitles().flatMap(idsOf));

test('every requirement has a test, or a waiver that says why not', () => {
  const missing = requirements.filter(({ id, waived }) => waived === undefined && !shown.has(id));
  expect(missing.map(({ id, statement }) => `${id} ${statement}`)).toEqual([]);
});

test('every id that a test cites is a requirement', () => {
  const unknown = allTitles().flatMap((titled) =>
    idsOf(titled)
      .filter((id) => !ids.has(id))
      .map((id) => `${id} in ${titled.file}`),
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

test('titles are found in every way of writing a test, and ids only in their brackets', () => {
  const source = `
    test('one [B-001]', () => {});
    it.skipIf(x)('two, B-002 is not cited', f);
    describe('three [V-001, V-002]', () => { test.each([[1]])('four %s [S-001] [D-001]', f); });
    test.for(list)(\`five \${x} [W-11]\`, f);
    expect('six [B-006]').toBe(1);
  `;
  expect(titlesIn('a.test.ts', source).map(idsOf)).toEqual([
    ['B-001'],
    [],
    ['V-001', 'V-002'],
    ['S-001', 'D-001'],
    ['W-11'],
  ]);
});
