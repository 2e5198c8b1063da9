/* A gateway in processes of their own, on one file: people answer, and workers verify, at the same moment. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { GatewayAsked, GatewayKnown } from '../../src/index.ts';
import { buildForChildren } from './build.ts';
import { type Children, startChildren } from './children.ts';

let dist: string;
beforeAll(() => {
  dist = buildForChildren();
});

/** What an order came to in each process, where no error reached any. */
async function done<T>(children: Children, order: object): Promise<readonly T[]> {
  const reports = await children.all(order);
  expect(reports.filter((report) => Object.hasOwn(Object(report), 'error'))).toEqual([]);
  return reports.map((report) => (report as { readonly done: T }).done);
}

test('eight processes ask, answer under one token and take back at once: each happens once [D-062, D-063]', async () => {
  const children = await startChildren(8, 'gateway-child.mjs', dist);
  await done(children, { order: 'open', folder: mkdtempSync(join(tmpdir(), 'countersign-gateways-')) });

  const asked = await done<GatewayAsked | GatewayKnown>(children, { order: 'ask' });
  const [given, ...more] = asked.filter((answer) => answer.kind === 'requested');
  expect(more).toEqual([]);
  const { token, receipt } = given!;
  for (const answer of asked) expect(answer.receipt).toEqual(receipt);

  const answers = await done<string>(children, { order: 'approve', token });
  expect(answers.toSorted()).toEqual(['approved', ...Array<string>(7).fill('replayed')]);

  const ends = await done<string>(children, { order: 'end', receipt });
  expect(ends.filter((end) => end === 'revoked')).toHaveLength(1);
  expect(ends.filter((end) => end === 'not_pending')).toHaveLength(3);
  const verified = ends.filter((_end, number) => number % 2 === 1);
  for (const end of verified) expect(['verified', 'not_approved']).toContain(end);
  expect(await done<string>(children, { order: 'verify', receipt })).toEqual(Array(8).fill('not_approved'));

  const [records] = await done<Readonly<Record<string, number>>>(children, { order: 'records' });
  await done(children, { order: 'close' });
  children.end();
  expect(records).toMatchObject({ 'approval.requested': 1, 'approval.approved': 1, 'approval.revoked': 1 });
});
