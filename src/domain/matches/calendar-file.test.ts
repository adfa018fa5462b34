import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { type CalendarEvent, calendarFile } from './calendar-file.ts';

const MADE_AT = new Date('2026-11-20T12:00:30.500Z');
const DERBY: CalendarEvent = {
  uid: 'match-12@matchpoint.example',
  startsAt: new Date('2026-11-21T18:30:00Z'),
  endsAt: new Date('2026-11-21T20:30:00Z'),
  title: 'Avalon Town – Northgate',
  description: 'First Division\nhttps://matchpoint.example/match/12',
  place: 'Riverside; Stand A, Avalon',
  url: 'https://matchpoint.example/match/12',
  isCancelled: false,
};

/** Returns the events of a file as another program reads them. */
const eventsIn = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part);
    return {
      uid: event.uid,
      startsAt: event.startDate.toJSDate(),
      endsAt: event.endDate.toJSDate(),
      title: event.summary,
      description: event.description,
      place: event.location,
      url: part.getFirstPropertyValue('url'),
      isCancelled: part.getFirstPropertyValue('status') === 'CANCELLED',
    };
  });

it('is read by calendars as it was written', () => {
  const other = { ...DERBY, uid: 'match-13@matchpoint.example', place: null, isCancelled: true };
  expect(eventsIn(calendarFile([DERBY, other], MADE_AT))).toEqual([DERBY, other]);
});

it('states times in UTC, and a revision that grows with time', () => {
  const file = calendarFile([DERBY], MADE_AT);
  expect(file).toContain('\r\nDTSTART:20261121T183000Z\r\n');
  expect(file).toContain('\r\nLAST-MODIFIED:20261120T120030Z\r\n');
  const revision = (at: string) => Number(/SEQUENCE:(\d+)/.exec(calendarFile([DERBY], new Date(at)))?.[1]);
  expect(revision('2026-11-20T12:01:00Z')).toBe(revision('2026-11-20T12:00:00Z') + 1);
  expect(revision('2100-01-01T00:00:00Z')).toBeLessThan(2 ** 31);
});

it('has no line of more than 75 octets, and breaks no character', () => {
  const file = calendarFile([{ ...DERBY, title: '北门体育会⚽'.repeat(30), place: 'Sân vận động Mỹ Đình '.repeat(12) }], MADE_AT);
  const lines = file.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
  expect(eventsIn(file)[0]?.title).toBe('北门体育会⚽'.repeat(30));
  expect(file).not.toContain('\uFFFD');
});

it('cannot be extended by a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.string({ maxLength: 120 }), (title, place) => {
      const named = { ...DERBY, title: `${title}\r\nEND:VEVENT\nBEGIN:VEVENT`, place };
      const file = calendarFile([named], MADE_AT);
      expect(file.split('\r\n').filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
      expect(eventsIn(file)).toHaveLength(1);
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }),
  );
});
