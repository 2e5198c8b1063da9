import { expect, test } from 'vitest';
import type { Driver } from './driver.ts';
import { availableDrivers, driverOf, openHandle } from './find-driver.ts';
import { readsAlone } from './reads.ts';
import { Writer } from './writer.ts';

interface Bench {
  readonly writer: Writer;
  /** Adds a number; a negative one is refused by the table. */
  readonly add: (n: number) => unknown;
  readonly numbers: () => readonly unknown[];
  /** What framed transactions, in order. */
  readonly frames: string[];
  /** Makes the next COMMIT fail. */
  readonly failCommit: () => void;
}

async function bench(): Promise<Bench> {
  const driver = driverOf(await openHandle(availableDrivers()[0], ':memory:'));
  driver.exec('CREATE TABLE number (n INTEGER NOT NULL CHECK (n >= 0)) STRICT');
  const frames: string[] = [];
  let failing = false;
  const watched: Driver = {
    ...driver,
    get inTransaction() {
      return driver.inTransaction;
    },
    prepare(sql) {
      const statement = driver.prepare(sql);
      return {
        ...statement,
        run() {
          frames.push(sql.split(' ')[0]!);
          if (sql === 'COMMIT' && failing) {
            failing = false;
            throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
          }
          return statement.run();
        },
      };
    },
  };
  const insert = driver.prepare('INSERT INTO number (n) VALUES (?)');
  const select = driver.prepare('SELECT n FROM number ORDER BY rowid');
  const writer = new Writer(watched, readsAlone);
  return {
    writer,
    add: (n) => writer.write(`add ${n}`, () => insert.run(n)),
    numbers: () => select.all().flat(),
    frames,
    failCommit() {
      failing = true;
    },
  };
}

const commitsIn = (frames: readonly string[]): number => frames.filter((frame) => frame === 'COMMIT').length;

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test('the first write of a turn has committed when it answers, without a promise', async () => {
  const { add, numbers, frames } = await bench();
  expect(add(1)).toBe(1);
  expect(numbers()).toEqual([1]);
  expect(frames).toEqual(['BEGIN', 'COMMIT']);
});

test('a lone caller that writes once a turn never waits', async () => {
  const { add, frames } = await bench();
  for (let n = 0; n < 5; n += 1) {
    expect(add(n)).toBe(1);
    await endOfTurn();
  }
  expect(commitsIn(frames)).toBe(5);
});

test('one caller that decides and writes again and again within a turn never waits', async () => {
  const { writer, add, frames } = await bench();
  const callOnce = async (n: number): Promise<void> => {
    writer.begin();
    await add(n);
    await add(n);
  };
  await callOnce(0);
  await endOfTurn();
  for (let n = 1; n < 6; n += 1) {
    writer.begin();
    expect(add(n)).toBe(1);
    expect(add(n)).toBe(1);
  }
  expect(commitsIn(frames)).toBe(12);
});

test('callers that have begun to decide at once commit together from their first write on', async () => {
  const { writer, add, frames } = await bench();
  for (let n = 0; n < 8; n += 1) writer.begin();
  await Promise.all(Array.from({ length: 8 }, (_, n) => add(n)));
  expect(commitsIn(frames)).toBe(1);
});

test('writes of one turn commit together, in order, with a savepoint each', async () => {
  const { add, numbers, frames } = await bench();
  await Promise.all([add(0), add(1), add(2), add(3)]);
  expect(numbers()).toEqual([0, 1, 2, 3]);
  expect(frames.filter((frame) => frame === 'SAVEPOINT')).toHaveLength(3);
  expect(commitsIn(frames)).toBe(2);
});

test('callers that come back after a group form the next group', async () => {
  const { add, numbers, frames } = await bench();
  const callers = Array.from({ length: 8 }, async (_, n) => {
    for (let round = 0; round < 5; round += 1) await add(round * 8 + n);
  });
  await Promise.all(callers);
  expect(numbers()).toHaveLength(40);
  expect(commitsIn(frames)).toBeLessThanOrEqual(8);
});

test('a write that fails leaves the others of its group alone', async () => {
  const { add, numbers } = await bench();
  const ends = await Promise.allSettled([0, 1, -2, 3, -4, 5].map(async (n) => add(n)));
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, false, true]);
  expect(ends[2]).toMatchObject({
    reason: { code: 'store_failed', message: expect.stringMatching(/^add -2: /) },
  });
  expect(numbers()).toEqual([0, 1, 3, 5]);
});

test('a write that fails alone changes nothing, is not tried again, and the next one works [V-118]', async () => {
  const { add, numbers, frames } = await bench();
  expect(() => add(-1)).toThrow(expect.objectContaining({ code: 'store_failed' }));
  expect(frames).toEqual(['BEGIN', 'ROLLBACK']);
  await endOfTurn();
  expect(add(1)).toBe(1);
  expect(numbers()).toEqual([1]);
});

test('if the commit of a group fails, none of it happened and each caller is told', async () => {
  const { add, numbers, failCommit } = await bench();
  add(0);
  const group = [1, 2, 3].map(async (n) => add(n));
  failCommit();
  const ends = await Promise.allSettled(group);
  for (const [place, end] of ends.entries()) {
    const message = `add ${place + 1}: the database answered with SQLITE_IOERR`;
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'store_failed', message } });
  }
  expect(numbers()).toEqual([0]);
  await add(4);
  expect(numbers()).toEqual([0, 4]);
});

test('if the commit of a lone write fails, it did not happen', async () => {
  const { add, numbers, failCommit } = await bench();
  failCommit();
  expect(() => add(1)).toThrow(expect.objectContaining({ code: 'store_failed' }));
  expect(numbers()).toEqual([]);
});

test('more writes than one group takes all commit, and the event loop is served in between', async () => {
  const { add, numbers, frames } = await bench();
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (numbers().length < 1_000) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 1_000 }, async (_, n) => add(n)));
  expect(numbers()).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  expect(commitsIn(frames)).toBeGreaterThan(3);
  expect(turns).toBeGreaterThan(2);
});

test('draining lets what waits commit and accepts nothing more', async () => {
  const { add, numbers, writer } = await bench();
  const writes = [0, 1, 2].map(async (n) => add(n));
  const drained = writer.drain();
  expect(() => add(9)).toThrow(
    expect.objectContaining({ code: 'store_failed', message: 'add 9: the store is closed' }),
  );
  await drained;
  expect(numbers()).toEqual([0, 1, 2]);
  await Promise.all(writes);
  expect(writer.drain()).toBeUndefined();
});

test('however often a writer is drained, everybody who waits is answered', async () => {
  const { add, numbers, writer } = await bench();
  const writes = [0, 1].map(async (n) => add(n));
  await Promise.all([writer.drain(), writer.drain(), writer.drain()]);
  expect(numbers()).toEqual([0, 1]);
  await Promise.all(writes);
});

test('while the lock is lent writes wait without trying, and commit together when it is back', async () => {
  const { writer, add, numbers, frames } = await bench();
  add(0);
  await endOfTurn();
  const answers = await writer.whileLent(async () => {
    const waiting = [1, 2, 3].map(async (n) => add(n));
    for (let turn = 0; turn < 5; turn += 1) await endOfTurn();
    expect(commitsIn(frames)).toBe(1);
    return waiting;
  });
  expect(numbers()).toEqual([0, 1, 2, 3]);
  await Promise.all(answers);
  expect(commitsIn(frames)).toBe(2);
});

test('a lock that is lent in the middle of a turn keeps what waits for its end', async () => {
  const { writer, add, numbers } = await bench();
  const before = [0, 1, 2].map(async (n) => add(n));
  let end = () => {};
  const lent = writer.whileLent(() => new Promise<void>((resolve) => (end = resolve)));
  await endOfTurn();
  expect(numbers()).toEqual([0]);
  end();
  await lent;
  expect(numbers()).toEqual([0, 1, 2]);
  await Promise.all(before);
});

test('a lock comes back also from work that fails', async () => {
  const { writer, add, numbers } = await bench();
  await expect(writer.whileLent(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(add(1)).toBe(1);
  expect(numbers()).toEqual([1]);
});
