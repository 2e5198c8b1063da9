import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createBoundary } from '../../boundary.ts';
import { capability, jsonSchema } from '../../capability/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import { sqlite } from '../../store/sqlite/index.ts';
import { resource } from '../../target/index.ts';
import { onOrder, shop, shopKey } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';
import type { Advice } from '../doctor/advice.ts';

let shell: Terminal;
let file: string;
beforeEach(() => {
  shell = terminal();
  file = shell.path('app.db');
});
afterEach(() => shell[Symbol.dispose]());

interface Document {
  readonly errors: readonly Advice[];
  readonly advisories: readonly Advice[];
}

async function doctor(changed: Partial<BoundaryOptions> = {}, ...argv: readonly string[]) {
  shell.configure(() => shop(file, changed));
  const ran = await shell.run(['doctor', '--json', ...argv]);
  const document = ran.json() as Document & Readonly<Record<string, unknown>>;
  const codes = (advice: readonly Advice[]) => advice.map(({ code }) => code);
  return { ...ran, document, errors: codes(document.errors), advisories: codes(document.advisories) };
}

const start = async (options: BoundaryOptions): Promise<void> => (await createBoundary(options)).close();

/** The steps of a database that has none. */
const noStep = [1, 2, 3, 4, 5].map((id) => ({ id, applied: false }));

/** Without a key in its options. */
function keyless(changed: Partial<BoundaryOptions> = {}): BoundaryOptions {
  const { key: _none, ...options } = shop(file, changed);
  return options;
}

test('sound wiring has nothing to report, and looking at it leaves nothing behind [V-210]', async () => {
  const { exit, errors, advisories, document } = await doctor({}, '--strict');
  expect([exit, errors, advisories]).toEqual([0, [], []]);
  expect(readdirSync(shell.folder)).toEqual(['countersign.config.mjs']);
  expect(document).toMatchObject({
    mode: 'production',
    store: { durable: true, steps: noStep },
    key: { source: 'given' },
    capabilities: [
      { name: 'orders.view', effect: 'read', ask: 'never' },
      {
        name: 'orders.cancel',
        effect: 'write',
        once: true,
        freshness: 'refresh',
        target: { kind: 'resource', type: 'order', argument: 'orderId' },
        schema: { partial: false },
        roles: [{ argument: 'orderId', role: 'resource' }],
      },
    ],
  });
});

test('--strict turns advisories into failure and prints the same [V-210]', async () => {
  shell.configure(() => shop(file, { mode: 'development' }));
  const lax = await shell.run(['doctor']);
  const strict = await shell.run(['doctor', '--strict']);
  expect([lax.exit, strict.exit]).toEqual([0, 1]);
  expect([strict.out, strict.err]).toEqual([lax.out, lax.err]);
  expect(lax.out).toContain('mode_development');
});

const loose = capability({
  name: 'notes.write',
  effect: 'write',
  input: jsonSchema({ type: 'object', properties: { zork: { type: 'string' } }, additionalProperties: true }),
  authorize: () => false,
  requires: { grant: 'notes' },
  ask: 'never',
  execute: () => null,
});

test('what a capability leaves open is named, each with what to do [V-211]', async () => {
  const { exit, document, advisories } = await doctor({ capabilities: [loose] });
  expect(exit).toBe(0);
  expect(advisories).toEqual([
    'description_missing',
    'write_without_target',
    'write_without_once',
    'argument_unclassified',
    'schema_partial',
    'requires_without_directory',
  ]);
  for (const { about, sentence } of document.advisories) {
    expect(about).toBe('notes.write');
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  }
});

test('a write whose record is known by nothing of its own is named, and a read is not [V-211]', async () => {
  const declared = { type: 'order', id: 'orderId', load: () => ({ customer: 'ann' }) } as const;
  const on = (
    name: string,
    effect: 'read' | 'write',
    target: ReturnType<typeof resource<'orderId', unknown>>,
  ) =>
    capability({
      ...described,
      name,
      effect,
      input: jsonSchema<{ orderId: string }>({
        type: 'object',
        properties: { orderId: { type: 'string' } },
        required: ['orderId'],
        additionalProperties: false,
      }),
      target,
      once: () => ({ order: 1 }),
      ask: 'never',
    });
  const known = resource<'orderId', unknown>({ ...declared, key: () => '1' });
  const { document } = await doctor({
    capabilities: [
      on('a', 'write', resource<'orderId', unknown>(declared)),
      on('b', 'read', resource<'orderId', unknown>(declared)),
      on('c', 'write', known),
    ],
  });
  expect(document.advisories.map(({ code, about }) => [code, about])).toEqual([['target_without_key', 'a']]);
});

const closed = jsonSchema({ type: 'object', additionalProperties: false });
const described = {
  name: 'a',
  description: 'Does it.',
  input: closed,
  authorize: () => false,
  execute: () => null,
};

test('a capability without an effect, and one that no agent reaches, are named [V-211]', async () => {
  // As it may come from JavaScript.
  const { effect: _none, ...vague } = { ...described, effect: 'read' as const };
  const { advisories } = await doctor({
    capabilities: [capability(vague as typeof described & { effect: 'read' }), onOrder('b', 'read')],
    agents: { desk: { capabilities: ['b'] } },
  });
  expect(advisories).toEqual(expect.arrayContaining(['not_classified', 'unreachable']));
});

test('one without an effect is not taken for a write as well [V-211]', async () => {
  const { effect: _none, ...vague } = { ...described, effect: 'read' as const };
  const { document } = await doctor({
    capabilities: [capability(vague as typeof described & { effect: 'read' })],
  });
  expect(document.advisories).toEqual([
    {
      code: 'not_classified',
      about: 'a',
      sentence: 'It declares no effect, so it is never executed: say "read" or "write".',
    },
  ]);
});

test('arguments that validation changes, and so never accepts, are named [V-211]', async () => {
  const read = { ...described, effect: 'read' as const };
  const said = async (input: StandardSchemaV1) => {
    const { document } = await doctor({ capabilities: [capability({ ...read, version: '1', input })] });
    return document.advisories.map(({ code, sentence }) => `${code}: ${sentence}`);
  };
  const number = z.string().transform(Number).pipe(z.number());
  expect(await said(z.strictObject({ n: number }))).toEqual([
    expect.stringMatching(/^schema_changes: Validation changes "\/n", and nothing is coerced/),
  ]);
  expect(await said(z.strictObject({ a: z.string().transform((text) => text.trim()) }))).toEqual([
    expect.stringMatching(/^schema_transforms: /),
  ]);
  expect(await said(z.strictObject({ at: z.date() }))).toEqual([
    expect.stringMatching(/^schema_partial: Its schema gives no JSON Schema.* a date, is never accepted/),
  ]);
});

test('a snapshot target is named with its reason [V-211]', async () => {
  const order = capability({
    ...described,
    effect: 'read',
    freshness: { snapshot: 'orders never change' },
  });
  const { document } = await doctor({ capabilities: [order] });
  expect(document.advisories).toEqual([
    { code: 'target_not_refreshed', about: 'a', sentence: expect.stringContaining('"orders never change"') },
  ]);
});

test('problems of options, registration and key are found together, without a database [V-210]', async () => {
  shell.configure(() => ({
    ...keyless({ capabilities: [onOrder('a', 'read'), onOrder('a', 'read'), onOrder('-', 'write')] }),
    tenacy: 'ambient',
  }));
  const ran = await shell.run(['doctor', '--json']);
  expect(ran.exit).toBe(1);
  const codes = (ran.json() as Document).errors.map(({ code }) => code);
  expect(codes).toEqual(['options_invalid', 'registration_refused', 'registration_refused', 'key_missing']);
  expect(existsSync(file)).toBe(false);
});

test('capabilities of another copy of the package are one sentence, whatever else follows from it', async () => {
  const theirs = ['orders.view', 'orders.cancel'].map((name) => Object.freeze({ name }));
  const agents = { desk: { capabilities: ['orders.view'] } };
  const { exit, document } = await doctor({ capabilities: theirs, agents });
  expect([exit, document.errors]).toEqual([
    1,
    [
      {
        code: 'registration_refused',
        about: 'catalogue',
        sentence: expect.stringMatching(/two copies of countersign.*"npx countersign" in the project\.$/),
      },
    ],
  ]);
});

test('a declaration that never went through capability() is not taken for another copy’s', async () => {
  const bare = { name: 'orders.view', effect: 'read' } as const;
  const { document } = await doctor({ capabilities: [bare, onOrder('orders.cancel', 'write')] });
  expect(document.errors).toMatchObject([
    { sentence: expect.stringContaining('was not made by capability(...)') },
  ]);
});

test('a store that is none is an error, and so is one that forgets in production [V-210] [V-211]', async () => {
  expect(await doctor({ store: undefined as never })).toMatchObject({ exit: 1, errors: ['options_invalid'] });
  expect(await doctor({ store: sqlite(':memory:') })).toMatchObject({ exit: 1, errors: ['options_invalid'] });
});

test('a database that could not be opened or made is an error, and nothing is made [V-210]', async () => {
  const says = async (location: string) => {
    const { exit, document } = await doctor({ store: sqlite(location) });
    expect(exit).toBe(1);
    return document.errors.map(({ code, sentence }) => `${code}: ${sentence}`);
  };
  expect(await says(shell.path('nodir/x.db'))).toEqual([
    'store_failed: cannot open nodir/x.db: the folder nodir does not exist: make it first.',
  ]);
  expect(await says(shell.folder)).toEqual([
    `store_failed: cannot open ${shell.folder}: it is a folder: name a file.`,
  ]);
  expect(await says(shell.path('countersign.config.mjs'))).toEqual([
    'store_failed: cannot open countersign.config.mjs: it is no SQLite database: name another file.',
  ]);
  expect(readdirSync(shell.folder)).toEqual(['countersign.config.mjs']);
});

test('paths are shown relative to the working directory where they lie inside, else in full', async () => {
  mkdirSync(shell.path('config'));
  writeFileSync(shell.path('config/shop.mjs'), '// evaluated by the test\n');
  const inside = await doctor({ store: sqlite(shell.path('config/app.db')) }, '--config', 'config/shop.mjs');
  expect(inside.document).toMatchObject({ config: 'config/shop.mjs', store: { file: 'config/app.db' } });
  mkdirSync(shell.path('elsewhere'));
  const outside = await shell.run(['doctor', '--config', '../config/shop.mjs'], {
    cwd: shell.path('elsewhere'),
  });
  expect(outside.out).toContain(`configuration  ${shell.path('config/shop.mjs')}\n`);
  expect(outside.out).toMatch(new RegExp(`database +${shell.path('config/app.db')}\\n`));
});

test('a database that lacks tables is told apart from one that is newer, damaged or not there [V-210]', async () => {
  await start(shop(file));
  expect((await doctor()).exit).toBe(0);
  const database = new Database(file);
  database.prepare('INSERT INTO countersign_migration (id, name) VALUES (999, ?)').run('of tomorrow');
  expect((await doctor()).errors).toEqual(['store_newer']);
  database.exec('DROP TABLE countersign_migration');
  expect((await doctor()).document).toMatchObject({
    errors: [],
    store: { steps: noStep },
  });
  database.close();
});

test('a key in a file beside the database fails --strict in production [V-210]', async () => {
  await start(keyless({ mode: 'development', say: () => {} }));
  shell.configure(() => keyless());
  const [lax, strict] = [await shell.run(['doctor']), await shell.run(['doctor', '--strict'])];
  expect([lax.exit, strict.exit, strict.out === lax.out]).toEqual([0, 1, true]);
  expect(lax.out).toContain('key_beside_database');
  shell.configure(() => keyless());
  const given = await shell.run(['doctor', '--json'], { env: { COUNTERSIGN_KEY: 'b'.repeat(64) } });
  expect((given.json() as Document).errors.map(({ code }) => code)).toEqual(['key_mismatch']);
});

test('a key in the environment may end in a line break, for doctor as for the application', async () => {
  await start(shop(file));
  shell.configure(() => keyless());
  const ran = await shell.run(['doctor', '--json'], { env: { COUNTERSIGN_KEY: `${shopKey}\n` } });
  expect([ran.exit, ran.json()]).toMatchObject([0, { key: { source: 'given' }, errors: [] }]);
});

test('a database whose key file is gone is told which key it belongs to', async () => {
  await start(keyless({ mode: 'development', say: () => {} }));
  rmSync(`${file}.key`);
  shell.configure(() => keyless({ mode: 'development' }));
  const { errors } = (await shell.run(['doctor', '--json'])).json() as Document;
  expect(errors).toMatchObject([
    { code: 'key_missing', sentence: expect.stringContaining('belongs to the master key ') },
  ]);
});

test('in development a key that is not there yet is no error and is not made', async () => {
  shell.configure(() => keyless({ mode: 'development' }));
  const ran = await shell.run(['doctor', '--json']);
  expect([ran.exit, ran.json()]).toMatchObject([0, { key: { source: null }, errors: [] }]);
  expect(readdirSync(shell.folder)).toEqual(['countersign.config.mjs']);
  shell.configure(() => keyless({ mode: 'development', store: sqlite(':memory:') }));
  expect((await shell.run(['doctor', '--json'])).json()).toMatchObject({
    key: { source: 'memory' },
    errors: [],
  });
});

test('a second person where nobody is an operator, and limits that each process counts for itself, are named [B-116, V-211]', async () => {
  const memory = { store: sqlite(':memory:'), mode: 'development' } as const;
  const limits = [{ name: 'calls', key: 'tenant', shape: { kind: 'budget', max: 3 } }] as const;
  const principal = () => ({});
  const codes = async (changed: Partial<BoundaryOptions>) =>
    (await doctor({ capabilities: [onOrder('orders.view', 'read')], ...changed })).advisories;
  expect(await codes({ secondPerson: ['limits.prune'] })).toEqual(['second_person_without_operators']);
  expect(await codes({ secondPerson: ['claims.force'], directory: { principal } })).toEqual([
    'second_person_without_operators',
  ]);
  const operator = () => true;
  expect(await codes({ secondPerson: ['claims.force'], directory: { principal, operator } })).toEqual([]);
  expect(await codes({ secondPerson: [] })).toEqual([]);
  expect(await codes({ ...memory, limits })).toEqual(['mode_development', 'limits_per_process']);
  expect(await codes(memory)).toEqual(['mode_development']);
  expect(await codes({ limits })).toEqual([]);
  const limited = capability({ ...described, effect: 'read', limits });
  expect(await codes({ ...memory, capabilities: [limited] })).toEqual([
    'mode_development',
    'limits_per_process',
  ]);
});

test('the catalogue is the one that the application starts with, whatever decides about its version', async () => {
  const options = {
    agents: { desk: { capabilities: ['orders.view'] } },
    assurance: ['none', 'badge'],
    limits: [{ name: 'calls', key: 'tenant', shape: { kind: 'budget', max: 3 } }],
  } as const;
  const boundary = await createBoundary(shop(file, options));
  const { version } = boundary.catalogue;
  await boundary.close();
  expect((await doctor(options)).document).toMatchObject({ catalogue: { version } });
});

test('a catalogue that was superseded is an error', async () => {
  await start(shop(file));
  const next = await createBoundary(shop(file, { capabilities: [onOrder('orders.view', 'read')] }));
  await next.supersedeOtherCatalogues('deployed');
  await next.close();
  expect(await doctor()).toMatchObject({ exit: 1, errors: ['catalogue_stale'] });
});
