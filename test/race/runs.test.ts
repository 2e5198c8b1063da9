/* A run in processes of their own, on one file: steps of it are done, and it is undone, at the same moment. */
import { beforeAll, expect, test } from 'vitest';
import { buildForChildren } from './build.ts';
import { startChildren } from './children.ts';
import { effectsIn, newTill, reopened } from './left-behind.ts';

let dist: string;
beforeAll(() => {
  dist = buildForChildren();
});

test('six processes undo a run at once: each step is undone once, and after all of them were done [S-063, S-086]', async () => {
  const folder = newTill();
  const till = await reopened(folder);
  // The processes go by the machine's clock, from which this till's is far.
  const run = await till.session.run({ atomic: true, deadline: 30 * 86_400_000 });
  const children = await startChildren(6, 'runs-child.mjs', dist);
  const all = async (order: object) => {
    const reports = await children.all(order);
    expect(reports.filter((report) => Object.hasOwn(Object(report), 'error'))).toEqual([]);
    return reports.map((report) => (report as { readonly done: unknown }).done);
  };
  await all({ order: 'open', folder });
  expect(await all({ order: 'step', id: run.id })).toEqual(Array(6).fill('executed'));
  for (const failed of await all({ order: 'undo', id: run.id })) expect(failed).toEqual([]);
  await all({ order: 'undo', id: run.id });
  await all({ order: 'close' });
  children.end();

  const done = effectsIn(folder).map(({ capability, invoice }) => `${capability} ${invoice}`);
  expect(new Set(done).size).toBe(12);
  expect(done.map((what) => what.split(' ')[0])).toEqual([
    ...Array<string>(6).fill('till.reserve'),
    ...Array<string>(6).fill('till.unreserve'),
  ]);
  expect(await run.report()).toMatchObject({ state: 'undone', done: [], failed: [] });
  await till.boundary.close();
});
