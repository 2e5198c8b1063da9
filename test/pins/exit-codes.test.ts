import { expect, test } from 'vitest';
import { exitCodes } from '../../src/cli/exit-codes.ts';

test('the command line ends with one of these [D-039]', () => {
  expect(exitCodes).toEqual({ done: 0, refused: 1, misuse: 2 });
});
