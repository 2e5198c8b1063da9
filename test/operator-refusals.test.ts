/* Who may not act, and what is refused to those who may. Nothing is shown or written then. */
import { expect, test } from 'vitest';
import { type BoundaryOptions, DecisionUnavailable, type Directory, type Operator } from '../src/index.ts';
import { bentStore, full } from './bent-store.ts';
import { evidenceOf, openDesk, turns } from './desk.ts';
import { knowsOperators, rowOf, unknownEnd } from './operator.ts';

const reason = 'seen on the statement';
const principal = () => ({});

/** Every act, tried by one operator on one claim. */
const acts = {
  'claims.list': (operator: Operator) => operator.claims.list(),
  'claims.show': (operator: Operator, id: string) => operator.claims.show(id),
  'claims.resolve': (operator: Operator, id: string) =>
    operator.claims.resolve(id, { as: 'completed', reason }),
  'limits.list': (operator: Operator) => operator.limits.list(),
  'limits.prune': (operator: Operator) => operator.limits.prune({ reason }),
  'clock.reset': (operator: Operator) => operator.clock.reset({ reason }),
  'runs.list': (operator: Operator) => operator.runs.list(),
  'runs.show': (operator: Operator) => operator.runs.show('run-1'),
  'runs.undo': (operator: Operator) => operator.runs.undo('run-1', { reason }),
  'runs.release': (operator: Operator) => operator.runs.release('run-1', { reason }),
} as const;

const never = new Promise<never>(() => {});
const answers: readonly (readonly [title: string, directory: Directory | null, reason: string])[] = [
  ['no directory', null, 'operator_unauthorized'],
  ['a directory that knows no operators', { principal }, 'operator_unauthorized'],
  ['false', { principal, operator: () => false }, 'operator_unauthorized'],
  ['a promise of false', { principal, operator: async () => false }, 'operator_unauthorized'],
  ...[undefined, null, 1, 'true', {}, Promise.resolve({ granted: true })].map(
    (answer) =>
      [
        `rubbish (${typeof answer})`,
        { principal, operator: () => answer as boolean },
        'operator_error',
      ] as const,
  ),
  [
    'an exception',
    {
      principal,
      operator: () => {
        throw new Error('hunter2');
      },
    },
    'operator_error',
  ],
  ['a rejection', { principal, operator: () => Promise.reject(new Error('hunter2')) }, 'operator_error'],
];

test.each(answers)(
  '%s authorises nobody, whatever the act, and is on record [D-045]',
  async (_title, directory, code) => {
    const { real } = bentStore();
    const options: Partial<BoundaryOptions> = { store: real };
    const { boundary, given, operator } = await unknownEnd(
      directory === null ? { ...options, directory: undefined as never } : { ...options, directory },
    );
    const before = await rowOf(real);
    for (const [name, act] of Object.entries(acts)) {
      const refused = await act(operator, given[0]!);
      expect(refused).toEqual({ kind: 'refused', reason: code });
      expect(JSON.stringify(refused)).not.toContain('hunter2');
      expect((await evidenceOf(boundary)).at(-1)).toMatchObject({
        type: 'operator.refused',
        authentic: true,
        body: { act: name, reason: code, fault: code === 'operator_error', count: 1 },
      });
    }
    expect(await rowOf(real)).toEqual(before);
  },
);

test('what the directory threw is there for operators, and is not printed', async () => {
  const cause = new Error('hunter2');
  const { operator } = await unknownEnd({
    directory: { principal, operator: () => Promise.reject(cause) },
  });
  expect(await operator.claims.list()).toHaveProperty('cause', cause);
});

test('a directory that does not answer in time authorises nobody', async () => {
  const { clock, operator } = await unknownEnd({
    directory: { principal, operator: () => never },
    decisionDeadline: 50,
  });
  const asked = operator.claims.list();
  await turns();
  clock.advance(50);
  expect(await asked).toEqual({ kind: 'refused', reason: 'operator_error' });
});

test('the directory is asked at every act, for exactly this operator and tenant', async () => {
  const asked: unknown[] = [];
  let may = true;
  const { given, operator } = await unknownEnd({
    directory: { principal, operator: (one) => asked.push(one) > 0 && may },
  });
  expect((await operator.claims.list()).kind).toBe('listed');
  may = false;
  expect((await operator.claims.list()).kind).toBe('refused');
  may = true;
  expect((await operator.claims.show(given[0]!)).kind).toBe('shown');
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ tenant: 'acme', id: 'olga' })));
});

test('a claim whose end is known is nobody’s to change', async () => {
  const { boundary, session, cancel, given, operator } = await unknownEnd();
  await operator.claims.resolve(given[0]!, { as: 'retryable', reason });
  const again = { as: 'completed', reason } as const;
  expect(await operator.claims.resolve(given[0]!, again)).toMatchObject({ reason: 'not_unresolved' });
  await cancel('call-1');
  const forced = { as: 'retryable', reason, force: true } as const;
  expect(await operator.claims.resolve(given[0]!, forced)).toMatchObject({ reason: 'not_unresolved' });
  expect(await operator.claims.resolve('nobody', again)).toMatchObject({ reason: 'unknown_claim' });
  expect(await operator.claims.show('nobody')).toMatchObject({ reason: 'unknown_claim' });
  expect((await session.call('orders.view', { orderId: 'o-1' })).kind).toBe('executed');
  const records = await evidenceOf(boundary);
  expect(records.filter(({ type }) => type === 'claim.resolved')).toHaveLength(1);
});

test('refusals alike are counted in one record, and those about different claims never are', async () => {
  const { boundary, clock, operator } = await unknownEnd();
  for (let n = 0; n < 5; n += 1) await operator.claims.show('nobody');
  for (const id of ['nobody else', 'nobody']) await operator.claims.show(id);
  clock.advance(1_000);
  await turns();
  const refused = (await evidenceOf(boundary)).filter(({ type }) => type === 'operator.refused');
  expect(refused.map(({ body }) => body['count'])).toEqual([1, 1, 5]);
  const [one, other, counted] = refused.map(({ body }) => body['claim']);
  expect(one).toMatch(/^[\w-]{43}$/);
  expect(other).not.toBe(one);
  expect(counted).toBe(one);
});

test('a record of a refusal tells of which claim, in a fingerprint of this tenant, whichever act it was', async () => {
  const { boundary, given, operator } = await unknownEnd({ directory: { principal, operator: () => false } });
  const other = boundary.operator({ tenant: 'other', id: 'olga' });
  for (const one of [operator, other]) {
    for (const act of Object.values(acts)) await act(one, given[0]!);
  }
  const claimsIn = async (tenant: string) => {
    const refused = (await evidenceOf(boundary, tenant)).filter(({ type }) => type === 'operator.refused');
    return new Map(refused.map(({ body }) => [body['act'], body['claim']]));
  };
  const [ours, theirs] = [await claimsIn('acme'), await claimsIn('other')];
  expect([...ours.keys()]).toEqual(Object.keys(acts));
  for (const one of [ours, theirs]) {
    expect(one.get('claims.show')).toMatch(/^[\w-]{43}$/);
    expect(one.get('claims.resolve')).toBe(one.get('claims.show'));
    for (const about of ['claims.list', 'limits.list', 'limits.prune', 'clock.reset'])
      expect(one.get(about)).toBeNull();
  }
  expect(theirs.get('claims.show')).not.toBe(ours.get('claims.show'));
  expect(JSON.stringify(await evidenceOf(boundary))).not.toContain(`"claim":"${given[0]}"`);
});

test('an operator of another tenant sees nothing and changes nothing [B-064]', async () => {
  const { boundary, given } = await unknownEnd();
  const { claims } = boundary.operator({ tenant: 'other', id: 'olga' });
  expect(await claims.list()).toEqual({ kind: 'listed', claims: [], next: null });
  expect(await claims.show(given[0]!)).toMatchObject({ reason: 'unknown_claim' });
  const resolved = await claims.resolve(given[0]!, { as: 'retryable', reason, force: true });
  expect(resolved).toMatchObject({ reason: 'unknown_claim' });
  expect((await evidenceOf(boundary)).map(({ type }) => type)).not.toContain('operator.refused');
});

test.each(['claims.list', 'claims.show', 'claims.resolve'] as const)(
  'an edited claim is a fault on record: %s shows and writes nothing of it [D-009]',
  async (name) => {
    const { real, database } = bentStore();
    const { boundary, given, operator } = await unknownEnd({ store: real });
    database.exec(`UPDATE countersign_call SET capability = 'orders.burn'`);
    const before = await rowOf(real);
    await expect(acts[name](operator, given[0]!)).rejects.toMatchObject({
      name: DecisionUnavailable.name,
      code: 'state_tampered',
    });
    expect(await rowOf(real)).toEqual(before);
    expect((await evidenceOf(boundary)).at(-1)).toMatchObject({
      type: 'fault',
      authentic: true,
      body: { step: 'operator', code: 'state_tampered', capability: null, principal: null },
    });
  },
);

test.each([
  ['is edited', `UPDATE countersign_call SET at = 1`],
  ['disappears', 'DELETE FROM countersign_call'],
])('a claim that %s while it is resolved is a fault on record [D-009]', async (_title, sql) => {
  const { real, store, database, bend } = bentStore();
  const { boundary, given, operator } = await unknownEnd({ store });
  bend({
    settle: (settlement) => {
      database.exec(sql);
      database.exec('UPDATE countersign_call SET revision = 9');
      return real.settle(settlement);
    },
  });
  await expect(operator.claims.resolve(given[0]!, { as: 'completed', reason })).rejects.toMatchObject({
    code: 'state_tampered',
  });
  expect((await evidenceOf(boundary)).at(-1)).toMatchObject({ type: 'fault' });
});

test('a store that fails is a fault of the store, and nothing is resolved', async () => {
  const { store, real, bend } = bentStore();
  const { given, operator } = await unknownEnd({ store });
  for (const [name, change] of [
    ['claims.list', { unresolved: full }],
    ['claims.show', { claimOf: full }],
    ['claims.resolve', { claimOf: full }],
    ['claims.resolve', { settle: full }],
    ['limits.list', { meters: full }],
    ['limits.prune', { pruneMeters: full }],
  ] as const) {
    bend(change);
    await expect(acts[name](operator, given[0]!)).rejects.toMatchObject({ code: 'store_failed' });
  }
  expect(await rowOf(real)).toMatchObject({ state: 'indeterminate' });
});

test('a closed boundary makes no operators, and those it made act no more', async () => {
  const { boundary } = await openDesk({ directory: knowsOperators });
  const operator = boundary.operator({ tenant: 'acme', id: 'olga' });
  await boundary.close();
  expect(() => boundary.operator({ tenant: 'acme', id: 'olga' })).toThrow('the boundary is closed');
  for (const act of Object.values(acts))
    await expect(act(operator, 'e-1')).rejects.toMatchObject({ code: 'boundary_closed' });
});
