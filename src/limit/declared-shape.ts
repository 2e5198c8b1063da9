import { readMembers } from '../json/read-members.ts';
import { isTimeZone } from './calendar.ts';
import type { CalendarUnit, LimitShape } from './limit.ts';

/** Longest window and slowest refill: ten years, milliseconds. */
const longest = 3650 * 86_400_000;

const calendarUnits: readonly CalendarUnit[] = ['hour', 'day', 'week', 'month'];

/** Members of each kind of shape besides `kind`. */
const members = {
  fixed_window: ['max', 'every', 'timeZone'],
  sliding_window: ['max', 'every'],
  token_bucket: ['max', 'refill', 'every'],
  budget: ['max'],
} as const satisfies Readonly<Record<LimitShape['kind'], readonly string[]>>;

const wholeMax = 'a whole number from 0 to 9,007,199,254,740,991 (0 lets nothing through)';
const wholeEvery = 'whole milliseconds from 1 to 315,360,000,000 (ten years)';

/**
 * Reads the shape of a limit; null where something is wrong with it, which was added to `problems` as half sentences.
 * Frozen, with the time zone of calendar windows in place.
 */
export function declaredShape(value: unknown, problems: string[]): LimitShape | null {
  const shape = readMembers(value);
  const kind = shape?.['kind'];
  if (shape === null || !isKind(kind)) {
    problems.push(`has "shape", which must be an object whose "kind" is ${Object.keys(members).join(', ')}`);
    return null;
  }
  const before = problems.length;
  const wrong = (member: string, wants: string): void =>
    void problems.push(`has "shape.${member}", which must be ${wants}`);
  const known: readonly string[] = ['kind', ...members[kind]];
  for (const member of Object.keys(shape).filter((one) => !known.includes(one)))
    problems.push(`has a member ${JSON.stringify(member)} in a shape "${kind}", which does not exist`);
  const { max, every, refill, timeZone } = shape as Readonly<Record<string, unknown>>;
  if (!isWhole(max, 0)) wrong('max', wholeMax);
  if (problems.length > before || !isWhole(max, 0)) return null;
  switch (kind) {
    case 'budget':
      return Object.freeze({ kind, max });
    case 'sliding_window':
      if (isLength(every)) return Object.freeze({ kind, max, every });
      wrong('every', wholeEvery);
      return null;
    case 'token_bucket': {
      if (!isLength(every)) wrong('every', wholeEvery);
      if (!isWhole(refill, 1)) wrong('refill', 'a whole number, at least 1');
      if (!isLength(every) || !isWhole(refill, 1)) return null;
      if (isWhole(max * every, 0) && isWhole(refill * every, 1))
        return Object.freeze({ kind, max, refill, every });
      wrong('every', 'so short that "max" and "refill" times "every" are at most 9,007,199,254,740,991');
      return null;
    }
    case 'fixed_window': {
      if (isLength(every)) {
        if (timeZone === undefined) return Object.freeze({ kind, max, every });
        wrong('timeZone', 'left out where "every" is milliseconds: only calendar windows have a zone');
        return null;
      }
      const unit = calendarUnits.find((one) => one === every);
      if (unit === undefined) wrong('every', `${wholeEvery}, or one of ${calendarUnits.join(', ')}`);
      else if (timeZone === undefined) return Object.freeze({ kind, max, every: unit, timeZone: 'UTC' });
      else if (isTimeZone(timeZone)) return Object.freeze({ kind, max, every: unit, timeZone });
      else wrong('timeZone', 'the IANA name of a time zone, as "Europe/Amsterdam"');
      return null;
    }
  }
}

function isKind(kind: unknown): kind is LimitShape['kind'] {
  return typeof kind === 'string' && Object.hasOwn(members, kind);
}

function isLength(value: unknown): value is number {
  return isWhole(value, 1) && value <= longest;
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
