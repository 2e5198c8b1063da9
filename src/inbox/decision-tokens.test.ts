import { expect, test } from 'vitest';
import { type DecisionAbout, DecisionTokens } from './decision-tokens.ts';

const about: DecisionAbout = { session: 's-1', approvalId: 'a-1', actionDigest: 'd-1' };

test('a token answers once, about exactly what it was made for [D-056]', () => {
  const tokens = new DecisionTokens();
  const token = tokens.issue(about);
  for (const changed of [{ session: 's-2' }, { approvalId: 'a-2' }, { actionDigest: 'd-2' }])
    expect(tokens.spend(token, { ...about, ...changed })).toBe('foreign');
  expect(new DecisionTokens().spend(token, about)).toBe('foreign');
  expect(tokens.spend(token, about)).toBe('good');
  expect(tokens.spend(token, about)).toBe('spent');
});

test('each page has a token of its own', () => {
  const tokens = new DecisionTokens();
  const [first, second] = [tokens.issue(about), tokens.issue(about)];
  expect(first).not.toBe(second);
  expect([tokens.spend(first, about), tokens.spend(second, about)]).toEqual(['good', 'good']);
});

test('where one part ends and the next begins cannot be moved', () => {
  const tokens = new DecisionTokens();
  const token = tokens.issue({ session: 's', approvalId: 'a","d', actionDigest: '' });
  expect(tokens.spend(token, { session: 's', approvalId: 'a', actionDigest: 'd' })).toBe('foreign');
});
