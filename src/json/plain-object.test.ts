import { expect, test } from 'vitest';
import { plainObject } from './plain-object.ts';

test('what comes back is a frozen copy', () => {
  const given = { list: [1], name: 'a' };
  const copy = plainObject('the answer', given);
  given.list.push(2);
  expect(copy).toEqual({ list: [1], name: 'a' });
  expect(Object.isFrozen(copy) && Object.isFrozen(copy['list'])).toBe(true);
});

test.each([
  ['a list', ['secret'], 'the answer must be an object with named members'],
  ['null', null, 'the answer must be an object with named members'],
  ['empty', {}, 'the answer is empty, so it would match anything'],
  ['a date', { at: new Date(0) }, /^the answer is not plain JSON at "\/at": /],
])('%s is a fault that shows no value', (_what, value, message) => {
  expect(() => plainObject('the answer', value)).toThrow(TypeError);
  expect(() => plainObject('the answer', value)).toThrow(message);
  expect(() => plainObject('the answer', value)).not.toThrow('secret');
});
