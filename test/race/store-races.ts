import { beforeAll, expect, test } from 'vitest';
import { buildForChildren } from './build.ts';
import { type Children, startChildren } from './children.ts';

interface Raced {
  readonly admitted: readonly string[];
  readonly kinds: Readonly<Record<string, number>>;
}

async function withChildren<T>(
  dist: string,
  count: number,
  race: (children: Children) => Promise<T>,
): Promise<T> {
  const children = await startChildren(count, 'store-child.mjs', dist);
  try {
    return await race(children);
  } finally {
    children.end();
  }
}

/** What each child did, where no error reached any. */
function done<T>(reports: readonly unknown[]): readonly T[] {
  const errors = reports.filter((report) => !Object.hasOwn(Object(report), 'done'));
  expect(errors).toEqual([]);
  return reports.map((report) => (report as { readonly done: T }).done);
}

/** Every answer that some process got, and how often. */
function answersOf(raced: readonly Raced[]): Readonly<Record<string, number>> {
  const all: Record<string, number> = { admitted: 0, call_moved: 0, known: 0 };
  for (const { kinds } of raced) {
    for (const [kind, count] of Object.entries(kinds)) all[kind] = (all[kind] ?? 0) + count;
  }
  return all;
}

/**
 * The races that processes of their own run on one database: `newPlace` answers where a new one is, as `store-child.mjs`
 * takes it.
 */
export function storeRaces(newPlace: () => string | Promise<string>): void {
  let dist: string;

  beforeAll(() => {
    dist = buildForChildren();
  });

  /** Lets processes that have one database open try the same calls from the same moment on. */
  async function race(processes: number, ids: readonly string[], atOnce: number): Promise<readonly Raced[]> {
    return withChildren(dist, processes, async (children) => {
      done(await children.all({ order: 'open', place: await newPlace() }));
      return done<Raced>(await children.all({ order: 'admit', ids, atOnce }));
    });
  }

  test('eight processes that read and then admit the same calls admit each exactly once, and none sees a busy error', async () => {
    const ids = Array.from({ length: 125 }, (_, n) => `call-${n}`);
    const raced = await race(8, ids, 1);
    expect(raced.flatMap(({ admitted }) => admitted).toSorted()).toEqual(ids.toSorted());
    const { admitted, call_moved: moved, known, ...others } = answersOf(raced);
    expect([admitted, admitted! + moved! + known!, others]).toEqual([125, 1_000, {}]);
  });

  test('four processes that submit one call twenty times each at once admit it once', async () => {
    const raced = await race(4, ['call-1'], 20);
    expect(raced.flatMap(({ admitted }) => admitted)).toEqual(['call-1']);
    const { admitted, call_moved: moved, known, ...others } = answersOf(raced);
    expect([admitted, admitted! + moved! + known!, others]).toEqual([1, 80, {}]);
  });

  test('processes that start at once on an empty database all start, and agree on its key, ten times over', async () => {
    await withChildren(dist, 8, async (children) => {
      for (let round = 0; round < 10; round += 1) {
        const adopted = done<string>(await children.all({ order: 'start', place: await newPlace() }));
        expect(new Set(adopted).size).toBe(1);
      }
    });
  });

  test('twenty processes that take from one limit of fifty at once are admitted fifty times together, by any rule, and none sees a busy error', async () => {
    await withChildren(dist, 20, async (children) => {
      const place = await newPlace();
      done(await children.all({ order: 'open', place }));
      for (const kind of ['fixed_window', 'sliding_window', 'token_bucket', 'budget']) {
        const order = { order: 'take', kind, max: 50, calls: 5 };
        const kinds = done<readonly string[]>(await children.all(order)).flat();
        const admitted = kinds.filter((answer) => answer === 'admitted').length;
        const limited = kinds.filter((answer) => answer === 'limited').length;
        expect([kind, admitted, limited]).toEqual([kind, 50, 50]);
      }
    });
  }, 180_000);
}
