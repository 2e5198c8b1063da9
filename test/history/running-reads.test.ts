/* A read without rules of its own is on record with its answer: until then nobody knows what it read. */
import { expect, test } from 'vitest';
import { type Capability, capability, createBoundary, jsonSchema } from '../../src/index.ts';
import { sqlite } from '../../src/store/sqlite/index.ts';
import { held, turns } from '../desk.ts';
import { ended, shopKey } from './shop.ts';

const input = jsonSchema({ type: 'object', properties: {}, additionalProperties: false });

test('what may not come after a read may run beside it, and not once its answer is there [S-061]', async () => {
  const answer = held<string>();
  const rights = { input, authorize: () => true };
  const boundary = await createBoundary<readonly Capability[]>({
    capabilities: [
      capability({ ...rights, name: 'mail.read', effect: 'read', execute: () => answer.promise }),
      capability({
        ...rights,
        name: 'mail.send',
        effect: 'write',
        ask: 'never',
        sequence: { notAfter: ['mail.read'] },
        execute: () => 'sent',
      }),
    ],
    store: sqlite(':memory:'),
    mode: 'development',
    key: shopKey,
    say: () => {},
  });
  const session = boundary.session({ tenant: 'acme', principal: 'ann', conversation: 'c-1' });
  const reading = session.call('mail.read', {});
  await turns();
  expect(ended(await session.call('mail.send', {}))).toBe('executed');
  answer.resolve('a secret');
  // From the moment at which somebody has the answer nothing may be sent.
  expect(await reading.then(async () => ended(await session.call('mail.send', {})))).toBe(
    'order_rule: not after mail.read',
  );
  await boundary.close();
});
