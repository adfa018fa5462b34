import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Only mobile phones get texts. In some countries nobody can tell their numbers from others. */
const GETS_TEXTS: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * A number with its country code, however it is written ("+84 (0)91 234 56 78", "0084 91 2345678"), as it is dialled from abroad:
 * "+84912345678". Null for what is no number of a mobile phone: most metadata there is, as only it tells the kinds of numbers apart.
 */
export function mobileNumber(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/^00/, '+');
  if (!/^\+[\d\s().\-‐-―/]+$/.test(text)) return null;
  const number = parsePhoneNumberFromString(text, { extract: false });
  // Satellites belong to no country, and are not ours to pay for.
  if (!number?.country || !number.isValid() || !GETS_TEXTS.has(number.getType())) return null;
  return number.number;
}
