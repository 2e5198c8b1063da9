/* What a person says and what the model reads enters the history, before anything that comes after it. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { withTenant } from '../../src/index.ts';
import type { Json } from '../../src/json/json.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { bentStore, full } from '../bent-store.ts';
import { evidenceOf, held } from '../desk.ts';
import { ended, openShop } from './shop.ts';

async function opened() {
  const database = new Database(':memory:');
  const shop = await openShop({ store: sqlite(database) });
  const entries = (): readonly Readonly<Record<string, unknown>>[] =>
    (
      database.prepare('SELECT kind, body FROM countersign_entry ORDER BY owner, n').all() as {
        readonly kind: string;
        readonly body: string;
      }[]
    ).map(({ kind, body }) => ({ kind, ...(JSON.parse(body) as Readonly<Record<string, unknown>>) }));
  const text = () =>
    JSON.stringify([
      ...['countersign_entry', 'countersign_conversation', 'countersign_call'].map((table) =>
        database.prepare(`SELECT * FROM ${table}`).all(),
      ),
    ]);
  return { ...shop, database, entries, text };
}

const source = { source: 'letter.pdf', channel: 'document' } as const;

test('what is heard and seen enters in the order in which it was reported, and none of it in clear [D-007]', async () => {
  const { session, entries, text } = await opened();
  await session.heard('please refund ORDER-77, she wrote "as soon as possible"', {
    quoted: ['as soon as possible'],
  });
  await session.saw('SECRET-CONTENT', { ...source, trust: 'trusted', class: 'public' });
  await session.saw({ nested: ['SECRET-TOO'] }, { ...source, step: 'RESPONSE-1' });
  expect(entries()).toMatchObject([
    { kind: 'heard', length: 55, quoted: [expect.any(String)] },
    { kind: 'saw', length: 14, trust: 'trusted', class: 'public', channel: 'document', step: null },
    { kind: 'saw', length: 25, trust: 'untrusted', class: 'sensitive', step: expect.any(String) },
  ]);
  for (const clear of ['ORDER-77', 'as soon', 'SECRET', 'letter', 'RESPONSE', '"ann"', 'c-1'])
    expect(text()).not.toContain(clear);
});

test('the same text has one fingerprint for one person, and another one for another person and another purpose [D-007]', async () => {
  const { session, sessionOf, entries } = await opened();
  await session.heard('hello', { quoted: ['hello'] });
  await session.saw('hello', source);
  await session.heard('hello');
  const [first, seen, second] = entries();
  expect(second!['text']).toBe(first!['text']);
  expect(first!['quoted']).toEqual([first!['text']]);
  await sessionOf('bob').heard('hello');
  const prints = entries().map((entry) => entry['text'] ?? entry['content']);
  expect(new Set(prints).size).toBe(3);
  expect(seen!['content']).not.toBe(first!['text']);
});

test.for([
  [{ trust: 'TRUSTED' }, { trust: 'untrusted' }],
  [{ trust: undefined }, { trust: 'untrusted' }],
  [{ trust: 'trusted ' }, { trust: 'untrusted' }],
  [{ class: 'secret' }, { class: 'sensitive' }],
  [{ class: 'Public' }, { class: 'sensitive' }],
  [{ class: null }, { class: 'sensitive' }],
  [{ class: ['public'] }, { class: 'sensitive' }],
])('an unknown label is the worst one: %j', async ([given, expected]) => {
  const { session, entries } = await opened();
  await Reflect.apply(session.saw, session, ['content', { ...source, ...given }]);
  expect(entries()).toMatchObject([expected]);
});

test.for<[what: string, content: unknown, options: unknown]>([
  ['no options', 'x', undefined],
  ['options that are none', 'x', 'letter.pdf'],
  ['null for options', 'x', null],
  ['no source', 'x', { channel: 'document' }],
  ['an empty source', 'x', { source: '', channel: 'document' }],
  ['a source that is no text', 'x', { source: 7, channel: 'document' }],
  ['half a surrogate pair as source', 'x', { source: '\ud800', channel: 'document' }],
  ['no channel', 'x', { source: 's' }],
  ['an unknown channel', 'x', { source: 's', channel: 'email' }],
  ['a member that does not exist', 'x', { ...source, trusted: true }],
  ['an empty step', 'x', { ...source, step: '' }],
  ['a step that is no text', 'x', { ...source, step: 7 }],
  ['content that is no JSON', () => 'x', source],
  ['content with half a surrogate pair', '\ud800', source],
  ['content with a number that is none', { a: Number.NaN }, source],
  ['no content', undefined, source],
  ['content beyond every bound', 'a'.repeat(64 * 1024 * 1024 + 1), source],
])('to see %s is misuse, and nothing enters', async ([, content, options]) => {
  const { session, entries } = await opened();
  const saw = () => Reflect.apply(session.saw, session, [content, options]) as unknown;
  expect(saw).toThrow(expect.objectContaining({ code: 'context_invalid' }) as Error);
  expect(entries()).toEqual([]);
  expect(ended(await session.call('orders.note', {}))).toBe('executed');
});

test.for<[what: string, text: unknown, options: unknown]>([
  ['no text', undefined, undefined],
  ['what is no text', 7, undefined],
  ['half a surrogate pair', '\ud800', undefined],
  ['a quotation that is no list', 'x', { quoted: 'x' }],
  ['a quotation that is no text', 'x', { quoted: [7] }],
  ['a member that does not exist', 'x', { quotes: [] }],
  ['options that are none', 'x', 'quoted'],
])('to hear %s is misuse, and nothing enters', async ([, text, options]) => {
  const { session, entries } = await opened();
  const heard = () => Reflect.apply(session.heard, session, [text, options]) as unknown;
  expect(heard).toThrow(expect.objectContaining({ code: 'context_invalid' }) as Error);
  expect(entries()).toEqual([]);
});

test('huge content enters as one fingerprint of all of it', async () => {
  const { session, entries } = await opened();
  const page = 'a'.repeat(20 * 1024 * 1024);
  await session.saw(page, source);
  await session.saw(`${page.slice(1)}b`, source);
  const rows: Json = Array.from({ length: 100_000 }, (_, id) => ({ id }));
  await session.saw(rows, source);
  const [first, second, third] = entries();
  expect(first!['length']).toBe(page.length);
  expect(first!['content']).not.toBe(second!['content']);
  expect(JSON.stringify(third).length).toBeLessThan(500);
});

test('what is quoted is taken down when it is heard: what the host changes afterwards changes nothing', async () => {
  const { session, entries } = await opened();
  const quoted = ['hello'];
  const heard = session.heard('hello', { quoted });
  quoted.push('and more');
  await heard;
  expect(entries()[0]).toMatchObject({ quoted: [entries()[0]!['text']] });
});

test('what is not waited for is there before anything that the session does after it', async () => {
  const { session, entries } = await opened();
  for (let n = 0; n < 5; n += 1) void session.heard(`words ${n}`);
  void session.saw('content', source);
  await session.call('orders.view', { orderId: 'o-1' });
  expect(entries().map((entry) => entry['kind'])).toEqual([
    ...['heard', 'heard', 'heard', 'heard', 'heard', 'saw', 'step'],
  ]);
});

test('what a delegate hears and sees is waited for by whoever delegated, and the other way around', async () => {
  const { session, entries } = await opened();
  const delegate = session.delegate({ agent: 'desk', capabilities: ['orders.view'] });
  void delegate.saw('content', source);
  await session.call('orders.view', { orderId: 'o-1' });
  void session.saw('content', source);
  await delegate.call('orders.view', { orderId: 'o-1' });
  expect(entries().map((entry) => entry['kind'])).toEqual(['saw', 'step', 'saw', 'step']);
});

test('where it could not be written nothing goes on from it: not what is entered next, and no call', async () => {
  const { store, bend } = bentStore();
  const { session, sessionOf, shop } = await openShop({ store });
  bend({ append: full });
  const failed = { name: 'BoundaryError', code: 'store_failed' };
  const heard = session.heard('words');
  await expect(heard).rejects.toMatchObject(failed);
  bend({});
  await expect(session.saw('content', source)).rejects.toMatchObject(failed);
  for (const call of [
    () => session.call('orders.note', {}),
    () => session.check('orders.note', {}),
    () => session.preflight('orders.note', {}),
    () => session.run(),
  ])
    await expect(call()).rejects.toMatchObject(failed);
  expect(shop.effects).toEqual([]);
  // Another session of the conversation accounts for what it knows itself.
  expect(ended(await sessionOf().call('orders.note', {}))).toBe('executed');
});

test('what is not waited for and fails brings no process down, and is heard of at the next call', async () => {
  const { store, bend } = bentStore();
  const { session, shop } = await openShop({ store });
  bend({ append: full });
  void session.saw('content', source);
  await expect(session.call('orders.note', {})).rejects.toMatchObject({ code: 'store_failed' });
  expect(shop.effects).toEqual([]);
});

test('a call that is under way does not wait for what is entered after it', async () => {
  const { session, shop } = await openShop();
  const { promise, resolve } = held<void>();
  shop.onEffect = () => promise;
  const call = session.call('orders.note', {});
  await session.saw('content', source);
  resolve();
  expect(ended(await call)).toBe('executed');
});

test('nothing enters once the boundary is closed, and closing waits for what is on its way', async () => {
  const { boundary, session, entries } = await opened();
  void session.heard('words');
  const closing = boundary.close();
  expect(() => session.heard('late')).toThrow(expect.objectContaining({ code: 'boundary_closed' }) as Error);
  await closing;
  expect(entries()).toHaveLength(1);
});

test('on a history that was edited nothing is entered: a fault on record [S-053, D-009]', async () => {
  const { boundary, session, sessionOf, database, entries } = await opened();
  await session.heard('words');
  database.prepare('UPDATE countersign_conversation SET sources = 7').run();
  for (const enter of [
    () => sessionOf().heard('more'),
    () => sessionOf().saw('content', source),
    () => sessionOf().share('bob'),
  ])
    await expect(enter()).rejects.toMatchObject({ name: 'DecisionUnavailable', code: 'state_tampered' });
  expect(entries()).toHaveLength(1);
  expect((await evidenceOf(boundary)).map(({ type, body }) => [type, body['step'], body['code']])).toEqual([
    ['fault', 'enter', 'state_tampered'],
  ]);
});

test('nothing enters, is shared or counted where the process works for another tenant [D-014]', async () => {
  const { session, entries, boundary } = await opened();
  const refused = expect.objectContaining({ code: 'context_invalid' }) as Error;
  await withTenant('other', async () => {
    for (const enter of [
      () => session.heard('hello'),
      () => session.saw('content', source),
      () => session.share('bob'),
      () => session.unshare('bob'),
    ])
      expect(enter).toThrow(refused);
    await expect(session.spent({ tokens: 1 })).rejects.toThrow(refused);
  });
  expect([entries(), await evidenceOf(boundary)]).toEqual([[], []]);
  await withTenant('acme', () => session.heard('hello'));
  expect(entries()).toHaveLength(1);
});
