import { expect, test } from 'vitest';
import { calendar, isTimeZone } from './calendar.ts';
import type { CalendarUnit } from './limit.ts';

const hour = 3_600_000;

function windowOf(unit: CalendarUnit, timeZone: string, at: string): readonly [string, string, number] {
  const { from, until } = calendar(unit, timeZone)(Date.parse(at));
  return [iso(from), iso(until), (until - from) / hour];
}

function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

test('a day in Tokyo begins once, at local midnight [B-121]', () => {
  const day = ['2026-05-09T15:00:00Z', '2026-05-10T15:00:00Z', 24];
  expect(windowOf('day', 'Asia/Tokyo', '2026-05-09T15:00:00Z')).toEqual(day);
  expect(windowOf('day', 'Asia/Tokyo', '2026-05-10T00:00:00Z')).toEqual(day);
  expect(windowOf('day', 'Asia/Tokyo', '2026-05-10T14:59:59.999Z')).toEqual(day);
  expect(windowOf('day', 'Asia/Tokyo', '2026-05-10T15:00:00Z')[0]).toBe('2026-05-10T15:00:00Z');
});

test('the days on which Amsterdam changes its clocks have 23 and 25 hours [B-121]', () => {
  const spring = ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23];
  const autumn = ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25];
  for (const at of ['2026-03-28T23:00:00Z', '2026-03-29T01:00:00Z', '2026-03-29T21:59:59.999Z'])
    expect(windowOf('day', 'Europe/Amsterdam', at)).toEqual(spring);
  for (const at of ['2026-10-24T22:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T22:59:59.999Z'])
    expect(windowOf('day', 'Europe/Amsterdam', at)).toEqual(autumn);
});

test.each([
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
  ['Africa/Cairo', '2024-04-26T12:00:00Z', '2024-04-25T22:00:00Z', '2024-04-26T21:00:00Z'],
  ['Asia/Beirut', '2024-03-31T12:00:00Z', '2024-03-30T22:00:00Z', '2024-03-31T21:00:00Z'],
])('where clocks in %s jump over midnight, the day begins at the jump [B-121]', (zone, at, from, until) => {
  expect(windowOf('day', zone, at)).toEqual([from, until, 23]);
  expect(windowOf('day', zone, iso(Date.parse(from) - 1))[1]).toBe(from);
});

test.each([
  // 00:00 becomes 23:00 of the day before: the new day had not begun.
  ['America/Sao_Paulo', '2018-02-18T01:30:00Z', '2018-02-17T02:00:00Z', '2018-02-18T03:00:00Z', 25],
  // 00:01 becomes 23:01 of the day before: the new day had begun, and goes on.
  ['America/St_Johns', '2010-11-07T02:45:00Z', '2010-11-07T02:30:00Z', '2010-11-08T03:30:00Z', 25],
  // 01:00 becomes 00:00: there are two midnights, and the first one counts.
  ['America/Havana', '2026-11-01T05:30:00Z', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', 25],
])('clocks in %s that go back over midnight open no day again', (zone, at, from, until, hours) => {
  expect(windowOf('day', zone, at)).toEqual([from, until, hours]);
});

test('a day that a place left out has no window, and the days around it meet', () => {
  expect(windowOf('day', 'Pacific/Apia', '2011-12-30T09:59:59Z')).toEqual([
    '2011-12-29T10:00:00Z',
    '2011-12-30T10:00:00Z',
    24,
  ]);
  expect(windowOf('day', 'Pacific/Apia', '2011-12-30T10:00:00Z')[0]).toBe('2011-12-30T10:00:00Z');
});

test('hours begin at whole local hours, and one that clocks repeat is one window', () => {
  expect(windowOf('hour', 'Asia/Kathmandu', '2026-05-10T12:20:00Z')).toEqual([
    '2026-05-10T12:15:00Z',
    '2026-05-10T13:15:00Z',
    1,
  ]);
  const repeated = ['2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z', 2];
  expect(windowOf('hour', 'Europe/Amsterdam', '2026-10-25T00:30:00Z')).toEqual(repeated);
  expect(windowOf('hour', 'Europe/Amsterdam', '2026-10-25T01:30:00Z')).toEqual(repeated);
});

test('weeks begin on Monday and months on the first, at local midnight', () => {
  expect(windowOf('week', 'Europe/Amsterdam', '2026-03-29T12:00:00Z')).toEqual([
    '2026-03-22T23:00:00Z',
    '2026-03-29T22:00:00Z',
    167,
  ]);
  expect(windowOf('week', 'UTC', '1970-01-01T00:00:00Z')[1]).toBe('1970-01-05T00:00:00Z');
  expect(windowOf('month', 'America/New_York', '2026-03-15T12:00:00Z')).toEqual([
    '2026-03-01T05:00:00Z',
    '2026-04-01T04:00:00Z',
    743,
  ]);
  expect(windowOf('month', 'UTC', '2027-12-31T23:59:59Z')[1]).toBe('2028-01-01T00:00:00Z');
});

test('a window that was worked out before is not taken for another time', () => {
  const dayAt = calendar('day', 'Asia/Tokyo');
  const times = [
    '2026-05-10T12:00:00Z',
    '2026-05-11T12:00:00Z',
    '2026-05-10T14:59:59.999Z',
    '2026-05-10T15:00:00Z',
  ];
  const begun = times.map((at) => iso(dayAt(Date.parse(at)).from));
  const [tenth, eleventh] = ['2026-05-09T15:00:00Z', '2026-05-10T15:00:00Z'];
  expect(begun).toEqual([tenth, eleventh, tenth, eleventh]);
});

test.each([['UTC'], ['Europe/Amsterdam'], ['Asia/Kolkata'], ['Etc/GMT+5']])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each([
  ['+02:00'],
  ['-05'],
  [''],
  ['Mars/Olympus'],
  [' UTC'],
  ['UTC\u0000'],
  [null],
  [undefined],
  [5],
  [{}],
])('%j is no time zone [B-119]', (name) => {
  expect(isTimeZone(name)).toBe(false);
});
