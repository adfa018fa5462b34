import type { NumberFormatOptions } from 'use-intl';

/** "0.2053" */
export const FIGURE: NumberFormatOptions = { minimumFractionDigits: 4, maximumFractionDigits: 4 };

/** "+0.0012" */
export const SIGNED: NumberFormatOptions = { ...FIGURE, signDisplay: 'exceptZero' };

/** "13.4%" */
export const PERCENT: NumberFormatOptions = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** "2.1", in percentage points */
export const POINTS: NumberFormatOptions = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

const SEPARATED_THOUSANDS = /[\s.,](?=\d{3}(?:\D|$))/g;

/** The digits (at most nine) of typed or pasted text ("1,000" too); null if it is no whole number, and is rejected. */
export function wholeDigits(typed: string): string | null {
  const digits = typed.trim().replace(SEPARATED_THOUSANDS, '');
  return /^\d{0,9}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : null;
}

/** The end of an id, which distinguishes it from neighbours: ids created at the same moment share their beginning. */
export const shortId = (id: string): string => `…${id.slice(-8)}`;
