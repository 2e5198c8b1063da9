/* What people agreed to in one process runs in another one, from nothing but the database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BoundaryOptions, capability, jsonSchema, resource } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { reasonOf } from '../desk.ts';
import { counterCapabilities, newCounter, openCounter, pendingOf } from './counter.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-approvals-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const counter = newCounter();
const notes: string[] = [];
const note = capability({
  name: 'orders.note',
  effect: 'write',
  ask: 'never',
  input: jsonSchema<{ readonly orderId: string }>({
    type: 'object',
    properties: { orderId: { type: 'string' } },
    required: ['orderId'],
  }),
  target: resource({ type: 'order', id: 'orderId', load: (_context, id) => ({ id }), key: ({ id }) => id }),
  authorize: () => true,
  execute: ({ target }) => void notes.push(target.id),
});

/** A boundary over the same file, as a process that starts anew has one. */
const start = (options: Partial<BoundaryOptions> = {}) =>
  openCounter(
    {
      store: sqlite(join(folder, 'app.db')),
      capabilities: [...counterCapabilities(counter), note],
      ...options,
    },
    counter,
  );

test('a turn of two writes, one of which waits, is resumed an hour later: each ran once [B-038, B-056, S-082]', async () => {
  const before = await start();
  const turn = async ({ session, refund }: Pick<typeof before, 'session' | 'refund'>) =>
    Promise.all([session.call('orders.note', { orderId: 'o-1' }, { callId: 'call-a' }), refund()]);
  const [noted, asked] = await turn(before);
  expect(noted.kind).toBe('executed');
  const { id, seen, executionId } = pendingOf(asked);
  await before.as('rita').approve(id, seen);
  await before.boundary.close();

  const people = await start();
  people.clock.advance(3_600_000);
  expect(await people.as('ron').approve(id, seen)).toMatchObject({ status: 'approved' });
  await people.boundary.close();

  const after = await start();
  after.clock.advance(3_600_000);
  const [again, done] = await turn(after);
  expect([again.kind, done.kind]).toEqual(['replayed', 'executed']);
  expect((await turn(after)).map(({ kind }) => kind)).toEqual(['replayed', 'replayed']);
  expect(notes).toEqual(['o-1']);
  expect(counter.effects).toEqual([`refund o-1 100 ${executionId}`]);
  await after.boundary.close();
});

test('what expired by the time of the store has expired for a process whose clock is behind [B-061]', async () => {
  const before = await start();
  const { id, seen } = pendingOf(await before.cancel());
  const behind = await start();
  before.clock.advance(900_000);
  await before.cancel('o-2');
  expect(await behind.as('ann').list()).toMatchObject({ approvals: [{ capability: 'orders.cancel' }] });
  expect(await behind.as('ann').approve(id, seen)).toEqual({ kind: 'refused', reason: 'expired' });
  await Promise.all([before.boundary.close(), behind.boundary.close()]);
});

test('a no is kept, also by a process that would not ask [B-034]', async () => {
  counter.effects.length = 0;
  const before = await start();
  const { id, seen } = pendingOf(await before.cancel());
  await before.as('ann').reject(id, seen);
  await before.boundary.close();
  const after = await start();
  expect(reasonOf(await after.cancel())).toBe('approval_rejected');
  expect(counter.effects).toEqual([]);
  await after.boundary.close();
});

test('where the capability is another one by now, nobody agrees to it, and it can be taken away', async () => {
  const before = await start();
  const review = pendingOf(await before.refund(7));
  const confirm = pendingOf(await before.cancel('o-2'));
  await before.boundary.close();
  // What comes next has no cancellations any more, and no refunds, or other ones.
  const [, refund] = counterCapabilities(counter);
  const [, refundNow] = counterCapabilities(counter, '2');
  for (const capabilities of [[note], [refund, note], [refundNow, note]]) {
    const after = await start({ capabilities });
    const gone = { kind: 'refused', reason: 'target_changed' };
    expect(await after.as('ann').approve(confirm.id, confirm.seen)).toEqual(gone);
    expect(await after.as('ann').renew(confirm.id, confirm.seen)).toEqual(gone);
    if (!capabilities.includes(refund)) {
      expect(await after.as('rita').approve(review.id, review.seen)).toEqual(gone);
      expect(await after.as('uma').approve(review.id, review.seen)).toMatchObject({
        reason: 'unknown_approval',
      });
      expect(await after.as('rita').show(review.id)).toMatchObject({
        approval: { arguments: [{ name: 'amount', value: 7, role: null }, {}] },
      });
    }
    await after.boundary.close();
  }
  const after = await start({ capabilities: [note] });
  expect(await after.as('rita').reject(review.id, review.seen)).toMatchObject({ status: 'rejected' });
  expect(await after.as('ann').reject(confirm.id, confirm.seen)).toMatchObject({ status: 'rejected' });
  await after.boundary.close();
});
