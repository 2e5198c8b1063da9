import { calendar, type Window } from './calendar.ts';
import type { CalendarUnit } from './limit.ts';

/**
 * Finds the windows of a fixed-window limit that times lie in. They follow one another without a gap: those of a number
 * of milliseconds since 1970 UTC, those of the calendar in a time zone.
 */
export function windowsOf(every: number | CalendarUnit, timeZone: string): (at: number) => Window {
  if (typeof every !== 'number') return calendar(every, timeZone);
  return (at) => {
    const from = Math.floor(at / every) * every;
    return { from, until: from + every };
  };
}
