/*
 * A process is killed, as by kill -9, at every pause point of asking people, answering, and going on with an answer, and
 * the till is opened again: nothing is half asked or half answered, what people agreed to runs once, and what they did
 * not agree to never.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as api from '../../src/index.ts';
import { approvalContradictions } from '../approval-contradictions.ts';
import { buildForChildren } from './build.ts';
import { contradictions } from './contradictions.ts';
import { effectsIn, inDatabase, killed, type Life, livedOn, newTill, reopened } from './left-behind.ts';
import { type KilledAmongPeople, livesOfGateways, livesOfPeople } from './people-lives.ts';
import { names, type Points } from './points.ts';
import { tillKey, tillWire } from './till.mjs';

let dist: string;
beforeAll(() => {
  dist = buildForChildren();
});

type Till = Awaited<ReturnType<typeof reopened>>;

/** Kills a process at a point of its life; answers the till that was opened again after it. */
async function openedAfter(life: Life & { readonly points: Points<unknown> }, at: number) {
  const folder = newTill();
  const { points: passed, signal } = killed(dist, folder, life, at);
  expect([passed, signal]).toEqual([names(life.points.slice(0, at + 1)), 'SIGKILL']);
  const waited = (life.before ?? []).reduce((sum, step) => sum + ('wait' in step ? step.wait : 0), 0);
  const till = await reopened(folder, waited);
  /** The effects that people had to agree to. */
  const effects = () => effectsIn(folder).filter(({ capability }) => capability !== 'till.note');
  const found = async () => [
    ...(await contradictions(folder, till.boundary)),
    ...(await approvalContradictions({
      ...till,
      key: tillKey,
      effects: effects().map(({ execution }) => execution),
    })),
  ];
  return { ...till, folder, effects, found };
}

/** The status of every approval, in the order in which they were asked for. */
function approvalsIn(folder: string): string {
  return inDatabase(folder, (database) =>
    database
      .prepare<[], string>('SELECT status FROM countersign_approval ORDER BY asked, id')
      .pluck()
      .all()
      .join(' '),
  );
}

/** Lets everybody agree who has not yet. */
async function agree(
  { boundary }: Till,
  { approvalId, actionDigest: digest, decision }: Pending,
): Promise<void> {
  for (const id of decision === 'confirm' ? ['ann'] : ['rita', 'ron']) {
    const answer = await boundary.approver({ tenant: 'acme', id }).approvals.approve(approvalId, { digest });
    if (answer.kind === 'refused') expect(answer.reason).toBe('already_voted');
  }
}

type Pending = Extract<api.Outcome, { readonly kind: 'pending' }>;

function said(outcome: api.Outcome): string {
  return outcome.kind === 'denied' ? outcome.reason : outcome.kind;
}

/** Carries on with a call until nothing more can come of it; answers what it came to, and how often it happened by then. */
async function carriedOn(till: Till, { call, callId }: KilledAmongPeople['sent'], outcome: api.Outcome) {
  if (outcome.kind === 'pending') {
    await agree(till, outcome);
    const next = await till.send(call, callId);
    if (next.kind === 'pending') throw new Error('people agreed, and are asked again');
    return carriedOn(till, { call, callId }, next);
  }
  if (outcome.kind !== 'in_progress') return said(outcome);
  till.clock.advance(60_000);
  const other = await till.send(call, 'another');
  expect(other).toMatchObject({ kind: 'denied', reason: 'duplicate', detail: 'indeterminate' });
  return said(await till.send(call, callId));
}

for (const [title, life] of Object.entries(livesOfPeople)) {
  const { sent, points } = life;
  describe(`${title}`, () => {
    for (const [at, [point, left]] of points.entries()) {
      test(`killed ${point} (point ${at}): people are asked and answer whole, and it runs once, as they said [B-125, B-127, D-047, V-009, V-034]`, async () => {
        const till = await openedAfter(life, at);
        expect([approvalsIn(till.folder), till.effects().length]).toEqual([left.approvals, left.effects]);
        expect(await till.found()).toEqual([]);

        const outcome = await till.send(sent.call, sent.callId);
        expect(said(outcome)).toBe(left.told);
        const end = await carriedOn(till, sent, outcome);
        const happened = end === 'executed' || end === 'replayed' ? 1 : left.effects;
        expect(till.effects()).toHaveLength(happened);
        const last = said(await till.send(sent.call, sent.callId));
        expect(last).toBe(end === 'executed' ? 'replayed' : end);
        expect(till.effects()).toHaveLength(happened);
        expect(await till.found()).toEqual([]);
        await till.boundary.close();
      });
    }
  });
}

/** What the process wrote down of what it was given out, if it came that far. */
function givenIn(folder: string): api.GatewayAsked | null {
  const file = join(folder, 'wired');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

for (const [title, life] of Object.entries(livesOfGateways)) {
  const wire = tillWire(api);
  const options = { approver: { tenant: 'acme', id: 'rita' }, acl: () => true };

  describe(`${title}`, () => {
    for (const [at, [point, left]] of life.points.entries()) {
      test(`killed ${point} (point ${at}): a receipt verifies if a person agreed, and as long as nobody took it back [B-062, D-047, V-034]`, async () => {
        const till = await openedAfter(life, at);
        const { gateway } = till.boundary;
        const verified = async (receipt: api.Receipt) => {
          const answer = await gateway.verify(receipt, wire, options.acl);
          return answer.kind === 'refused' ? answer.reason : answer.kind;
        };
        expect(approvalsIn(till.folder)).toBe(left.approvals);
        expect(await till.found()).toEqual([]);

        const given = givenIn(till.folder);
        const asked = await gateway.request(wire, { conversation: 'c-1' });
        if (asked.kind === 'refused') {
          expect(asked.reason).toBe(left.told);
        } else {
          if (asked.kind === 'throttled') throw new Error('nothing was asked for so often');
          expect(`${asked.kind} ${await verified(asked.receipt)}`).toBe(left.told);
          const token = asked.kind === 'requested' ? asked.token : given?.token;
          if (token !== undefined) {
            const answer = await gateway.approve(token, wire, options);
            if (answer.kind === 'refused')
              expect([answer.reason, left.approvals]).toEqual(['replayed', 'approved']);
            expect([await verified(asked.receipt), await verified(asked.receipt)]).toEqual([
              'verified',
              'verified',
            ]);
          }
          const taken = await gateway.revoke(asked.receipt, wire, { ...options, reason: 'stop' });
          expect([taken.kind, await verified(asked.receipt)]).toEqual(['revoked', 'not_approved']);
        }
        if (given !== null) expect(await verified(given.receipt)).toBe('not_approved');
        expect(await till.found()).toEqual([]);
        await till.boundary.close();
      });
    }
  });
}

test('a process that nobody kills passes these points and no others', () => {
  const lives = [livesOfPeople, livesOfGateways].flatMap((some) =>
    Object.values<Life & { readonly points: Points<unknown> }>(some),
  );
  expect(livedOn(dist, lives)).toEqual(lives.map(({ points }) => names(points)));
});
