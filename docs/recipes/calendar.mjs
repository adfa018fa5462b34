// Subscribes to a calendar file (iCalendar, RFC 5545), prints the next matches, and tells when one moves.
//   node calendar.mjs https://matchpoint.example/api/teams/7/calendar.ics
// EVERY_MINUTES: how often to ask again; 0, the default, asks once.
import { setTimeout as wait } from 'node:timers/promises';

const [address] = process.argv.slice(2);
const everyMs = 60_000 * Number(process.env.EVERY_MINUTES ?? 0);

/** Returns the events of a file: uid, summary, location, start, end and whether it is cancelled. */
function parseCalendar(text) {
  // A line that begins with a space continues the one before.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const events = [];
  let event = null;
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') event = {};
    else if (line === 'END:VEVENT') event = void events.push(event);
    else if (event) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).split(';')[0];
      // The first of each name: those of an alarm inside the event come later.
      event[name] ??= line.slice(colon + 1);
    }
  }
  return events.map((raw) => ({
    uid: raw.UID,
    summary: unescaped(raw.SUMMARY ?? ''),
    location: unescaped(raw.LOCATION ?? ''),
    start: momentOf(raw.DTSTART),
    end: momentOf(raw.DTEND ?? raw.DTSTART),
    isCancelled: raw.STATUS === 'CANCELLED',
  }));
}

const unescaped = (text) => text.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1');

/** Reads `20261120T200000Z`. All times of the files are UTC. */
const momentOf = (text) => new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const time = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const shown = ({ start, summary, location, isCancelled }) =>
  `${time.format(start)}  ${summary}${location ? `, ${location}` : ''}${isCancelled ? ' (cancelled)' : ''}`;

/** The events as they were last seen, by uid. */
const known = new Map();
let etag = '';

/** Prints what is new since the last call, or everything the first time. */
async function look() {
  const isFirst = etag === '';
  const response = await fetch(address, { headers: { 'If-None-Match': etag } });
  if (response.status === 304) return;
  if (!response.ok) throw new Error(`the site answers ${response.status}`);
  etag = response.headers.get('ETag') ?? '';
  const coming = parseCalendar(await response.text()).filter(({ end }) => end > Date.now());
  for (const event of coming.toSorted((a, b) => a.start - b.start)) {
    const before = known.get(event.uid);
    if (isFirst) console.log(shown(event));
    else if (!before) console.log(`New: ${shown(event)}`);
    else if (shown(before) !== shown(event)) console.log(`Changed: ${shown(event)} (was ${shown(before)})`);
  }
  if (isFirst && coming.length === 0) console.log('No matches.');
  for (const event of coming) known.set(event.uid, event);
}

do {
  try {
    await look();
  } catch (error) {
    console.error(`The calendar cannot be read: ${error.message}`);
    if (everyMs === 0) process.exitCode = 1;
  }
  if (everyMs > 0) await wait(everyMs);
} while (everyMs > 0);
