import type { NumberFormatOptions } from 'use-intl';

/** "0.2053" */
export const FIGURE: NumberFormatOptions = { minimumFractionDigits: 4, maximumFractionDigits: 4 };

/** "+0.0012" */
export const SIGNED: NumberFormatOptions = { ...FIGURE, signDisplay: 'exceptZero' };

/** "13.4%" */
export const PERCENT: NumberFormatOptions = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** "2.1", of percentage points */
export const POINTS: NumberFormatOptions = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
