import { expect, test } from 'vitest';
import type { Account, Directory } from './index.ts';
import { personsOf } from './index.ts';

const account = (kind: Account['kind'], id = 'ann'): Account => ({ tenant: 'acme', kind, id });
const kinds = ['principal', 'subject', 'approver', 'agent'] as const;
const atOnce = <T>(question: () => T): T => question();

/** A directory as plain JavaScript may write it. */
function answering(personOf?: (asked: Account) => unknown): Directory {
  const directory: unknown = { principal: () => ({}), ...(personOf === undefined ? {} : { personOf }) };
  return directory as Directory;
}

test('without a directory that knows, an account is its own person in whichever part, and an agent is nobody', () => {
  const accounts = [...kinds.map((kind) => account(kind)), account('approver', 'bob')];
  for (const directory of [null, answering()]) {
    const answer = personsOf(directory, accounts, atOnce);
    if (!('ok' in answer) || !answer.ok) throw new Error('nobody is known');
    const [principal, subject, approver, agent, other] = answer.persons;
    expect(principal).toEqual(expect.any(String));
    expect([subject, approver]).toEqual([principal, principal]);
    expect(agent).toBeNull();
    expect(other).not.toBe(principal);
  }
});

test('a directory says who stands behind each account, one person behind several, in the order asked [B-047]', async () => {
  const asked: Account[] = [];
  const people: Readonly<Record<string, string | null>> = {
    ann: 'p-1',
    annas_bot: 'p-1',
    bob: 'p-2',
    job: null,
  };
  const answer = (one: Account): unknown => {
    asked.push(one);
    return people[one.id];
  };
  const accounts = Object.keys(people).map((id) => account('approver', id));
  const now = personsOf(answering(answer), accounts, atOnce);
  expect(now).toMatchObject({ ok: true });
  expect(
    await personsOf(
      answering(async (one) => answer(one)),
      accounts,
      atOnce,
    ),
  ).toEqual(now);
  const { persons } = now as Extract<typeof now, { ok: true }>;
  expect(persons[1]).toBe(persons[0]);
  expect(persons[2]).not.toBe(persons[0]);
  expect(persons[3]).toBeNull();
  expect(asked).toEqual([...accounts, ...accounts]);
  expect(personsOf(answering(answer), [], atOnce)).toEqual({ ok: true, persons: [] });
});

test('a person of a directory never equals an account that is its own, whatever either is called', () => {
  const own = personsOf(null, [account('approver', 'person:ann')], atOnce);
  const said = personsOf(
    answering(() => 'account:person:ann'),
    [account('approver')],
    atOnce,
  );
  const same = personsOf(
    answering(() => 'person:ann'),
    [account('approver')],
    atOnce,
  );
  expect(own).toMatchObject({ ok: true });
  expect(said).not.toEqual(own);
  expect(same).not.toEqual(own);
});

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['true', true],
  ['false', false],
  ['a number', 7],
  ['an empty text', ''],
  ['a blank text', ' '],
  ['a padded text', 'p-1 '],
  ['half a surrogate pair', '\uD800'],
  ['an object', { id: 'p-1' }],
  ['a list', ['p-1']],
  ['a boxed text', Object('p-1')],
])('%s for a person is a fault, and nobody is known', async (_what, answer) => {
  const fault = { ok: false, cause: expect.any(TypeError) };
  const accounts = [account('approver', 'bob'), account('principal')];
  const one = ({ kind }: Account): unknown => (kind === 'approver' ? 'p-2' : answer);
  expect(personsOf(answering(one), accounts, atOnce)).toEqual(fault);
  expect(
    await personsOf(
      answering(async (asked) => one(asked)),
      accounts,
      atOnce,
    ),
  ).toEqual(fault);
});

test('what a directory throws is a fault, however it is thrown, and kept for operators', async () => {
  const cause = new Error('directory is down');
  const down = (): never => {
    throw cause;
  };
  const accounts = [account('approver', 'bob'), account('principal')];
  const fault = { ok: false, cause };
  expect(personsOf(answering(down), accounts, atOnce)).toEqual(fault);
  expect(
    await personsOf(
      answering(() => Promise.reject(cause)),
      accounts,
      atOnce,
    ),
  ).toEqual(fault);
  expect(
    personsOf(
      answering(() => 'p-1'),
      accounts,
      down,
    ),
  ).toEqual(fault);
  // One throws at once while another is still to reject: nothing is left to reject unheard.
  const mixed = ({ kind }: Account): unknown => (kind === 'approver' ? Promise.reject(cause) : down());
  expect(await personsOf(answering(mixed), accounts, atOnce)).toEqual(fault);
  const trap = {
    get then(): never {
      throw cause;
    },
  };
  expect(
    personsOf(
      answering(() => trap),
      accounts,
      atOnce,
    ),
  ).toEqual(fault);
});

test('every account is asked for under the deadline, at the same time', async () => {
  let questions = 0;
  const counted = <T>(question: () => T): T => {
    questions += 1;
    return question();
  };
  let release: (person: string) => void = () => {};
  const person = new Promise<string>((resolve) => {
    release = resolve;
  });
  const answer = personsOf(
    answering(() => person),
    [account('principal'), account('approver')],
    counted,
  );
  expect(questions).toBe(2);
  release('p-1');
  expect(await answer).toMatchObject({ ok: true });
  expect(personsOf(null, [account('principal')], counted)).toMatchObject({ ok: true });
  expect(questions).toBe(2);
});
