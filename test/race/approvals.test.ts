import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildForChildren } from './build.ts';
import { type Children, startChildren } from './children.ts';

let dist = '';
beforeAll(() => {
  dist = buildForChildren();
}, 120_000);

interface Told {
  readonly told: string;
  readonly approvalId?: string;
  readonly actionDigest?: string;
}

function toldIn(reports: readonly unknown[]): readonly Told[] {
  return reports.map((report) => {
    const { done, error } = report as { readonly done?: Told; readonly error?: string };
    if (done === undefined) throw new Error(error ?? 'a child said nothing');
    return done;
  });
}

async function opened(
  count: number,
  moment = 'never',
  folder = mkdtempSync(join(tmpdir(), 'countersign-approvals-')),
) {
  const children = await startChildren(count, './approval-child.mjs', dist);
  await children.all({ order: 'open', folder, moment });
  const effects = () =>
    existsSync(join(folder, 'effects'))
      ? readFileSync(join(folder, 'effects'), 'utf8').trim().split('\n')
      : [];
  return { children, folder, effects };
}

async function told(children: Children, order: object): Promise<readonly string[]> {
  return toldIn(await children.all(order)).map((one) => one.told);
}

test(
  'twenty processes ask at once about one action: one approval; they answer at once: it is approved; they run at once: once [V-115, B-059]',
  { timeout: 180_000 },
  async () => {
    const { children, effects } = await opened(20);
    try {
      const asked = toldIn(await children.all({ order: 'cancel', callId: 'mine' }));
      expect(asked.map((one) => one.told)).toEqual(Array.from({ length: 20 }, () => 'pending'));
      expect(new Set(asked.map(({ approvalId }) => approvalId)).size).toBe(1);
      const { approvalId: id, actionDigest: digest } = asked[0]!;
      const answers = await told(children, { order: 'answer', how: 'approve', id, digest });
      expect(answers.filter((one) => one === 'approved')).toHaveLength(1);
      expect(
        answers.filter(
          (one) =>
            !['approved', 'refused not_pending', 'refused already_voted', 'refused moved'].includes(one),
        ),
      ).toEqual([]);
      const ran = await told(children, { order: 'cancel', callId: 'mine' });
      expect(ran.filter((one) => one === 'executed')).toHaveLength(1);
      expect(ran.filter((one) => !['executed', 'in_progress', 'replayed'].includes(one))).toEqual([]);
      expect(effects()).toHaveLength(1);
    } finally {
      children.end();
    }
  },
);

for (const moment of ['facts', 'before the effect', 'after the effect']) {
  test(
    `a process that is killed at "${moment}" leaves at most one effect, and the approval is used at most once [B-127, D-047]`,
    { timeout: 120_000 },
    async () => {
      const first = await opened(1);
      const [asked] = toldIn(await first.children.all({ order: 'cancel', callId: 'mine' }));
      const { approvalId: id, actionDigest: digest } = asked!;
      expect(await told(first.children, { order: 'answer', how: 'approve', id, digest })).toEqual([
        'approved',
      ]);
      const doomed = await opened(1, moment, first.folder);
      await expect(doomed.children.all({ order: 'cancel', callId: 'mine' })).rejects.toThrow('a child ended');
      const after = await told(first.children, { order: 'cancel', callId: 'mine' });
      const again = await told(first.children, { order: 'cancel', callId: 'mine' });
      first.children.end();
      const happened = moment === 'facts' ? ['executed', 'replayed'] : ['in_progress', 'in_progress'];
      expect([...after, ...again]).toEqual(happened);
      expect(first.effects()).toHaveLength(moment === 'before the effect' ? 0 : 1);
    },
  );
}
