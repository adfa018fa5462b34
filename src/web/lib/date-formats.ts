import type { DateTimeFormatOptions } from 'use-intl';

/** "18:30", on the clock of 24 hours that fixtures are written in everywhere. */
export const TIME: DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** "20 Nov" */
export const DAY: DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** "20 Nov, 18:30" */
export const DAY_AND_TIME: DateTimeFormatOptions = { ...DAY, ...TIME };

/** "20 November 2026" */
export const LONG_DATE: DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

/** "November 20, 2026 at 18:30" */
export const LONG_DATE_AND_TIME: DateTimeFormatOptions = { ...LONG_DATE, ...TIME };
