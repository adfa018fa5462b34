import { MINUTE_MS } from '#domain/time.ts';

/** An event of a calendar. */
export interface CalendarEvent {
  /** The same in every file that has the event: a calendar that knows it already changes it instead of adding another. */
  uid: string;
  startsAt: Date;
  endsAt: Date;
  title: string;
  /** May have several lines. */
  description: string;
  place: string | null;
  url: string;
  /** It does not take place at this time. */
  isCancelled: boolean;
}

/** The longest line, in octets without its end (RFC 5545, 3.1). */
const LINE_OCTETS_MAX = 75;
const FIRST_REVISION_MS = Date.UTC(2020, 0, 1);

/**
 * Returns events as an iCalendar file (RFC 5545). Times are in UTC, so that the file needs no time zones. Nobody counts the changes of an
 * event; the revision that calendars compare is the minute in which the file was made, so that the later file applies.
 */
export function calendarFile(events: readonly CalendarEvent[], madeAt: Date): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Matchpoint//Matchpoint//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'];
  for (const event of events) lines.push(...linesOf(event, madeAt));
  lines.push('END:VCALENDAR');
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function linesOf({ uid, startsAt, endsAt, title, description, place, url, isCancelled }: CalendarEvent, madeAt: Date): string[] {
  const made = timeText(madeAt);
  const revision = Math.max(0, Math.floor((madeAt.getTime() - FIRST_REVISION_MS) / MINUTE_MS));
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${made}`,
    `LAST-MODIFIED:${made}`,
    `SEQUENCE:${revision}`,
    `DTSTART:${timeText(startsAt)}`,
    `DTEND:${timeText(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    // An address is no text: it has no escapes, and none of the characters that would need one.
    `URL:${encodeURI(url)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Watching a match does not make anybody busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** "20261120T183000Z" */
const timeText = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Escapes a text value; characters that no text may contain are left out. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Breaks a line that is too long, never inside a character: each further line begins with a space, which counts. */
function folded(line: string): string {
  let octets = 0;
  let text = '';
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > LINE_OCTETS_MAX) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

/** Returns how many octets a character has in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
}
