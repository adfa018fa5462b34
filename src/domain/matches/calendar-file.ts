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
  /** How often time, place or cancellation have changed, from 0. Of two files with the event, the one with the higher number applies. */
  revision: number;
  /** When anything of the event changed last. */
  changedAt: Date;
  /** Minutes before the start at which the calendar reminds its owner; null: not at all. */
  alarmMinutes?: number | null;
}

/** What a file says of itself. */
export interface CalendarHead {
  /** The calendar's name; null for a file that is added once. */
  name: string | null;
  /** How often calendars that follow the file should ask again, in whole hours. */
  refreshHours: number;
}

/** The longest line, in octets without its end (RFC 5545, 3.1). */
const LINE_OCTETS_MAX = 75;

/**
 * Returns events as an iCalendar file (RFC 5545, and RFC 7986 for name and refresh). Times are in UTC, so that the file needs no time zones.
 * The same events give the same bytes: DTSTAMP is the time of the last change, not that of the request.
 */
export function calendarFile(events: readonly CalendarEvent[], head: CalendarHead | null = null): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Matchpoint//Matchpoint//EN', 'CALSCALE:GREGORIAN', 'METHOD:PUBLISH'];
  if (head) lines.push(...linesOfHead(head));
  for (const event of events) lines.push(...linesOf(event));
  if (events.length === 0) lines.push(...NOTHING);
  lines.push('END:VCALENDAR');
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A file must have a component (RFC 5545, 3.6). This one shows nothing: a calendar without matches yet is still one to follow. */
const NOTHING = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000'],
  ...['END:STANDARD', 'END:VTIMEZONE'],
];

/** The names beginning with X are those that Apple, Google and Outlook know. */
const linesOfHead = ({ name, refreshHours }: CalendarHead): string[] => [
  ...(name === null ? [] : [`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`]),
  `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
  `X-PUBLISHED-TTL:PT${refreshHours}H`,
];

function linesOf(event: CalendarEvent): string[] {
  const { uid, startsAt, endsAt, title, description, place, url, isCancelled, revision, changedAt, alarmMinutes = null } = event;
  const changed = timeText(changedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
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
    ...(alarmMinutes === null || isCancelled ? [] : alarm(alarmMinutes, title)),
    'END:VEVENT',
  ];
}

const alarm = (minutes: number, title: string): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(title)}`,
  `TRIGGER:${minutes === 0 ? 'PT0M' : `-PT${minutes}M`}`,
  'END:VALARM',
];

/** "20261120T183000Z" */
const timeText = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Escapes a text value; characters that no text may contain are left out. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
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
