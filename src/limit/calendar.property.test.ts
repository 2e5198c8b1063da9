import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendar } from './calendar.ts';
import type { CalendarUnit } from './limit.ts';

const units: readonly CalendarUnit[] = ['hour', 'day', 'week', 'month'];
/** Zones with half hours, jumps over midnight, days left out, and none of it. */
const odd = [
  ...['UTC', 'Asia/Tokyo', 'Europe/Amsterdam', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Tehran'],
  ...['America/Sao_Paulo', 'Africa/Cairo', 'Asia/Beirut', 'America/St_Johns', 'America/Havana'],
  ...['Pacific/Apia', 'Pacific/Kwajalein', 'Africa/Casablanca', 'Antarctica/Troll', 'America/Asuncion'],
];
const zone = fc.oneof(fc.constantFrom(...odd), fc.constantFrom(...Intl.supportedValuesOf('timeZone')));
const time = fc.integer({ min: Date.UTC(1970, 0, 8), max: Date.UTC(2100, 0, 1) });

test('every time is in its window, and windows follow one another without a gap [B-121]', () => {
  fc.assert(
    fc.property(fc.constantFrom(...units), zone, time, (unit, timeZone, at) => {
      const windowAt = calendar(unit, timeZone);
      const window = windowAt(at);
      expect(window.from).toBeLessThanOrEqual(at);
      expect(window.until).toBeGreaterThan(at);
      for (const inside of [window.from, window.until - 1])
        expect(calendar(unit, timeZone)(inside)).toEqual(window);
      expect(windowAt(window.from - 1).until).toBe(window.from);
      expect(windowAt(window.until).from).toBe(window.until);
      expect(windowAt(at)).toEqual(window);
    }),
    { numRuns: 400 },
  );
});

/** What a clock on the wall there shows, by another way than the windows use: sorted as text, it is sorted by time. */
function shown(timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(at);
}

test('a day begins at midnight, or at the first instant of a day without one; what is displayed is what is enforced [B-121]', () => {
  fc.assert(
    fc.property(zone, time, (timeZone, at) => {
      const { from } = calendar('day', timeZone)(at);
      const [date, clock] = shown(timeZone, from).split(' ');
      const before = shown(timeZone, from - 1).slice(0, 10);
      expect(before < String(date)).toBe(true);
      if (clock !== '00:00:00') expect(jump(timeZone, from)).not.toBe(0);
    }),
    { numRuns: 300 },
  );
});

/** By how much clocks there change at an instant, in milliseconds. */
function jump(timeZone: string, at: number): number {
  const local = (time: number): number => Date.parse(`${shown(timeZone, time).replace(' ', 'T')}Z`);
  return local(at) - local(at - 1000) - 1000;
}

test('a week begins with a Monday and a month with a first, by the clocks there', () => {
  fc.assert(
    fc.property(fc.constantFrom(...odd), time, (timeZone, at) => {
      const monday = shown(timeZone, calendar('week', timeZone)(at).from).slice(0, 10);
      const first = shown(timeZone, calendar('month', timeZone)(at).from).slice(0, 10);
      if (timeZone !== 'Pacific/Apia' && timeZone !== 'Pacific/Kwajalein') {
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
      }
      expect(first.slice(8)).toBe('01');
    }),
  );
});
