import { expect, test } from 'vitest';
import { BoundaryError, DecisionUnavailable, SettlementFailed, Tampered } from '../errors.ts';
import { KeyFault } from '../json/index.ts';
import { StepFailed } from './chain.ts';
import { faultOf } from './fault.ts';

const applicationSteps = ['validate', 'load', 'refresh', 'authorization', 'current-authorization', 'bind'];
const storeSteps = ['load-decision', 'operation', 'answers', 'ask', 'admission', 'answer'];
const storeErrors = ['store_busy', 'store_failed', 'store_driver_missing', 'outer_transaction'] as const;

const ofTheApplication: readonly (readonly [title: string, thrown: unknown])[] = [
  ['an error', new Error('down')],
  ['a text', 'down'],
  ['null', null],
  ['undefined', undefined],
  ['a symbol', Symbol('down')],
  ['an object with a code', { code: 'store_failed' }],
  ['what wears the mark of our errors', { [Symbol.for('countersign.error')]: 'BoundaryError' }],
  ['a store error of a store of its own', new BoundaryError('store_failed', 'down')],
  ['an error of another boundary', new DecisionUnavailable('decision_unavailable', 'down')],
  ['a failure to settle of another boundary', new SettlementFailed({ id: 'e-1', effect: 'happened' })],
];

for (const [title, thrown] of ofTheApplication) {
  test(`${title} from the application is a fault of its step, whatever it looks like [V-069]`, () => {
    for (const step of applicationSteps) {
      const fault = faultOf(new StepFailed(step, thrown), 'check');
      expect(fault).toMatchObject({ step, code: 'decision_unavailable' });
      expect(fault.error).toBeInstanceOf(DecisionUnavailable);
      expect(fault.error.cause).toBe(thrown);
      expect(fault.error.message).toBe(`nothing was decided and nothing ran: the step "${step}" failed`);
    }
  });
}

test('what our own store threw says what it is, and is thrown on [V-087]', () => {
  for (const step of storeSteps) {
    for (const code of storeErrors) {
      const thrown = new BoundaryError(code, 'down');
      expect(() => faultOf(new StepFailed(step, thrown), 'check')).toThrow(thrown);
      expect(() => faultOf(thrown, step)).toThrow(thrown);
    }
  }
});

test('a store that throws anything else is a fault of the step that asked it [S-077]', () => {
  for (const thrown of [new Error('connection lost'), 'down', new BoundaryError('key_missing', 'no key')]) {
    const fault = faultOf(new StepFailed('load-decision', thrown), 'check');
    expect(fault).toMatchObject({ step: 'load-decision', code: 'decision_unavailable' });
    expect(fault.error.cause).toBe(thrown);
  }
});

test('a row or a key that is not as it was written is tampering, from whatever step [D-009]', () => {
  for (const thrown of [new Tampered('call'), new KeyFault('state_tampered', 'does not open')]) {
    for (const step of [...storeSteps, ...applicationSteps]) {
      const fault = faultOf(new StepFailed(step, thrown), 'check');
      expect(fault).toMatchObject({ step, code: 'state_tampered' });
      expect(fault.error).toMatchObject({ code: 'state_tampered', cause: thrown });
    }
  }
});

test('what no link of a chain threw is a fault of the step that was under way', () => {
  expect(faultOf(new Error('down'), 'answer')).toMatchObject({
    step: 'answer',
    code: 'decision_unavailable',
  });
});

test('a fault says where, and never what was thrown', () => {
  const { error } = faultOf(new StepFailed('load', new Error('order 4711 of ann')), 'check');
  expect(error.message).not.toMatch(/4711|ann/);
});
