/** Codes that Intl has names for, and that are no countries: unions, markets, unknown and made-up ones, and islands that belong to others. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/** The ISO 3166 code (two capital letters) that was typed, in any case; null where there is no such country today. Kosovo counts, as XK. */
export function countryCode(typed: string): string | null {
  const code = typed.toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return null;
  // A country that is no more has another one's code for its own: SU is RU.
  const isPresent = new Intl.Locale(`und-${code}`).region === code;
  return isPresent && ENGLISH.of(code) !== undefined ? code : null;
}

/** All countries there are today. */
export const allCountries = (): string[] => LETTERS.flatMap((first) => LETTERS.flatMap((second) => countryCode(first + second) ?? []));

const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
