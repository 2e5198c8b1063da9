import { expect, test } from 'vitest';
import { declaredOrder } from './declared-order.ts';

function read(declaration: Record<string, unknown>, effect: 'read' | 'write' | null = 'write') {
  const problems: string[] = [];
  return { order: declaredOrder(declaration, effect, problems), problems };
}

test('a capability that says nothing about order has no rules, nothing that undoes it, and is not retried', () => {
  expect(read({})).toEqual({
    order: {
      sequence: { after: [], notAfter: [], atMost: null },
      undo: null,
      irreversible: false,
      retrySafe: false,
    },
    problems: [],
  });
});

test('rules are read in one form, whichever way they are written', () => {
  const { order, problems } = read({
    sequence: {
      after: ['a', { capability: 'b' }, { capability: 'c', bind: { y: '/z', x: '/a/0/~0~1' } }],
      notAfter: ['d'],
      atMost: 3,
    },
  });
  expect(problems).toEqual([]);
  expect(order.sequence).toEqual({
    after: [
      { capability: 'a', bind: [] },
      { capability: 'b', bind: [] },
      {
        capability: 'c',
        bind: [
          { argument: 'x', pointer: '/a/0/~0~1' },
          { argument: 'y', pointer: '/z' },
        ],
      },
    ],
    notAfter: ['d'],
    atMost: 3,
  });
});

test('what was read stays as it was, whatever becomes of what it was read from', () => {
  const bind = { id: '/id' };
  const after = [{ capability: 'a', bind }];
  const notAfter = ['b'];
  const { order } = read({ sequence: { after, notAfter } });
  bind.id = '/other';
  after.length = 0;
  notAfter.push('c');
  expect(order.sequence).toMatchObject({
    after: [{ bind: [{ argument: 'id', pointer: '/id' }] }],
    notAfter: ['b'],
  });
  for (const part of [order.sequence, order.sequence.after, order.sequence.after[0], order.sequence.notAfter])
    expect(Object.isFrozen(part)).toBe(true);
});

test.for([
  [{ sequence: null }, 'has "sequence", which must be an object'],
  [{ sequence: ['a'] }, 'has "sequence", which must be an object'],
  [{ sequence: { before: ['a'] } }, 'has a member "before" in "sequence"'],
  [{ sequence: { after: 'a' } }, 'has "sequence.after", which must be a list'],
  [{ sequence: { after: [7] } }, 'has "sequence.after", which must list names'],
  [{ sequence: { after: [{}] } }, 'has "sequence.after", which must list names'],
  [{ sequence: { after: [{ capability: 'a', bind: null }] } }, 'has "sequence.after", which must list names'],
  [{ sequence: { after: [{ capability: 'a', bind: { x: 7 } }] } }, 'has "sequence.after", which must list'],
  [
    { sequence: { after: [{ capability: 'a', bind: { x: 'id' } }] } },
    'has "sequence.after", which must list',
  ],
  [{ sequence: { after: [{ capability: 'a', bind: { x: '/~2' } }] } }, 'has "sequence.after", which must'],
  [{ sequence: { after: [{ capability: 'a', bind: { x: '/a~' } }] } }, 'has "sequence.after", which must'],
  [
    { sequence: { after: [{ capability: 'a', bind: { x: '/\ud800' } }] } },
    'has "sequence.after", which must',
  ],
  [
    { sequence: { after: [{ capability: 'a', bind: { x: `/${'a'.repeat(512)}` } }] } },
    'has "sequence.after", which must list names',
  ],
  [{ sequence: { after: [{ capability: 'a', same: {} }] } }, 'has a member "same" in "sequence.after"'],
  [{ sequence: { notAfter: 'a' } }, 'has "sequence.notAfter", which must be a list'],
  [{ sequence: { notAfter: [{ capability: 'a' }] } }, 'has "sequence.notAfter", which must list names'],
  [{ sequence: { atMost: 0 } }, 'has "sequence.atMost", which must be a whole number'],
  [{ sequence: { atMost: 1.5 } }, 'has "sequence.atMost", which must be a whole number'],
  [{ sequence: { atMost: '1' } }, 'has "sequence.atMost", which must be a whole number'],
  [{ sequence: { atMost: Infinity } }, 'has "sequence.atMost", which must be a whole number'],
  [{ sequence: { atMost: null } }, 'has "sequence.atMost", which must be a whole number'],
  [{ irreversible: 'yes' }, 'has "irreversible", which must be true or false'],
  [{ retrySafe: 1 }, 'has "retrySafe", which must be true or false'],
  [{ undo: 'a' }, 'has "undo", which must be an object'],
  [{ undo: { with: 'a' } }, 'has "undo", which must be an object'],
  [{ undo: { with: 7, arguments: () => ({}) } }, 'has "undo", which must be an object'],
  [{ undo: { with: 'a', arguments: () => ({}), when: 1 } }, 'has a member "when" in "undo"'],
  [
    { undo: { with: 'a', arguments: () => ({}) }, irreversible: true },
    'has "undo" and says that it is "irreversible"',
  ],
] as const)('%j is a problem', ([declaration, start]) => {
  const { problems } = read(declaration);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(start);
});

test.for([{ undo: { with: 'a', arguments: () => ({}) } }, { irreversible: true }])(
  'a read has nothing to undo: %j',
  (declaration) => {
    expect(read(declaration, 'read').problems).toEqual([
      'is a read with "undo" or "irreversible": there is nothing to undo',
    ]);
  },
);

test('what an accessor says is a problem, and it is never asked twice', () => {
  let asked = 0;
  const sequence = {
    get atMost() {
      asked += 1;
      return asked === 1 ? 1 : 1_000;
    },
  };
  const { order } = read({ sequence });
  expect(asked).toBeLessThanOrEqual(1);
  expect([null, 1]).toContain(order.sequence.atMost);
});
