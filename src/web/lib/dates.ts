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
