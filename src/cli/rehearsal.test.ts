import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundary } from '../boundary.ts';
import { capability, jsonSchema } from '../capability/index.ts';
import { fakeClock } from '../testing/index.ts';
import { sqlite } from '../store/sqlite/index.ts';
import { rehearse } from './rehearsal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const capabilities = ['a.read', 'b.read'].map((name) =>
  capability({
    name,
    effect: 'read',
    input: jsonSchema({ type: 'object', properties: {} }),
    authorize: () => true,
    execute: () => null,
  }),
);
const context = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };
const options = () => ({
  capabilities,
  mode: 'development' as const,
  store: sqlite(join(folder, 'app.db')),
  say: () => {},
});
const contents = () =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);

test('where there is no database none is made, and no key [D-026]', async () => {
  const { boundary, from } = await rehearse(options());
  expect(from).toBe('nothing');
  expect(await boundary.session(context).check('a.read', {})).toMatchObject({ decision: 'permit' });
  await boundary.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('where only the schema is there no key is made [D-026]', async () => {
  const store = sqlite(join(folder, 'app.db'));
  await store.open(fakeClock());
  await store.close();
  const { boundary, from } = await rehearse(options());
  expect(from).toBe('nothing');
  await boundary.close();
  expect(readdirSync(folder)).toEqual(['app.db']);
});

test('a database is looked into and left as it was, also for a catalogue that it does not know [D-026]', async () => {
  const real = await createBoundary(options());
  await real.session(context).call('a.read', {}, { callId: 'call-1' });
  await real.close();
  const before = contents();
  const { boundary, from } = await rehearse({ ...options(), capabilities: capabilities.slice(0, 1) });
  expect(from).toBe('database');
  const known = await boundary.session(context).check('a.read', {}, { callId: 'call-1' });
  expect(known).toMatchObject({ decision: 'known', detail: 'replayed' });
  expect(await boundary.session(context).check('a.read', {})).toMatchObject({ decision: 'permit' });
  await boundary.close();
  expect(contents()).toEqual(before);
});
