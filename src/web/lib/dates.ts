import type { DateTimeFormatOptions } from 'use-intl';
import { create } from 'zustand';

interface Zone {
  /** The IANA name. */
  name: string;
  /** The browser gives no usable zone: times are in UTC, and the page says so. */
  isAssumed: boolean;
}

const UTC: Zone = { name: 'UTC', isAssumed: true };

/** The zone of the page's days and times; call `findTimeZone` first. */
export const useTimeZone = create<Zone>(() => UTC);

/** A browser's first date calculation is slow, so it happens when the page starts. */
export const findTimeZone = (): void => useTimeZone.setState(browserZone());

export const timeZone = (): string => useTimeZone.getState().name;

/** The server does not know the zone: from now on days and times are in UTC. */
export const assumeUtc = (): void => useTimeZone.setState(UTC);

/** The browser's zone, if the browser itself supports it: some report "Etc/Unknown", or nothing. */
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

/** "18:30", on the 24-hour clock that fixtures use everywhere. */
export const TIME: DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** "20 Nov" */
export const DAY: DateTimeFormatOptions = { day: 'numeric', month: 'short' };

/** "20 Nov, 18:30" */
export const DAY_AND_TIME: DateTimeFormatOptions = { ...DAY, ...TIME };

/** "20 November 2026" */
export const LONG_DATE: DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

/** "November 20, 2026 at 18:30" */
export const LONG_DATE_AND_TIME: DateTimeFormatOptions = { ...LONG_DATE, ...TIME };
