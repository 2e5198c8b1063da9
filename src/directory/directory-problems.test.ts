import { expect, test } from 'vitest';
import { directoryProblems } from './directory-problems.ts';

const principal = () => ({});

test('a directory has a function "principal", and may have the others', () => {
  expect(directoryProblems({ principal })).toEqual([]);
  const no = () => false;
  expect(
    directoryProblems({ principal, agent: no, approver: no, operator: no, personOf: () => null }),
  ).toEqual([]);
  expect(directoryProblems({ principal, agent: undefined })).toEqual([]);
});

test.each([
  ['none', null, 'must be an object with a function "principal"'],
  ['a function', principal, 'must be an object with a function "principal"'],
  ['one without "principal"', { personOf: () => null }, 'needs a function "principal"'],
  ['a list of approvers', { principal, approver: ['rita'] }, 'has "approver", which must be a function'],
  [
    'a function under a name in other letters',
    { principal, personof: () => null },
    'has a function "personof"',
  ],
])('%s is told what it lacks', (_what, value, start) => {
  const problems = directoryProblems(value);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(start);
});

test('an object of a class may have functions and data of its own', () => {
  class Staff {
    readonly rows = new Map([['ann', {}]]);
    readonly find = (id: string) => this.rows.get(id) ?? null;
    principal({ principal: id }: { readonly principal: string }) {
      return this.find(id);
    }
  }
  expect(directoryProblems(new Staff())).toEqual([]);
  expect(directoryProblems({ principal, rows: new Map() })).toEqual([]);
});
