import { calendarWindow, type Window } from './calendar.ts';
import type { CalendarUnit } from './limit.ts';

/**
 * The window of a fixed-window limit that a time lies in. Windows follow one another without a gap: those of a number
 * of milliseconds since 1970 UTC, those of the calendar in a time zone.
 */
export function windowAt(every: number | CalendarUnit, timeZone: string, at: number): Window {
  if (typeof every !== 'number') return calendarWindow(every, timeZone, at);
  const from = Math.floor(at / every) * every;
  return { from, until: from + every };
}
