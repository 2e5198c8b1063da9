/* Why an answer is refused, what is on record of it, and what nobody learns from it. */
import { expect, test } from 'vitest';
import { evidenceOf, turns } from '../desk.ts';
import { openCounter, pendingOf } from './counter.ts';

const reason = 'changed my mind';

test('nobody learns of an approval that is none of theirs, whatever they ask [B-059, B-064]', async () => {
  const { boundary, as, refund, cancel } = await openCounter();
  const unknown = { kind: 'refused', reason: 'unknown_approval' };
  for (const { id, seen } of [pendingOf(await cancel()), pendingOf(await refund())]) {
    const eve = as('eve');
    const elsewhere = boundary.approver({ tenant: 'other', id: 'ann' }).approvals;
    for (const its of [eve, elsewhere]) {
      expect(await its.show(id)).toEqual(unknown);
      expect(await its.approve(id, seen)).toEqual(unknown);
      expect(await its.approve(id, { digest: 'f'.repeat(64) })).toEqual(unknown);
      expect(await its.reject(id, seen)).toEqual(unknown);
      expect(await its.revoke(id, { reason })).toEqual(unknown);
      expect(await its.renew(id, seen)).toEqual(unknown);
      expect(await its.lift(id, { reason })).toEqual(unknown);
      expect(await its.show('no-such-id')).toEqual(unknown);
      expect(await its.list()).toEqual({ kind: 'listed', approvals: [], next: null });
    }
    await as('ann').revoke(id, { reason });
    for (const its of [eve, elsewhere]) {
      expect(await its.show(id)).toEqual(unknown);
      expect(await its.approve(id, seen)).toEqual(unknown);
      expect(await its.lift(id, { reason })).toEqual(unknown);
    }
  }
});

test('who may see what waits, and may not answer it, is told so and shown nothing', async () => {
  const { as, refund, cancel } = await openCounter();
  const refused = { kind: 'refused', reason: 'approver_unauthorized' };
  for (const { id, seen } of [pendingOf(await cancel()), pendingOf(await refund())]) {
    const clerk = as('clerk');
    expect(await clerk.show(id)).toEqual(refused);
    expect(await clerk.approve(id, seen)).toEqual(refused);
    expect(await clerk.reject(id, seen)).toEqual(refused);
    expect(await clerk.revoke(id, { reason })).toEqual(refused);
    expect(await clerk.renew(id, seen)).toEqual(refused);
    expect(await clerk.lift(id, { reason })).toEqual({ kind: 'refused', reason: 'not_pending' });
  }
});

test('an answer about anything but what is asked is refused, and so is one without a digest', async () => {
  const { as, cancel } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  const other = pendingOf(await cancel('o-2'));
  const refused = { kind: 'refused', reason: 'digest_mismatch' };
  for (const digest of [other.seen.digest, seen.digest.toUpperCase(), seen.digest.slice(1), 'approve']) {
    expect(await as('ann').approve(id, { digest })).toEqual(refused);
    expect(await as('ann').reject(id, { digest })).toEqual(refused);
    expect(await as('ann').renew(id, { digest })).toEqual(refused);
  }
  const loose = as('ann') as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  for (const act of ['approve', 'reject', 'renew', 'revoke', 'lift'])
    for (const options of [
      undefined,
      null,
      {},
      { digest: '' },
      { digest: 7 },
      { ...seen, reason, force: true },
    ])
      await expect(loose[act]!(id, options)).rejects.toMatchObject({ code: 'options_invalid' });
  for (const words of ['', ' ', 'x'.repeat(501), 'a\nb', 7])
    await expect(loose['revoke']!(id, { reason: words })).rejects.toMatchObject({ code: 'options_invalid' });
  for (const wrong of ['', 'x'.repeat(257), 'a\u0000', 7, null])
    await expect(loose['show']!(wrong)).rejects.toMatchObject({ code: 'options_invalid' });
  await expect(loose['list']!({ limit: 0 })).rejects.toMatchObject({ code: 'options_invalid' });
  expect(await as('ann').approve(id, seen)).toMatchObject({ status: 'approved' });
});

test('what was answered, used or taken back takes no answer any more [V-034]', async () => {
  const { as, cancel, refund } = await openCounter();
  const refused = { kind: 'refused', reason: 'not_pending' };
  const { id, seen } = pendingOf(await cancel());
  await as('ann').approve(id, seen);
  expect(await as('ann').approve(id, seen)).toEqual(refused);
  expect(await as('ann').reject(id, seen)).toEqual(refused);
  await cancel();
  const rejected = pendingOf(await refund());
  await as('rita').reject(rejected.id, rejected.seen);
  for (const [its, over] of [
    [as('ann'), id],
    [as('rita'), id],
    [as('rita'), rejected.id],
    [as('ann'), rejected.id],
  ] as const) {
    expect(await its.show(over)).toEqual(refused);
    expect(await its.approve(over, seen)).toEqual(refused);
    expect(await its.reject(over, seen)).toEqual(refused);
    expect(await its.revoke(over, { reason })).toEqual(refused);
    expect(await its.renew(over, seen)).toEqual(refused);
  }
});

test('where the directory or `approvers` throws, is late or answers rubbish, nobody is entitled', async () => {
  const broken = new Error('directory down');
  const { as, refund, counter, clock } = await openCounter({ decisionDeadline: 1_000 });
  const { id, seen } = pendingOf(await refund());
  const fails = async () => {
    const answer = await as('rita').approve(id, seen);
    expect(answer).toEqual({ kind: 'refused', reason: 'approver_error' });
    return answer.kind === 'refused' ? answer.cause : null;
  };
  counter.approvers = () => {
    throw broken;
  };
  expect(await fails()).toBe(broken);
  counter.approvers = () => Promise.reject(broken);
  expect(await fails()).toBe(broken);
  for (const rubbish of [1, 'yes', {}, null, undefined]) {
    counter.approvers = () => rubbish;
    expect(await fails()).toBeInstanceOf(TypeError);
  }
  counter.approvers = () => new Promise(() => {});
  const late = fails();
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(200);
  }
  expect(await late).toBeInstanceOf(Error);
  counter.approvers = () => true;
  counter.persons.set('rita', ' rita');
  expect(await fails()).toBeInstanceOf(TypeError);
  expect(await as('rita').list()).toEqual({ kind: 'refused', reason: 'approver_error' });
});

test('a directory that breaks answers alike, whether or not there is what was asked for', async () => {
  const { boundary, cancel } = await openCounter({
    directory: {
      principal: () => ({}),
      approver: () => {
        throw new Error('directory down');
      },
    },
  });
  const { id } = pendingOf(await cancel());
  const its = boundary.approver({ tenant: 'acme', id: 'eve' }).approvals;
  const refused = { kind: 'refused', reason: 'approver_error' };
  expect([await its.show(id), await its.show('no-such-id'), await its.list()]).toEqual([
    refused,
    refused,
    refused,
  ]);
});

test('only exactly true makes an approver of the tenant', async () => {
  for (const rubbish of [1, 'true', {}, undefined]) {
    const directory = { principal: () => ({}), approver: () => rubbish as unknown as boolean };
    const { as } = await openCounter({ directory });
    expect(await as('rita').list()).toMatchObject({ reason: 'approver_error' });
  }
});

test('what is refused is on record, alike ones counted, those about different approvals apart', async () => {
  const { boundary, as, cancel, clock } = await openCounter();
  const { id, seen } = pendingOf(await cancel());
  for (let time = 0; time < 5; time += 1) await as('eve').approve(id, seen);
  await as('eve').approve('another', seen);
  await as('eve').show(id);
  await as('ann').approve(id, { digest: 'no' });
  clock.advance(1_001);
  await turns();
  const records = (await evidenceOf(boundary)).filter(({ type }) => type === 'approver.refused');
  const said = records.map(({ body }) => [body['act'], body['reason'], body['fault'], body['count']]);
  expect(said).toEqual([
    ['approvals.approve', 'unknown_approval', false, 1],
    ['approvals.approve', 'unknown_approval', false, 1],
    ['approvals.show', 'unknown_approval', false, 1],
    ['approvals.approve', 'digest_mismatch', false, 1],
    ['approvals.approve', 'unknown_approval', false, 4],
  ]);
  const [first, other, shown] = records.map(({ body }) => body['approval']);
  expect(first).toBe(shown);
  expect(first).not.toBe(other);
  expect(JSON.stringify(records)).not.toContain(id);
});

test('a handle takes an identity from authentication, and nothing else [B-047, B-068]', async () => {
  const { boundary } = await openCounter();
  const made = (given: unknown) => () => boundary.approver(given as { tenant: string; id: string });
  for (const wrong of [
    undefined,
    null,
    {},
    { tenant: 'acme' },
    { tenant: 'acme', id: '' },
    { tenant: ' ', id: 'ann' },
    { tenant: 'acme', id: ' ann' },
    { tenant: 'acme', id: 'ann', person: 'rita' },
  ])
    expect(made(wrong)).toThrow(expect.objectContaining({ code: 'context_invalid' }));
  expect(made({ tenant: 'acme', id: 'ann' })()).toMatchObject({ tenant: 'acme', id: 'ann' });
  await boundary.close();
  expect(made({ tenant: 'acme', id: 'ann' })).toThrow(expect.objectContaining({ code: 'boundary_closed' }));
});
