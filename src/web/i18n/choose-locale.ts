import { DEFAULT_LOCALE, type Locale, localeForCountry, matchLocale } from '#domain/identity/locale.ts';

/** Where the chosen language is kept. */
export const LOCALE_KEY = 'lang';

const GEO_MS_MAX = 1_500;

/**
 * The language that the visitor chose before (English where it is none of ours), or that the link names (`?lang=`), or the
 * first of ours that the browser asks for; null when nothing is stored or named and the browser asks for others only.
 */
export function knownLocale(stored: string | null, linked: string | null, browserLanguages: readonly string[]): Locale | null {
  if (stored !== null) return matchLocale(stored) ?? DEFAULT_LOCALE;
  return [linked ?? '', ...browserLanguages].map(matchLocale).find((locale) => locale !== null) ?? null;
}

/**
 * The language of the country that the visitor's address belongs to: services asked in turn, within 1.5 s in all,
 * and not told which page was read. Null when none of them answers.
 */
export async function localeByAddress(urls: readonly string[], timeoutMs = GEO_MS_MAX): Promise<Locale | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  for (const url of urls) {
    const country = await countryFrom(url, signal).catch(() => null);
    if (country !== null) return localeForCountry(country);
  }
  return null;
}

/** `country.is` calls the code `country`; `ipwho.is` means its name by that, and has `country_code`. */
async function countryFrom(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, { signal, referrerPolicy: 'no-referrer', credentials: 'omit' });
  if (!response.ok) return null;
  const body = (await response.json()) as Record<string, unknown>;
  const code = [body.country_code, body.country].find((value) => typeof value === 'string' && /^[A-Z]{2}$/i.test(value));
  return typeof code === 'string' ? code : null;
}
