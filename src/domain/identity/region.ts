/** Zones that ICU still lists under an old name, with IANA's present name. PostgreSQL need not know the old names. */
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/**
 * Returns the IANA name of a time zone ("asia/saigon" gives Asia/Ho_Chi_Minh); null if there is no such zone. Rejects UTC offsets: they
 * have no daylight saving time, and PostgreSQL reads their sign the other way round.
 */
export function canonicalTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return presentName(known);
  } catch {
    return null;
  }
}

/** Returns IANA's present name of a zone that ICU lists. */
export const presentName = (zone: string): string => RENAMED[zone] ?? zone;

/** Returns the names of all time zones, UTC first. */
export const allTimeZones = (): string[] => {
  const zones = Intl.supportedValuesOf('timeZone').map(presentName);
  return [...new Set(['UTC', ...zones.sort()])];
};

/** Codes that Intl has names for but that are not countries: unions, markets, unknown and made-up ones, and dependent islands. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/**
 * Returns the ISO 3166 code (two capital letters) for a typed one, in any case; null if there is no such country today. Accepts Kosovo as
 * XK.
 */
export function countryCode(typed: string): string | null {
  const code = typed.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return null;
  // A former country resolves to another one's code: SU gives RU.
  const isPresent = new Intl.Locale(`und-${code}`).region === code;
  return isPresent && ENGLISH.of(code) !== undefined ? code : null;
}

/** All present countries. */
export const allCountries = (): string[] => LETTERS.flatMap((first) => LETTERS.flatMap((second) => countryCode(first + second) ?? []));

const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
