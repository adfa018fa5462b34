import { KNOWN_COUNTRIES } from '#server/modules/match-data/import/team-names.ts';

/** Returns a season's name by the years it spans: "2025/26", or "2026" within one year. Without dates, the year alone. */
export function seasonName(year: number, start?: string | null, end?: string | null): string {
  if (!start || !end || start.slice(0, 4) >= end.slice(0, 4)) return String(year);
  return `${year}/${String((year + 1) % 100).padStart(2, '0')}`;
}

const HOME_NATIONS: Record<string, string> = { england: 'gb-eng', scotland: 'gb-sct', wales: 'gb-wls', 'northern-ireland': 'gb-nir' };
const COUNTRIES = new Map(
  KNOWN_COUNTRIES.flatMap(({ told, countryCode }) => told.map((name) => [name.toLowerCase(), countryCode] as const)),
);

/** Returns a country code. Home nations were "GB" in the past and are "GB-ENG" now; the provider writes names with hyphens. "World" is no country. */
export function countryCodeOf(name: string, code: string | null | undefined): string | null {
  const plain = name.trim().toLowerCase();
  const nation = HOME_NATIONS[plain.replaceAll(' ', '-')];
  if (nation !== undefined) return nation;
  const given = code?.trim().toLowerCase() ?? '';
  if (/^[a-z]{2}(-[a-z]{3})?$/.test(given)) return given;
  return COUNTRIES.get(plain.replaceAll('-', ' ')) ?? null;
}
