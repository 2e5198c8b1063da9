import { expect, test } from 'vitest';
import { z } from 'zod';
import { RegistrationRefused } from '../errors.ts';
import { bindContext } from '../action/index.ts';
import { capability, registerCatalogue } from './index.ts';
import { nameProblem, shownName } from '../action/name.ts';

const named = (name: string) =>
  capability({ name, effect: 'read', input: z.object({}), authorize: () => true, execute: () => name });

/** Each looks like `verify_user` and is another text. */
const lookalikes = [
  ['a Cyrillic letter', 'verify_u\u0455er', 'U+0455'],
  ['full-width letters', 'verify_\uff55ser', 'U+FF55'],
  ['a zero-width space', 'verify\u200b_user', 'U+200B'],
  ['a zero-width joiner', 'verify_user\u200d', 'U+200D'],
  ['a direction override', 'verify_\u202eresu', 'U+202E'],
  ['a combining mark', 'verify_use\u0301r', 'U+0301'],
  ['a soft hyphen', 'verify_\u00aduser', 'U+00AD'],
  ['a mathematical letter', 'verify_\u{1d5ce}ser', 'U+1D5CE'],
  ['a byte order mark', '\ufeffverify_user', 'U+FEFF'],
  ['a line break', 'verify_user\n', 'U+000A'],
] as const;

test.each(lookalikes)(
  'a name with %s is refused at registration, and what is foreign in it is shown [B-088]',
  async (_what, name, point) => {
    const refusal = await registerCatalogue([named('verify_user'), named(name)]).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(RegistrationRefused);
    const problems = refusal instanceof RegistrationRefused ? refusal.problems : [];
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(point);
    const [escaped, ...others] = problems[0]?.match(/\\u\{[0-9a-f]+\}|\\n/g) ?? [];
    expect(escaped).toBe(
      point === 'U+000A' ? '\\n' : `\\u{${point.slice(2).toLowerCase().replace(/^0+/, '')}}`,
    );
    expect(others).toEqual([]);
    expect(problems[0]).toMatch(/^[\x20-\x7e]*$/);
  },
);

test.each(lookalikes)('a call by a name with %s finds nothing [B-088]', async (_what, name) => {
  const catalogue = await registerCatalogue([named('verify_user')]);
  const context = bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c' });
  expect(catalogue.find(name, context)).toBe('unknown_capability');
});

test('names that differ only in case are refused, as are doubles [B-097]', async () => {
  await expect(registerCatalogue([named('orders.view'), named('Orders.View')])).rejects.toThrow(
    '"orders.view" and "Orders.View" differ only in case',
  );
  await expect(registerCatalogue([named('a'), named('a'), named('a')])).rejects.toThrow(
    '"a" is declared more than once',
  );
});

test.each(['orders.cancel', 'a', 'A_b-c.D', 'v2.orders.cancel', '_private', 'x'.repeat(128)])(
  '%s is a name',
  (name) => {
    expect(nameProblem(name)).toBeNull();
  },
);

test.each([
  '',
  '.',
  'a.',
  '.a',
  'a..b',
  '-a',
  'a.-b',
  'a b',
  'a/b',
  'a:b',
  'a*',
  'x'.repeat(129),
  'orders.cancel ',
  '"a"',
])('%j is no name', (name) => {
  expect(nameProblem(name)).not.toBeNull();
});

test('what is no text is no name', () => {
  for (const name of [undefined, null, 7, {}, ['a'], Symbol('a')]) {
    expect(nameProblem(name)).toBe('has no name');
  }
});

test('a name is shown readably, what is foreign in it once', () => {
  expect(shownName('orders.view')).toBe('"orders.view"');
  expect(shownName('b\u00fccher.ausleihen')).toBe('"b\\u{fc}cher.ausleihen"');
  expect(nameProblem('b\u00fc\u00fcr\ud800')).toMatch(/: U\+00FC U\+D800$/);
  const many = Array.from({ length: 200 }, (_, at) => String.fromCodePoint(0x400 + at)).join('');
  expect(nameProblem(many)).toMatch(/: U\+0400 (U\+04\d\d ){7}and others$/);
  expect(shownName(many)).toHaveLength(128 * '\\u{400}'.length + 2);
});
