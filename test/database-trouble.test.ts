/*
 * The database stops taking what it is given in the middle of a call. There is one clear error or outcome, nothing
 * happens twice, and nothing that happened is lost.
 */
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BoundaryError, type Outcome, SettlementFailed } from '../src/index.ts';
import { sqlite } from '../src/store/sqlite/index.ts';
import { type PausePoint, withPausePoints } from '../src/testing/index.ts';
import { evidenceOf, openDesk, turns } from './desk.ts';

const folders: string[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A desk on a file. `harm` comes to it at a pause point. */
async function desk(at: PausePoint | null, harm: Harm) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-trouble-'));
  folders.push(folder);
  const file = join(folder, 'app.db');
  const handle = new Database(file, { timeout: 0 });
  let armed = false;
  let repair = () => {};
  const store = withPausePoints(sqlite(handle), (point) => {
    if (!armed || point !== at) return;
    armed = false;
    repair = harm({ file, handle });
  });
  const opened = await openDesk({ store, say: () => {} });
  // From here on the keys are there.
  await opened.session.call('orders.view', { orderId: 'o-1' });
  opened.desk.effects.length = 0;
  armed = true;
  return { ...opened, handle, repair: () => repair() };
}

/** Does something to an open database; answers what undoes it. */
type Harm = (open: { readonly file: string; readonly handle: Database.Database }) => () => void;

const readOnly: Harm = ({ handle }) => {
  handle.pragma('query_only = ON');
  return () => handle.pragma('query_only = OFF');
};

/** Another connection takes the write lock and keeps it. */
const locked: Harm = ({ file }) => {
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  return () => other.close();
};

/** Somebody overwrites everything but the first page. */
const damaged: Harm = ({ file }) => {
  const other = new Database(file);
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  const out = openSync(file, 'r+');
  for (let page = 4096; page < statSync(file).size; page += 4096)
    writeSync(out, Buffer.alloc(4096, 0x5a), 0, 4096, page);
  closeSync(out);
  return () => {};
};

type Opened = Awaited<ReturnType<typeof desk>>;

const calls = {
  write: ({ session }: Opened) => session.call('orders.cancel', { orderId: 'o-1' }, { callId: 'call-1' }),
  read: ({ session }: Opened) => session.call('orders.view', { orderId: 'o-1' }, { callId: 'call-1' }),
  refusal: ({ session }: Opened) => session.call('orders.cancel', { orderId: 'o-2' }, { callId: 'call-1' }),
};

interface Moment {
  readonly call: keyof typeof calls;
  readonly at: PausePoint;
  /** What is known of the effect where the error says so; null: nothing ran. */
  readonly effect: 'happened' | 'none' | null;
  /** What the same call answers once the database is well, and once its deadline has passed as well. */
  readonly then: readonly [string, string];
}

const moments: readonly Moment[] = [
  { call: 'write', at: 'before loadForDecision', effect: null, then: ['executed', 'replayed'] },
  { call: 'write', at: 'before admit', effect: null, then: ['executed', 'replayed'] },
  { call: 'write', at: 'before settle', effect: 'happened', then: ['in_progress', 'indeterminate'] },
  { call: 'read', at: 'before finish', effect: 'none', then: ['executed', 'replayed'] },
  { call: 'refusal', at: 'before appendEvidence', effect: null, then: ['denied', 'denied'] },
];

/** What a call ends with, an outcome or an error; time passes for whoever waits for the lock. */
async function toldBy(outcome: Promise<Outcome>): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const told: unknown[] = [];
  const hear = (what: unknown) => void told.push(what);
  void outcome.then(hear, hear);
  while (told.length === 0) {
    await turns();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  vi.useRealTimers();
  return told[0];
}

const writes = ({ desk: { effects } }: Opened) => effects.filter((effect) => effect.startsWith('cancel '));

async function hasItsAdmissions(opened: Opened): Promise<void> {
  const records = await evidenceOf(opened.boundary);
  const admitted = records
    .filter(({ type }) => type === 'call.admitted')
    .map(({ body }) => body['execution']);
  expect(writes(opened).map((effect) => effect.split(' ')[2])).toEqual(admitted);
}

const harms = [
  { how: 'may not be written', harm: readOnly, code: 'store_failed', said: 'it may not be written' },
  { how: 'stays locked', harm: locked, code: 'store_busy', said: 'stayed locked by another connection' },
  { how: 'is damaged', harm: damaged, code: 'store_failed', said: 'it is damaged' },
];

for (const { how, harm, code, said } of harms) {
  describe(`a database that ${how}`, () => {
    for (const { call, at, effect, then } of moments) {
      test(`${at} of a ${call} is one error that says so, and what happened is neither lost nor done again [V-087, D-017]`, async () => {
        const opened = await desk(at, harm);
        const told = await toldBy(calls[call](opened));
        const error = told instanceof SettlementFailed ? told.cause : told;
        expect(error).toMatchObject({ code, message: expect.stringContaining(said) });
        expect(told instanceof SettlementFailed ? told.effect : null).toBe(effect);
        expect(writes(opened)).toHaveLength(effect === 'happened' ? 1 : 0);

        opened.repair();
        if (harm === damaged) {
          await expect(calls[call](opened)).rejects.toMatchObject({ code });
          expect(writes(opened)).toHaveLength(effect === 'happened' ? 1 : 0);
          return;
        }
        expect((await calls[call](opened)).kind).toBe(then[0]);
        opened.clock.advance(60_001);
        expect((await calls[call](opened)).kind).toBe(then[1]);
        await hasItsAdmissions(opened);
      });
    }
  });
}

for (const { call, at } of moments) {
  test(`a lock that is let go again ${at} of a ${call} is not noticed [B-130, V-117]`, async () => {
    const [well, met] = [await desk(at, () => () => {}), await desk(at, locked)];
    const told = calls[call](met);
    await turns();
    met.repair();
    const { kind } = await calls[call](well);
    expect((await told).kind).toBe(kind);
    expect(writes(met)).toHaveLength(writes(well).length);
    await hasItsAdmissions(met);
  });
}

test.for([
  ['one after the other', 1, 8],
  ['ten at a time', 10, 19],
] as const)(
  'while the disk fills up, each call happens on record, does not happen, or says that it happened: %s [V-087, D-017]',
  async ([, atOnce, room]) => {
    const opened = await desk(null, () => () => {});
    const { handle, session, clock } = opened;
    const pages = (limit: number) => handle.pragma(`max_page_count = ${limit}`);
    pages(Number(handle.pragma('page_count', { simple: true })) + room);
    opened.desk.note = (_order, { note }) => {
      opened.desk.effects.push(`note ${note}`);
      return { printed: 'x'.repeat(1_500) };
    };
    const send = (n: number) =>
      session.call('orders.note', { orderId: 'o-1', note: `${n}` }, { callId: `call-${n}` });
    const effects = (n: number) => opened.desk.effects.filter((effect) => effect === `note ${n}`).length;

    const ends: Record<string, number[]> = { executed: [], store_failed: [], settlement_failed: [] };
    const sent = async (n: number) => {
      const told: unknown = await send(n).catch((error: unknown) => error);
      const end = told instanceof BoundaryError ? told.code : (told as Outcome).kind;
      ends[end]!.push(n);
      expect([end, effects(n)]).toEqual([end, end === 'store_failed' ? 0 : 1]);
      if (told instanceof SettlementFailed) expect(told.effect).toBe('happened');
    };
    for (let n = 1; n <= 30; n += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, more) => sent(n + more)));
    expect([ends['executed']!.length, 30 - ends['executed']!.length]).not.toContain(0);

    pages(1_000_000);
    clock.advance(60_001);
    const then = { executed: 'replayed', store_failed: 'executed', settlement_failed: 'indeterminate' };
    for (const [end, numbers] of Object.entries(ends)) {
      for (const n of numbers) expect((await send(n)).kind).toBe(then[end as keyof typeof then]);
    }
    expect(opened.desk.effects).toHaveLength(30);
  },
);
