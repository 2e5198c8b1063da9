import { expect, test } from 'vitest';
import { gatesOf, removeGate } from '../scripts/gate-mutation.ts';

const pipeline = `
export const check = chain()
  .step('parse', parse)
  .gate('known call', (state) => state.gate('a call with one argument'))
  .step('load', load)
  .gate('authorization', authorize);
`;

test('gates are listed in order; steps and calls that merely look alike are not gates', () => {
  expect(gatesOf(pipeline).map((gate) => gate.name)).toEqual(['known call', 'authorization']);
});

test('removing a gate leaves the rest of the chain as it was [D-038]', () => {
  expect(removeGate("chain().step('one', f).gate('two', (x) => g(x)).step('three', h)", 'two')).toBe(
    "chain().step('one', f).step('three', h)",
  );
  expect(removeGate(pipeline, 'authorization')).toContain(".step('load', load);");
});

test('removing a gate that does not exist is an error', () => {
  expect(() => removeGate(pipeline, 'load')).toThrow('no gate named "load"');
});
