import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Boundary, capability, createBoundary, jsonSchema } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { deskCapabilities, newDesk } from './desk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const key = 'cd'.repeat(32);
const capabilities = deskCapabilities(newDesk()).slice(0, 2);
const file = () => join(folder, 'app.db');

test('a store in memory is refused in production, which is the default [D-022]', async () => {
  const options = { capabilities, key, store: sqlite(':memory:') };
  await expect(createBoundary(options)).rejects.toMatchObject({ code: 'options_invalid' });
});

test('production never makes a key: without one nothing starts, and the sentence says what to do [D-010, S-077]', async () => {
  const opening = createBoundary({ capabilities, store: sqlite(file()) });
  await expect(opening).rejects.toMatchObject({ code: 'key_missing' });
  await expect(opening).rejects.toThrow('COUNTERSIGN_KEY');
});

test('development makes a key beside the database, for its owner only, and says so once [D-010, B-229]', async () => {
  const said: string[] = [];
  const open = () =>
    createBoundary({
      capabilities,
      mode: 'development',
      store: sqlite(file()),
      say: (line) => said.push(line),
    });
  await (await open()).close();
  const boundary = await open();
  expect(boundary.keySource).toBe('file');
  await boundary.close();
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(`${file()}.key`);
  expect(said[0]).not.toContain(readFileSync(`${file()}.key`, 'utf8').trim());
  expect(statSync(`${file()}.key`).mode & 0o777).toBe(0o600);
});

test('data does not open without its key, with another one, or with a new one in its place [D-010]', async () => {
  await (await createBoundary({ capabilities, key, store: sqlite(file()) })).close();
  const other = createBoundary({ capabilities, key: 'ef'.repeat(32), store: sqlite(file()) });
  await expect(other).rejects.toMatchObject({ code: 'key_mismatch' });
  await expect(other).rejects.not.toThrow('efef');
  const none = createBoundary({ capabilities, mode: 'development', store: sqlite(file()) });
  await expect(none).rejects.toMatchObject({ code: 'key_missing' });
});

test('a key that is too short or no key at all is refused without being repeated [D-010]', async () => {
  for (const bad of ['c2hvcnQ=', 'not a key!', new Uint8Array(31)]) {
    const opening = createBoundary({ capabilities, key: bad, store: sqlite(file()) });
    await expect(opening).rejects.toMatchObject({ code: 'key_malformed' });
    await expect(opening).rejects.not.toThrow('c2hvcnQ=');
  }
});

test('what was done stands after a restart: replays answer, operations stay held [B-127]', async () => {
  const desk = newDesk();
  const open = () => createBoundary({ capabilities: deskCapabilities(desk), key, store: sqlite(file()) });
  const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
  const first = await open();
  const done = await first.session(context).call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await first.close();
  const second = await open();
  const session = second.session(context);
  const again = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(again).toMatchObject({
    kind: 'replayed',
    value: { cancelled: 'o-1' },
    executionId: done.kind === 'executed' ? done.executionId : '',
  });
  const other = await session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-2' });
  expect(other).toMatchObject({ kind: 'denied', reason: 'duplicate' });
  expect(desk.effects).toHaveLength(1);
  await second.close();
});

test('a deploy that drops a capability still replays what was done under it [D-005]', async () => {
  const desk = newDesk();
  const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
  const first = await createBoundary({ capabilities: deskCapabilities(desk), key, store: sqlite(file()) });
  await first.session(context).call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  await first.close();
  const second = await createBoundary({ capabilities, key, store: sqlite(file()) });
  const again = await second.session(context).call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' });
  expect(again).toMatchObject({ kind: 'replayed', value: { cancelled: 'o-1' } });
  await second.close();
});

test('a deploy that drops a capability still replays a call of it whose arguments nothing else may be as large as [D-005]', async () => {
  const upload = capability({
    name: 'files.put',
    effect: 'write',
    ask: 'never',
    input: jsonSchema<{ readonly body: string }>({
      type: 'object',
      properties: { body: { type: 'string' } },
      required: ['body'],
    }),
    maxBytes: 1_048_576,
    authorize: () => true,
    execute: ({ input }) => input.body.length,
  });
  const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
  const large = { body: 'x'.repeat(500_000) };
  const put = (boundary: Boundary, args: unknown, callId: string) => {
    const name: string = 'files.put';
    return boundary.session(context).call(name, args, { callId });
  };
  const first = await createBoundary({ capabilities: [upload], key, store: sqlite(file()) });
  expect(await put(first, large, 'call-1')).toMatchObject({ kind: 'executed', value: 500_000 });
  await first.close();
  const second = await createBoundary({ capabilities, key, store: sqlite(file()) });
  for (const args of [large, JSON.stringify(large)])
    expect(await put(second, args, 'call-1')).toMatchObject({ kind: 'replayed', value: 500_000 });
  const other = { body: `${large.body}y` };
  expect(await put(second, other, 'call-1')).toMatchObject({ reason: 'call_id_reused' });
  expect(await put(second, large, 'call-2')).toMatchObject({ reason: 'argument_schema' });
  await second.close();
});
