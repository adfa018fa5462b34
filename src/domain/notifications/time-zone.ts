/** What ICU still calls zones that IANA has named anew since. PostgreSQL need not know the old names. */
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
 * The zone that a name means, as IANA spells it today ("asia/saigon" is Asia/Ho_Chi_Minh); null where there is none. Offsets are no zones:
 * they know no summer, and PostgreSQL reads their sign the other way round.
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

/** What IANA calls a zone of ICU's today. */
export const presentName = (zone: string): string => RENAMED[zone] ?? zone;

/** All zones there are, by name; UTC first. */
export const allTimeZones = (): string[] => {
  const zones = Intl.supportedValuesOf('timeZone').map(presentName);
  return [...new Set(['UTC', ...zones.sort()])];
};
