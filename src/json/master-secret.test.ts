import { expect, test } from 'vitest';
import { KeyFault } from './key-fault.ts';
import { masterSecret } from './master-secret.ts';

const secret = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));

test.each([
  ['bytes', secret],
  ['hexadecimal', secret.toString('hex')],
  ['upper-case hexadecimal', secret.toString('hex').toUpperCase()],
  ['base64', secret.toString('base64')],
  ['base64url', secret.toString('base64url')],
  ['padded base64url', `${secret.toString('base64url')}=`],
])('a master secret can be given as %s', (_, master) => {
  expect(Buffer.from(masterSecret(master))).toEqual(secret);
});

test.each([
  ['31 bytes', secret.subarray(1)],
  ['31 bytes in base64', secret.subarray(1).toString('base64')],
  ['31 bytes in hexadecimal', secret.subarray(1).toString('hex')],
  ['nothing', ''],
  ['a pass phrase', 'correct horse battery staple, and then some more words'],
  ['base64 with a line break', `${secret.toString('base64')}\n`],
  ['base64 with a stray character', `${secret.toString('base64url')}!`],
  ['base64 whose last character holds lost bits', `${secret.toString('base64url').slice(0, -1)}B`],
])('%s is no master secret, and the message does not repeat it', (_, master) => {
  let fault: unknown;
  try {
    masterSecret(master);
  } catch (thrown) {
    fault = thrown;
  }
  expect(fault).toBeInstanceOf(KeyFault);
  expect(fault).toMatchObject({
    code: 'key_malformed',
    message: expect.stringContaining('32 or more random bytes'),
  });
  if (typeof master === 'string' && master !== '') expect(String(fault)).not.toContain(master.slice(0, 8));
});

test('a missing secret is a key fault too', () => {
  expect(() => masterSecret(undefined as unknown as string)).toThrow(KeyFault);
});
