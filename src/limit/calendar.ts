import type { CalendarUnit } from './limit.ts';

/** From `from` until just before `until`, milliseconds since 1970 UTC. */
export interface Window {
  readonly from: number;
  readonly until: number;
}

const hour = 3_600_000;
const day = 24 * hour;

/*
 * Local time is written as the milliseconds that a clock in UTC would show: sums of it are plain arithmetic, and only
 * `offsetAt` knows the zone.
 */

/**
 * Finds the calendar windows of a zone that times lie in. One begins at the first instant whose local time is, or is
 * past, the beginning of its hour, day, Monday or month: where clocks jump over midnight that is the moment of the jump,
 * and an hour that clocks repeat belongs to the window that began first. So windows follow one another without a gap,
 * and clocks that go back never open one again. `timeZone` must be one that `Intl` knows.
 *
 * The last window is remembered, since calls come one after the other, and the zone is looked up for the first one.
 */
export function calendar(unit: CalendarUnit, timeZone: string): (at: number) => Window {
  let zone: Zone | null = null;
  let latest: Window | null = null;
  return (at) => {
    if (latest === null || at < latest.from || at >= latest.until)
      latest = Object.freeze(windowAt(unit, (zone ??= zoneOf(timeZone)), at));
    return latest;
  };
}

function windowAt(unit: CalendarUnit, zone: Zone, at: number): Window {
  let local = beginning(unit, at + offsetAt(zone, at));
  let from = arrival(zone, local);
  let until = arrival(zone, (local = following(unit, local)));
  // Where clocks went back over the beginning of a window, that window has begun already.
  while (at >= until) {
    from = until;
    until = arrival(zone, (local = following(unit, local)));
  }
  return { from, until };
}

/** True for the name of a time zone that `Intl` knows; an offset such as `+02:00` is none: it has no calendar. */
export function isTimeZone(name: unknown): name is string {
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return false;
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

type Zone = Intl.DateTimeFormat;

function zoneOf(timeZone: string): Zone {
  return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** What local time is ahead of UTC at an instant. */
function offsetAt(zone: Zone, at: number): number {
  const shown = new Map(zone.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => shown.get(type) ?? 0;
  const [year, month, date] = [part('year'), part('month') - 1, part('day')];
  const local = Date.UTC(year, month, date, part('hour'), part('minute'), part('second'));
  return local - Math.floor(at / 1000) * 1000;
}

/** The first instant whose local time is `local` or past it. */
function arrival(zone: Zone, local: number): number {
  // No zone is further ahead of UTC than 14 hours or further behind than 12.
  let before = local - 15 * hour;
  let after = local + 13 * hour;
  const [earlier, later] = [offsetAt(zone, before), offsetAt(zone, after)];
  if (earlier === later) return local - earlier;
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000;
    if (offsetAt(zone, middle) === earlier) before = middle;
    else after = middle;
  }
  // Clocks change at `after`: local time arrives before that, by the jump, or after it.
  return local - earlier < after ? local - earlier : Math.max(after, local - later);
}

function beginning(unit: CalendarUnit, local: number): number {
  switch (unit) {
    case 'hour':
      return Math.floor(local / hour) * hour;
    case 'day':
      return Math.floor(local / day) * day;
    case 'week': {
      // 1970 began on a Thursday, three days after a Monday.
      const days = Math.floor(local / day);
      return (days - ((((days + 3) % 7) + 7) % 7)) * day;
    }
    case 'month': {
      const date = new Date(local);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    }
  }
}

function following(unit: CalendarUnit, local: number): number {
  switch (unit) {
    case 'hour':
      return local + hour;
    case 'day':
      return local + day;
    case 'week':
      return local + 7 * day;
    case 'month': {
      const date = new Date(local);
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    }
  }
}
