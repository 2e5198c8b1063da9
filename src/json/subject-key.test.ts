import { expect, test } from 'vitest';
import { subjectKey } from './subject-key.ts';

const key = subjectKey('k1', Buffer.alloc(32, 1));
const other = subjectKey('k2', Buffer.alloc(32, 2));
const purpose = 'countersign/test/v1';

test('a fingerprint is pinned, and depends on purpose, text and key', () => {
  expect(key.fingerprint(purpose, 'text')).toMatchInlineSnapshot(
    `"dGe_Pqsev6CWiyax9X9B3nyq2SlpCwcEyfgdQnHIrOk"`,
  );
  const others = [
    key.fingerprint('countersign/test/v2', 'text'),
    key.fingerprint(purpose, 'Text'),
    other.fingerprint(purpose, 'text'),
  ];
  expect(new Set([key.fingerprint(purpose, 'text'), ...others]).size).toBe(4);
});

test('a sealed text opens under its purpose, associated columns and key only [D-011]', () => {
  const sealed = key.seal(purpose, ['tenant', 7, null], '{"secret":"é😀"}');
  expect(key.open(purpose, ['tenant', 7, null], sealed)).toBe('{"secret":"é😀"}');
  expect(key.open('countersign/test/v2', ['tenant', 7, null], sealed)).toBeNull();
  expect(key.open(purpose, ['tenant', '7', null], sealed)).toBeNull();
  expect(key.open(purpose, ['tenant', 7], sealed)).toBeNull();
  expect(key.open(purpose, ['tenant', 7, Number.NaN], sealed)).toBeNull();
  expect(other.open(purpose, ['tenant', 7, null], sealed)).toBeNull();
  expect(key.open(purpose, ['tenant', 7, null], `${sealed}\n`)).toBeNull();
});

test('a seal shows nothing of its text, and two seals of one text differ', () => {
  const seals = [key.seal(purpose, [], 'secret'), key.seal(purpose, [], 'secret')];
  expect(seals[0]).not.toBe(seals[1]);
  expect(Buffer.from(seals.join(''), 'base64url').includes('secret')).toBe(false);
});

test('what cannot be kept exactly is not sealed', () => {
  expect(() => key.seal(purpose, [], '\ud800')).toThrow(TypeError);
  expect(() => key.seal(purpose, [Number.POSITIVE_INFINITY], 'text')).toThrow(TypeError);
});
