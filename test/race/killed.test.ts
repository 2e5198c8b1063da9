/*
 * A process is killed, as by kill -9, at every pause point of everything that it does, and the till is opened again: at
 * most one effect happened, nothing runs it again, what nobody knows says so, and nothing is stuck.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { pausePoints } from '../../src/testing/index.ts';
import { buildForChildren } from './build.ts';
import { contradictions } from './contradictions.ts';
import { effectsIn, killed, type Life, livedOn, newTill, reopened } from './left-behind.ts';
import { livesOfGateways, livesOfPeople } from './people-lives.ts';
import { all, around, names, type Points } from './points.ts';
import { livesOfRuns } from './run-lives.ts';

let dist: string;
beforeAll(() => {
  dist = buildForChildren();
});

/** What a killed process leaves of one call: its effects, and what the same call answers, before its deadline and after. */
interface Left {
  readonly effects: number;
  readonly soon: string;
  readonly later: string;
}

const nothing: Left = { effects: 0, soon: 'executed', later: 'replayed' };
const claim: Left = { effects: 0, soon: 'in_progress', later: 'indeterminate' };
const unsettled: Left = { effects: 1, soon: 'in_progress', later: 'indeterminate' };
const unknown: Left = { effects: 1, soon: 'indeterminate', later: 'indeterminate' };
const settled: Left = { effects: 1, soon: 'replayed', later: 'replayed' };
/** A read may run again: it changed nothing. */
const unheard: Left = { effects: 1, soon: 'executed', later: 'replayed' };
const refused: Left = { effects: 1, soon: 'denied', later: 'denied' };

interface Killed extends Life {
  /** The call that is looked at afterwards. */
  readonly sent: { readonly call: string; readonly callId: string };
  /** Every point that it passes, in order, and what is left where it is killed there. */
  readonly points: Points<Left>;
}

const first = (what: string) => ({ call: `till.${what}`, callId: 'call-1' });
const pay = first('pay');
const duplicate = { ...pay, callId: 'call-2' };
/** After it, the keys of the tenant and of the person are there. */
const earlier: Life['before'] = [{ call: 'till.note', callId: 'call-0' }];

const lives: Readonly<Record<string, Killed>> = {
  'a start': {
    before: null,
    watched: [],
    sent: pay,
    points: all(nothing, 'open', 'currentKey', 'adoptKey', 'loadForDecision', 'registerCatalogue'),
  },
  'the first write of a person': {
    before: [],
    watched: [pay],
    sent: pay,
    points: [
      ...all(nothing, 'loadForDecision', 'wrappedKey', 'addWrappedKey', 'wrappedKey', 'addWrappedKey'),
      ...around('admit', nothing, claim),
      ...around('settle', unsettled, settled),
    ],
  },
  'a write without a key of its own': {
    before: [{ call: 'till.look', callId: 'call-0' }],
    watched: [first('note')],
    sent: first('note'),
    points: [
      ...around('loadForDecision', nothing),
      ...around('admit', nothing, claim),
      ...around('settle', unsettled, settled),
    ],
  },
  'a write within a limit': {
    before: earlier,
    watched: [first('budget')],
    sent: first('budget'),
    points: [
      ...around('loadForDecision', nothing),
      ...around('admit', nothing, claim),
      ...around('settle', unsettled, settled),
    ],
  },
  'a write in a transaction of the till': {
    before: earlier,
    watched: [first('book')],
    sent: first('book'),
    points: [
      ...around('loadForDecision', nothing),
      ['before transact', nothing],
      ...around('effect', nothing),
      ['after transact', settled],
    ],
  },
  'a read': {
    before: earlier,
    watched: [first('look')],
    sent: first('look'),
    points: [...around('loadForDecision', nothing), ...around('finish', unheard, settled)],
  },
  'a read whose asking is counted': {
    before: earlier,
    watched: [first('ask')],
    sent: first('ask'),
    points: [...all(nothing, 'loadForDecision', 'charge'), ...around('finish', unheard, settled)],
  },
  'what is seen, and a step that a rule counts': {
    before: earlier,
    watched: [{ saw: 'a page' }, first('tap')],
    sent: first('tap'),
    points: [
      ...all(nothing, 'loadForDecision', 'append', 'loadForDecision', 'entries'),
      ...around('admit', nothing, claim),
      ...around('settle', unsettled, settled),
    ],
  },
  'a replay': {
    before: [pay],
    watched: [pay],
    sent: pay,
    points: all(settled, 'loadForDecision', 'appendEvidence'),
  },
  'a refused duplicate': {
    before: [pay],
    watched: [duplicate],
    sent: duplicate,
    points: all(refused, 'loadForDecision', 'admit', 'appendEvidence'),
  },
  'a resolution': {
    before: [first('lose')],
    watched: [{ resolve: 'completed' }],
    sent: first('lose'),
    points: [...all(unknown, 'unresolved', 'claimOf'), ...around('settle', unknown, settled)],
  },
  'what changes no call, and an end': {
    before: [{ deploy: 1 }, pay],
    watched: [
      { check: 'till.pay' },
      { read: 'acme' },
      { meters: 10 },
      { prune: 'over' },
      { resetClock: 'it ran ahead' },
      { supersede: 'deployed' },
      { close: true },
    ],
    sent: pay,
    points: [
      ...all(settled, 'loadForDecision', 'holder', 'evidence', 'meters', 'pruneMeters'),
      ...all(settled, 'wrappedKey', 'addWrappedKey', 'resetClock'),
      ...all(settled, 'catalogues', 'replaceCatalogues', 'close'),
    ],
  },
};

/** Finds out what happened and says so, as the operator that a list of claims is for. */
async function resolved({ claims }: Till, folder: string, { call }: Killed['sent']): Promise<string> {
  const listed = await claims.list();
  if (listed.kind !== 'listed') throw new Error(listed.reason);
  expect(listed.claims).toMatchObject([{ capability: call, state: 'indeterminate' }]);
  const { executionId } = listed.claims[0]!;
  const happened = effectsIn(folder).some(({ execution }) => execution === executionId);
  const as = happened ? 'completed' : 'retryable';
  expect(await claims.resolve(executionId, { as, reason: 'looked it up' })).toMatchObject({
    kind: 'resolved',
  });
  return happened ? 'replayed' : 'executed';
}

type Till = Awaited<ReturnType<typeof reopened>>;

for (const [title, life] of Object.entries(lives)) {
  const { sent, points } = life;
  const effects = (folder: string) => effectsIn(folder).filter(({ capability }) => capability === sent.call);

  describe(`${title}`, () => {
    for (const [at, [point, left]] of points.entries()) {
      test(`killed ${point} (point ${at}): at most one effect, and what is unknown says so [B-125, B-127, D-016, D-047]`, async () => {
        const folder = newTill();
        const { points: passed, signal } = killed(dist, folder, life, at);
        expect([passed, signal]).toEqual([names(points.slice(0, at + 1)), 'SIGKILL']);
        expect(effects(folder)).toHaveLength(left.effects);

        const till = await reopened(folder);
        expect((await till.send(sent.call, sent.callId)).kind).toBe(left.soon);
        till.clock.advance(60_000);
        expect((await till.send(sent.call, sent.callId)).kind).toBe(left.later);
        if (left.later === 'indeterminate') {
          const other = await till.send(sent.call, 'another');
          expect(other).toMatchObject({ kind: 'denied', reason: 'duplicate', detail: 'indeterminate' });
          const then = await resolved(till, folder, sent);
          expect((await till.send(sent.call, sent.callId)).kind).toBe(then);
        }
        expect(effects(folder)).toHaveLength(left === unheard ? 2 : 1);
        expect(await contradictions(folder, till.boundary)).toEqual([]);
        await till.boundary.close();
      });
    }
  });
}

test('a process that nobody kills passes these points and no others', () => {
  const all = Object.values(lives);
  expect(livedOn(dist, all)).toEqual(all.map(({ points }) => names(points)));
});

test('every pause point is a place where a process is killed', () => {
  const told = [lives, livesOfPeople, livesOfGateways, livesOfRuns].flatMap((some) =>
    Object.values<{ points: Points<unknown> }>(some),
  );
  const places = new Set(told.flatMap(({ points }) => names(points)));
  expect(pausePoints.filter((point) => !places.has(point))).toEqual([]);
});
