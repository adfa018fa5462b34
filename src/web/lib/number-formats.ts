import type { NumberFormatOptions } from 'use-intl';
import type { Locale } from '#domain/identity/locale.ts';

/** "0.2053" */
export const FIGURE: NumberFormatOptions = { minimumFractionDigits: 4, maximumFractionDigits: 4 };

/** "+0.0012" */
export const SIGNED: NumberFormatOptions = { ...FIGURE, signDisplay: 'exceptZero' };

/** "13.4%" */
export const PERCENT: NumberFormatOptions = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** "2.1", of percentage points */
export const POINTS: NumberFormatOptions = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** An amount in USDT as the server writes it ("1234.50"), as the reader's language does: "1.234,50". Beside whole points a point would mislead. */
export const usdtIn = (locale: Locale, amount: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(amount));

const SEPARATED_THOUSANDS = /[\s.,](?=\d{3}(?:\D|$))/g;

/** The digits (nine at most) of what was typed or pasted ("1,000" too); null for what is no whole number, which is not let in. */
export function wholeDigits(typed: string): string | null {
  const digits = typed.trim().replace(SEPARATED_THOUSANDS, '');
  return /^\d{0,9}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : null;
}

/** The end of an id, by which it can be told from its neighbours: ids that were made in one moment begin alike. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
