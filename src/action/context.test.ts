import { expect, test } from 'vitest';
import { ambientTenant, withTenant } from './ambient.ts';
import { bindContext, type ContextInput } from './context.ts';

const input: ContextInput = { tenant: 'acme', principal: 'ann', conversation: 'c-1' };

test('a context is frozen, and what was left out is null, not a default [B-068]', () => {
  const context = bindContext({ ...input, grant: 'orders.write', attributes: { region: ['eu'] } });
  expect(context).toEqual({
    tenant: 'acme',
    principal: 'ann',
    conversation: 'c-1',
    subject: null,
    agent: null,
    grant: ['orders.write'],
    assurance: null,
    attributes: { region: ['eu'] },
  });
  expect(Object.isFrozen(context.attributes['region'])).toBe(true);
});

const bad = ['', ' ', ' ann', 'ann\n', 'a\u0000b', '\ud800', 'x'.repeat(257), null, 7, ['ann']];

for (const member of ['tenant', 'principal', 'conversation', 'subject', 'agent', 'assurance'] as const) {
  test(`a ${member} that is empty, padded, malformed, too long or no text is refused by name [B-068]`, () => {
    for (const value of bad) {
      const given = { ...input, [member]: value } as ContextInput;
      expect(() => bindContext(given)).toThrow(`context.${member}`);
    }
  });
}

test('a refused identifier is not repeated in the message [B-068]', () => {
  expect(() => bindContext({ ...input, principal: 'secret\n' })).not.toThrow('secret');
  expect(() => bindContext({ ...input, principal: 'secret\n' })).toThrow('context.principal');
});

test('attributes are plain JSON, copied: a later change changes nothing [B-011]', () => {
  const attributes = { limits: { daily: 5 } };
  const context = bindContext({ ...input, attributes });
  attributes.limits.daily = 500;
  expect(context.attributes).toEqual({ limits: { daily: 5 } });
  const getter = Object.defineProperty({}, 'daily', { enumerable: true, get: () => 5 });
  expect(() => bindContext({ ...input, attributes: getter })).toThrow('context.attributes');
});

test('the ambient tenant holds for everything inside, later work included, and for nothing outside [D-014]', async () => {
  const inside = await withTenant('acme', async () => {
    await Promise.resolve();
    return withTenant('other', () => ambientTenant()) + ` in ${ambientTenant()}`;
  });
  expect(inside).toBe('other in acme');
  expect(ambientTenant()).toBeNull();
  expect(() => withTenant('', () => 0)).toThrow('tenant');
});
