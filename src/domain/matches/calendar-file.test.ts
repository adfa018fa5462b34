import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { type CalendarEvent, calendarFile } from './calendar-file.ts';

const DERBY: CalendarEvent = {
  uid: 'match-12@matchpoint.example',
  startsAt: new Date('2026-11-21T18:30:00Z'),
  endsAt: new Date('2026-11-21T20:30:00Z'),
  title: 'Avalon Town – Northgate',
  description: 'First Division\nhttps://matchpoint.example/match/12',
  place: 'Riverside; Stand A, Avalon',
  url: 'https://matchpoint.example/match/12',
  isCancelled: false,
  revision: 0,
  changedAt: new Date('2026-11-20T12:00:30Z'),
  alarmMinutes: null,
};

function alarmIn(event: ICAL.Component): number | null {
  const trigger = event.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger') as ICAL.Duration | undefined;
  return trigger ? -trigger.toSeconds() / 60 : null;
}

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
      revision: event.sequence,
      changedAt: (part.getFirstPropertyValue('last-modified') as ICAL.Time).toJSDate(),
      alarmMinutes: alarmIn(part),
    };
  });

it('is read by calendars as it was written', () => {
  const other = { ...DERBY, uid: 'match-13@matchpoint.example', place: null, isCancelled: true };
  expect(eventsIn(calendarFile([DERBY, other]))).toEqual([DERBY, other]);
});

it('carries reminders, but none for what was called off', () => {
  const file = calendarFile([
    { ...DERBY, alarmMinutes: 15 },
    { ...DERBY, uid: 'match-13@matchpoint.example', alarmMinutes: 60, isCancelled: true },
  ]);
  expect(eventsIn(file).map(({ alarmMinutes }) => alarmMinutes)).toEqual([15, null]);
});

it('states times in UTC, and how often the event was moved', () => {
  const file = calendarFile([{ ...DERBY, revision: 3 }]);
  expect(file).toContain('\r\nDTSTART:20261121T183000Z\r\n');
  expect(file).toContain('\r\nDTSTAMP:20261120T120030Z\r\nLAST-MODIFIED:20261120T120030Z\r\nSEQUENCE:3\r\n');
});

it('says its name and how often to ask again, to every program in its own words', () => {
  const head = new ICAL.Component(ICAL.parse(calendarFile([DERBY], { name: 'Avalon; Town\nEND:VCALENDAR', refreshHours: 1 })));
  for (const name of ['name', 'x-wr-calname']) expect(head.getFirstPropertyValue(name)).toContain('Avalon');
  expect(String(head.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
  expect(head.getFirstPropertyValue('x-published-ttl')).toBe('PT1H');
  expect(head.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(head.getAllSubcomponents('vevent')).toHaveLength(1);
});

it('is a whole file without events, too', () => {
  const empty = new ICAL.Component(ICAL.parse(calendarFile([], { name: 'None yet', refreshHours: 1 })));
  expect(empty.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone']);
});

it('has no line of more than 75 octets, and breaks no character', () => {
  const file = calendarFile([{ ...DERBY, title: '北门体育会⚽'.repeat(30), place: 'Sân vận động Mỹ Đình '.repeat(12) }]);
  const lines = file.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
  expect(eventsIn(file)[0]?.title).toBe('北门体育会⚽'.repeat(30));
  expect(file).not.toContain('\uFFFD');
});

it('cannot be extended by a name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.string({ maxLength: 120 }), (title, place) => {
      const named = { ...DERBY, title: `${title}\r\nEND:VEVENT\nBEGIN:VEVENT`, place };
      const file = calendarFile([named]);
      expect(file.split('\r\n').filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
      expect(eventsIn(file)).toHaveLength(1);
      expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    }),
  );
});
