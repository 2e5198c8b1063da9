/* Whoever decides whether people are asked may answer otherwise the second time: that never lets a call past them. */
import { expect, test } from 'vitest';
import {
  type Ask,
  type BoundaryOptions,
  capability,
  confirm,
  type Context,
  jsonSchema,
  permit,
  resource,
  review,
} from '../../src/index.ts';
import { reasonOf } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

interface Thing {
  readonly id: string;
  readonly owner: string;
}

/** What a test changes to answer otherwise. */
interface Says {
  ask?: Ask<{ readonly id: string }, Thing>;
  authorize?: (about: { readonly context: Context }) => unknown;
  facts?: () => object;
  quorum?: number;
}

async function opened(says: Says, options: Partial<BoundaryOptions> = {}) {
  const ran: string[] = [];
  const facts = () => (says.facts?.() ?? { thing: 'lamp' }) as { readonly thing: string };
  const make = (ask: Says['ask']) =>
    capability({
      name: 'things.move',
      effect: 'write',
      ...(ask === undefined ? {} : { ask }),
      input: jsonSchema<{ readonly id: string }>({
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      }),
      target: resource({
        type: 'thing',
        id: 'id',
        load: (_context, id): Thing => ({ id, owner: 'ann' }),
        key: (thing) => thing.id,
      }),
      authorize: (about) => (says.authorize?.(about) ?? true) as boolean,
      confirm: facts,
      review: { facts, approvers: () => true, quorum: says.quorum ?? 1 },
      execute: ({ target, executionId }) => void ran.push(`${target.id} ${executionId}`),
    });
  const counter = await openCounter({ capabilities: [make(says.ask)], ...options });
  const call = (callId = 'call-1') => counter.session.call('things.move', { id: 't-1' }, { callId });
  return { ...counter, ran, call };
}

/** Yes the first time, then what it is told. */
function once(then: () => boolean): () => boolean {
  let asked = 0;
  return () => (asked++ === 0 ? true : then());
}

const threw = () => {
  throw new Error('nobody can say');
};

test.each([
  ['no', () => false],
  ['yes', () => true],
  ['an error', threw],
])('a question that says yes and then %s is not asked again: people are [B-058]', async (_then, then) => {
  const { call, ran, as } = await opened({ ask: once(then) });
  const { id, seen, executionId } = pendingOf(await call());
  expect(pendingOf(await call()).id).toBe(id);
  expect(ran).toEqual([]);
  expect(await as('ann').approve(id, seen)).toMatchObject({ status: 'approved' });
  expect(await call()).toMatchObject({ kind: 'executed', permit: 'confirmed' });
  expect(ran).toEqual([`t-1 ${executionId}`]);
});

test('a question that throws or is late asks [B-058]', async () => {
  for (const ask of [threw, async () => threw(), () => 0 as unknown as boolean])
    expect((await (await opened({ ask })).call()).kind).toBe('pending');
});

test('a no holds for the call, whatever would ask by now [B-034, B-058]', async () => {
  const says: Says = { ask: once(() => false) };
  const { call, ran, as } = await opened(says);
  const { id, seen } = pendingOf(await call());
  await as('ann').reject(id, seen);
  expect(reasonOf(await call())).toBe('approval_rejected');
  expect(ran).toEqual([]);
});

test('an authorizer that asked and permits by now lets the call go on with people alone [B-034, B-058]', async () => {
  const says: Says = { ask: 'never', authorize: () => confirm('odd') };
  const { call, ran, as } = await opened(says);
  const { id, seen } = pendingOf(await call());
  for (const authorize of [() => true, () => permit()]) {
    says.authorize = authorize;
    expect(pendingOf(await call()).id).toBe(id);
  }
  await as('ann').approve(id, seen);
  expect(await call()).toMatchObject({ kind: 'executed', permit: 'confirmed' });
  expect(ran).toHaveLength(1);
});

test('where nobody would be asked by now and the answer came too late, people are asked anew', async () => {
  const says: Says = { ask: 'never', authorize: () => confirm('odd') };
  const { call, ran, as, clock } = await opened(says);
  const first = pendingOf(await call());
  says.authorize = () => true;
  clock.advance(900_000);
  const { id, seen, reasons } = pendingOf(await call());
  expect(id).not.toBe(first.id);
  expect(reasons).toEqual([]);
  expect(ran).toEqual([]);
  await as('ann').approve(id, seen);
  expect((await call()).kind).toBe('executed');
});

test('an answer that is weaker than what is asked by now covers nothing, and others are asked', async () => {
  const says: Says = { ask: 'always' };
  const { call, ran, as } = await opened(says);
  const { id, seen } = pendingOf(await call());
  await as('ann').approve(id, seen);
  says.authorize = () => review('large');
  expect(pendingOf(await call())).toMatchObject({ decision: 'review', reasons: ['policy', 'write'] });
  expect(ran).toEqual([]);
  expect(await as('ann').revoke(id, { reason: 'late' })).toMatchObject({ reason: 'not_pending' });
});

test('an authorizer that asks for more between the check and the effect stops it; one that asks for less does not', async () => {
  let count = 0;
  const says: Says = { ask: 'always' };
  const { call, ran, as } = await opened(says);
  const { id, seen } = pendingOf(await call());
  await as('ann').approve(id, seen);
  // Every call judges twice: at the check, and right before the effect.
  says.authorize = () => (++count % 2 === 0 ? review('large') : true);
  expect(reasonOf(await call())).toBe('approval_mismatch');
  says.authorize = () => (++count % 2 === 0 ? true : confirm('odd'));
  expect(await call()).toMatchObject({ kind: 'executed', permit: 'confirmed' });
  expect(ran).toHaveLength(1);
});

test.each([
  ['throw', threw],
  ['are a promise', async () => ({ thing: 'lamp' })],
  ['are not JSON', () => ({ thing: Number.NaN })],
  ['hold what is not there', () => ({ thing: undefined })],
  ['have a key that makes prototypes', () => JSON.parse('{"__proto__":{"thing":"lamp"}}') as object],
  ['are a list', () => ['lamp']],
  ['convert themselves', () => ({ toJSON: () => ({ thing: 'lamp' }) })],
])('facts that %s are a fault, and nobody is asked', async (_what, facts) => {
  const { call, ran, as } = await opened({ ask: 'always', facts });
  await expect(call()).rejects.toMatchObject({ code: 'decision_unavailable' });
  expect(await as('ann').list()).toMatchObject({ approvals: [] });
  expect(ran).toEqual([]);
});

test('facts that break, or say anything else, right before the effect stop it and use nothing up [B-106]', async () => {
  const says: Says = { ask: 'always' };
  const { call, ran, as } = await opened(says);
  const { id, seen } = pendingOf(await call());
  await as('ann').approve(id, seen);
  let count = 0;
  says.facts = () => (++count % 2 === 0 ? threw() : { thing: 'lamp' });
  await expect(call()).rejects.toMatchObject({ code: 'decision_unavailable' });
  // A zero-width space is another word, whether or not anybody could see it.
  says.facts = () => ({ thing: ++count % 2 === 0 ? 'la\u200bmp' : 'lamp' });
  count = 0;
  expect(reasonOf(await call())).toBe('approval_mismatch');
  says.facts = () => ({ thing: 'lamp' });
  expect((await call()).kind).toBe('executed');
  expect(ran).toHaveLength(1);
});

test('facts that differ each time ask each time, until asking is capped', async () => {
  let count = 0;
  const { call, ran } = await opened({ ask: 'always', facts: () => ({ seen: ++count }) });
  const kinds = [];
  for (let n = 0; n < 7; n += 1) kinds.push((await call()).kind);
  expect(kinds).toEqual(['pending', 'pending', 'pending', 'pending', 'pending', 'throttled', 'throttled']);
  expect(ran).toEqual([]);
});

test('a step up that is lost between asking and running stops it, and leaves the answer unused', async () => {
  const held = { grant: 'things.write', assurance: 'mfa' } as const;
  const now: { grant: string; assurance: string } = { ...held };
  const thing = capability({
    name: 'things.wipe',
    effect: 'write',
    ask: 'always',
    requires: held,
    input: jsonSchema<{ readonly id: string }>({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    }),
    target: resource({ type: 'thing', id: 'id', load: (_context, id) => ({ id }), key: ({ id }) => id }),
    authorize: () => true,
    confirm: ({ target }) => ({ thing: target.id }),
    execute: () => 'wiped',
  });
  const { boundary, as } = await openCounter({ capabilities: [thing], assurance: ['password', 'mfa'] });
  const call = () =>
    boundary
      .session({ tenant: 'acme', principal: 'ann', conversation: 'c-1', ...now })
      .call('things.wipe', { id: 't-1' }, { callId: 'call-1' });
  const { id, seen } = pendingOf(await call());
  await as('ann').approve(id, seen);
  now.assurance = 'password';
  expect(reasonOf(await call())).toBe('assurance_too_low');
  Object.assign(now, held, { grant: 'things.read' });
  expect(reasonOf(await call())).toBe('unauthorized');
  Object.assign(now, held);
  expect(await call()).toMatchObject({ kind: 'executed', permit: 'confirmed' });
});

test('what people agreed to be read is read once, as what they agreed to be written is written once [V-009]', async () => {
  const reads: string[] = [];
  const file = capability({
    name: 'files.read',
    effect: 'read',
    input: jsonSchema<{ readonly id: string }>({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    }),
    target: resource({ type: 'file', id: 'id', load: (_context, id) => ({ id }), key: ({ id }) => id }),
    authorize: () => confirm('secret'),
    confirm: ({ target }) => ({ file: target.id }),
    execute: ({ target }) => {
      reads.push(target.id);
      return { secret: target.id };
    },
  });
  const { session, as } = await openCounter({ capabilities: [file] });
  const read = (callId: string) => session.call('files.read', { id: 'f-1' }, { callId });
  const { id, seen } = pendingOf(await read('a'));
  await as('ann').approve(id, seen);
  expect(await read('a')).toMatchObject({ kind: 'executed', permit: 'confirmed' });
  expect((await read('a')).kind).toBe('replayed');
  for (const callId of ['b', 'c']) expect((await read(callId)).kind).toBe('pending');
  expect(reads).toEqual(['f-1']);
});

test('two who use one answer at once to read: one of them does', async () => {
  const file = capability({
    name: 'files.read',
    effect: 'read',
    input: jsonSchema<{ readonly id: string }>({
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    }),
    target: resource({ type: 'file', id: 'id', load: async (_context, id) => ({ id }), key: ({ id }) => id }),
    authorize: () => confirm('secret'),
    confirm: ({ target }) => ({ file: target.id }),
    execute: ({ target }) => target.id,
  });
  const { session, as } = await openCounter({ capabilities: [file] });
  const read = (callId: string) => session.call('files.read', { id: 'f-1' }, { callId });
  const { id, seen } = pendingOf(await read('a'));
  await as('ann').approve(id, seen);
  const kinds = (await Promise.all(['a', 'b', 'c'].map(read))).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'executed')).toHaveLength(1);
});
