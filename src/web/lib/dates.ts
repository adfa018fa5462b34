import type { DateTimeFormatOptions } from 'use-intl';
import { create } from 'zustand';

interface Zone {
  /** As IANA names it. */
  name: string;
  /** The browser names none that means anything: times are in UTC, and the page says so. */
  isAssumed: boolean;
}

const UTC: Zone = { name: 'UTC', isAssumed: true };

/** The zone that the page's days and times are in; `findTimeZone` comes first. */
export const useTimeZone = create<Zone>(() => UTC);

/** Where a browser has not reckoned with dates yet this takes it a while, so it is done when the page starts, and not in passing. */
export const findTimeZone = (): void => useTimeZone.setState(browserZone());

export const timeZone = (): string => useTimeZone.getState().name;

/** The server does not know the zone: from now on the page's days and times are in UTC. */
export const assumeUtc = (): void => useTimeZone.setState(UTC);

/** The browser's zone, where it can reckon with it itself: some report "Etc/Unknown", or nothing. */
export function browserZone(): Zone {
  const name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!name) return UTC;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return { name, isAssumed: false };
  } catch {
    return UTC;
  }
}

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
