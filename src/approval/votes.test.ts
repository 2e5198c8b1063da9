import { expect, test } from 'vitest';
import { canonicalText } from '../json/index.ts';
import { subjectKey } from '../json/subject-key.ts';
import type { AskOwner } from './ask-content.ts';
import { openVotes, sealVotes, type Vote } from './votes.ts';

const key = subjectKey('k-1', new Uint8Array(32).fill(1));
const owner: AskOwner = { tenant: 'acme', id: 'approval-1', action: 'action' };
const votes: readonly Vote[] = [
  { approver: 'bob', person: 'person:b', at: 1 },
  { approver: 'cleo', person: 'person:c', at: 2 },
];
const sealed = sealVotes(key, owner, votes);

test('votes open for the approval that they are about, in order; before the first there are none', () => {
  expect(openVotes(key, owner, sealed)).toEqual(votes);
  expect(openVotes(key, owner, sealVotes(key, owner, []))).toEqual([]);
  expect(openVotes(key, owner, null)).toEqual([]);
  expect(sealed).not.toContain('bob');
});

test.each<[string, Partial<AskOwner>]>([
  ['tenant', { tenant: 'other' }],
  ['approval', { id: 'approval-2' }],
  ['action', { action: 'other' }],
])('votes do not open for another %s [D-011]', (_what, other) => {
  expect(openVotes(key, { ...owner, ...other }, sealed)).toBeNull();
});

test('votes do not open under another key, for another purpose, or edited in any part [D-009, D-011]', () => {
  expect(openVotes(subjectKey('k-1', new Uint8Array(32).fill(2)), owner, sealed)).toBeNull();
  const associated = [owner.tenant, owner.id, owner.action];
  const foreign = key.seal('countersign/ask/v1', associated, canonicalText([]));
  expect(openVotes(key, owner, foreign)).toBeNull();
  const parts = sealed.split('.');
  for (const [place, part] of parts.entries()) {
    const edited = parts.with(place, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.');
    expect(openVotes(key, owner, edited), `part ${place}`).toBeNull();
  }
  for (const none of ['', '..', sealed.slice(0, -1), `${sealed}.x`])
    expect(openVotes(key, owner, none)).toBeNull();
});

test('what is sealed as votes and is none opens as nothing, not as fewer votes', () => {
  const opened = (text: string) =>
    openVotes(key, owner, key.seal('countersign/votes/v1', [owner.tenant, owner.id, owner.action], text));
  expect(opened('[["bob","person:b",1]]')).toEqual([votes[0]]);
  for (const text of [
    '{}',
    'null',
    'no JSON',
    '[1]',
    '[["bob","person:b",1],["cleo","person:c"]]',
    '[["bob",null,1]]',
  ])
    expect(opened(text), text).toBeNull();
});
