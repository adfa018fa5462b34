/**
 * Time zones by file name. The files give local times without a zone: the start of a file's name identifies the country; World Cup
 * files have the offset beside each time. Names that are not listed use UTC.
 */
const ZONES: Record<string, string> = {
  ar: 'America/Argentina/Buenos_Aires',
  at: 'Europe/Vienna',
  au: 'Australia/Sydney',
  be: 'Europe/Brussels',
  br: 'America/Sao_Paulo',
  cn: 'Asia/Shanghai',
  co: 'America/Bogota',
  de: 'Europe/Berlin',
  dz: 'Africa/Algiers',
  eg: 'Africa/Cairo',
  en: 'Europe/London',
  es: 'Europe/Madrid',
  fr: 'Europe/Paris',
  gr: 'Europe/Athens',
  it: 'Europe/Rome',
  jp: 'Asia/Tokyo',
  ma: 'Africa/Casablanca',
  mls: 'America/New_York',
  mx: 'America/Mexico_City',
  nl: 'Europe/Amsterdam',
  pt: 'Europe/Lisbon',
  sco: 'Europe/London',
  tr: 'Europe/Istanbul',
  uefa: 'Europe/Paris',
  vn: 'Asia/Ho_Chi_Minh',
};
const COUNTRIES: Record<string, string | null> = { en: 'gb-eng', sco: 'gb-sct', mls: 'us', uefa: null, copa: null };

const prefixOf = (fileName: string) => fileName.split('.')[0]!;

export const zoneOfFile = (fileName: string): string => ZONES[prefixOf(fileName)] ?? 'UTC';

/** Returns the ISO 3166 alpha-2 code or home nation of a file; null for competitions of several countries. */
export function countryOfFile(fileName: string): string | null {
  const prefix = prefixOf(fileName);
  return COUNTRIES[prefix] ?? (prefix in ZONES && !(prefix in COUNTRIES) ? prefix : null);
}

/** Converts a local date and time in a zone to a moment. The offset is looked up twice, to be right near a clock change. */
export function zonedTime(date: string, time: string, zone: string): Date {
  const asUtc = Date.parse(`${date}T${time}:00Z`);
  const first = asUtc - offsetMs(asUtc, zone);
  return new Date(asUtc - offsetMs(first, zone));
}

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();
/** Clocks change at full quarters of an hour only. */
const QUARTER_MS = 900_000;
const OFFSETS_MAX = 50_000;

/** Returns the offset of a zone. Cached, because formatting is slow and matches begin at few different times. */
function offsetMs(atMs: number, zone: string): number {
  const key = `${Math.floor(atMs / QUARTER_MS)} ${zone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  const offset = formattedOffsetMs(atMs - (((atMs % QUARTER_MS) + QUARTER_MS) % QUARTER_MS), zone);
  offsets.set(key, offset);
  return offset;
}

function formattedOffsetMs(atMs: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, format);
  const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!) - atMs;
}
