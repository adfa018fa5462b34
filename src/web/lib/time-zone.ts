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
