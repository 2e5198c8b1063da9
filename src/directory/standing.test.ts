import { expect, test } from 'vitest';
import type { Directory, OperatorIdentity } from './index.ts';
import { approverStanding, operatorStanding } from './index.ts';

const bob: OperatorIdentity = { tenant: 'acme', id: 'bob' };
const atOnce = <T>(question: () => T): T => question();

const offices = [
  ['operator', operatorStanding],
  ['approver', approverStanding],
] as const;

/** A directory as plain JavaScript may write it. */
function answering(members: Record<string, unknown> = {}): Directory {
  const directory: unknown = { principal: () => ({}), ...members };
  return directory as Directory;
}

for (const [office, standing] of offices) {
  const asked = (answer: () => unknown) => standing(answering({ [office]: answer }), bob, atOnce);
  const unauthorized = { ok: false, reason: `${office}_unauthorized` };

  test(`an account is an ${office} where the directory says exactly true`, async () => {
    expect(await asked(() => true)).toEqual({ ok: true });
    expect(await asked(async () => true)).toEqual({ ok: true });
    expect(await asked(() => false)).toEqual(unauthorized);
    expect(await asked(async () => false)).toEqual(unauthorized);
  });

  test(`nobody is an ${office} by default, or by being something else`, async () => {
    const other = office === 'operator' ? 'approver' : 'operator';
    for (const directory of [null, answering(), answering({ [other]: () => true })])
      expect(await standing(directory, bob, atOnce)).toEqual(unauthorized);
  });

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['1', 1],
    ['text', 'true'],
    ['an object', { ok: true }],
    ['a boxed true', Object(true)],
  ])(`%s is a fault of the directory, and makes nobody an ${office}`, async (_what, answer) => {
    const fault = { ok: false, reason: `${office}_error`, cause: expect.any(TypeError) };
    expect(await asked(() => answer)).toEqual(fault);
    expect(await asked(async () => answer)).toEqual(fault);
  });

  test(`what is thrown or late about an ${office} is a fault and is kept for operators`, async () => {
    const cause = new Error('directory is down');
    const fault = { ok: false, reason: `${office}_error`, cause };
    const down = (): never => {
      throw cause;
    };
    expect(await asked(down)).toEqual(fault);
    expect(await asked(() => Promise.reject(cause))).toEqual(fault);
    expect(await standing(answering({ [office]: () => true }), bob, down)).toEqual(fault);
  });

  test(`the directory is asked about the ${office} as a method of its own`, async () => {
    const directory = answering({
      known: ['acme/bob'],
      [office](this: { known: readonly string[] }, { tenant, id }: OperatorIdentity) {
        return this.known.includes(`${tenant}/${id}`);
      },
    });
    expect(await standing(directory, bob, atOnce)).toEqual({ ok: true });
    expect(await standing(directory, { ...bob, tenant: 'other' }, atOnce)).toEqual(unauthorized);
  });
}
