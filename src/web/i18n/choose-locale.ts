import { DEFAULT_LOCALE, type Locale, localeForCountry, matchLocale } from '#domain/identity/locale.ts';

/** The storage key of the selected language. */
export const LOCALE_KEY = 'lang';

const GEO_MS_MAX = 1_500;

/**
 * Returns the language that the visitor selected before (English if it is not one of ours), or the link's (`?lang=`), or the
 * first of ours that the browser requests; null if nothing is stored or linked and the browser requests only others.
 */
export function knownLocale(stored: string | null, linked: string | null, browserLanguages: readonly string[]): Locale | null {
  if (stored !== null) return matchLocale(stored) ?? DEFAULT_LOCALE;
  return [linked ?? '', ...browserLanguages].map(matchLocale).find((locale) => locale !== null) ?? null;
}

/**
 * Returns the language of the country of the visitor's IP address. The services are asked in turn, within 1.5 s in total,
 * and are not sent the page's address. Null if none of them answers.
 */
export async function localeByAddress(urls: readonly string[], timeoutMs = GEO_MS_MAX): Promise<Locale | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  for (const url of urls) {
    const country = await countryFrom(url, signal).catch(() => null);
    if (country !== null) return localeForCountry(country);
  }
  return null;
}

/** Fetches a country code: `country.is` calls it `country`, which at `ipwho.is` is the name, beside `country_code`. */
async function countryFrom(url: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, { signal, referrerPolicy: 'no-referrer', credentials: 'omit' });
  if (!response.ok) return null;
  const body = (await response.json()) as Record<string, unknown>;
  const code = [body.country_code, body.country].find((value) => typeof value === 'string' && /^[A-Z]{2}$/i.test(value));
  return typeof code === 'string' ? code : null;
}
