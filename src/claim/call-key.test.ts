import { expect, test } from 'vitest';
import { bindContext } from '../action/index.ts';
import { deriveKeys } from '../json/index.ts';
import { callKeyOf, placeOf } from './call-key.ts';

const keys = deriveKeys('ab'.repeat(32));
const context = bindContext({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
const place = placeOf(keys, context);

test('a place names principal and conversation for nobody but the holder of the key [D-007]', () => {
  expect(place.tenant).toBe('acme');
  expect(JSON.stringify([place.owner, place.conversation])).not.toMatch(/ann|c-1/);
  expect(placeOf(keys, context)).toEqual(place);
  const otherKey = placeOf(deriveKeys('cd'.repeat(32)), context);
  expect(otherKey.owner).not.toBe(place.owner);
  expect(otherKey.conversation).not.toBe(place.conversation);
});

test('the same names in another tenant, or one name in another role, are another place [B-064]', () => {
  const other = placeOf(
    keys,
    bindContext({ ...context, tenant: 'other', subject: 's', agent: 'a', assurance: 'mfa' }),
  );
  expect(other.owner).not.toBe(place.owner);
  expect(other.conversation).not.toBe(place.conversation);
  const same = placeOf(keys, bindContext({ tenant: 'acme', principal: 'x', conversation: 'x' }));
  expect(same.owner).not.toBe(same.conversation);
});

test('a call id is compared by its exact text, of any length and spelling [B-026]', () => {
  const ids = [
    'call-1',
    'Call-1',
    ' call-1',
    'call-1 ',
    'call\u20111',
    'caf\u00e9',
    'cafe\u0301',
    'x'.repeat(100_000),
  ];
  const named = ids.map((id) => callKeyOf(keys, place, id).id);
  expect(new Set(named).size).toBe(ids.length);
  expect(callKeyOf(keys, place, 'call-1')).toEqual({ ...place, id: named[0] });
});

test('a call id of a host tells a reader of the database nothing, and is another one in another tenant [D-007]', () => {
  const { id } = callKeyOf(keys, place, 'call-1');
  expect(id).toMatch(/^[\w-]{43}$/);
  expect(callKeyOf(deriveKeys('cd'.repeat(32)), place, 'call-1').id).not.toBe(id);
  expect(callKeyOf(keys, { ...place, tenant: 'other' }, 'call-1').id).not.toBe(id);
});

test('a call id that is blank, no text or half a character is refused [B-026]', () => {
  for (const id of ['', ' ', '\t\n', '\u00a0', '\ud800', 7, null, {}, ['call-1']]) {
    expect(() => callKeyOf(keys, place, id as string)).toThrow(
      expect.objectContaining({ code: 'context_invalid' }),
    );
  }
});
