/** A moment in the format of a date and time field: in the browser's zone, to the minute. */
export const toLocalTime = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** The moment entered in such a field; null if it is empty. */
export const fromLocalTime = (typed: string): string | null => (typed === '' ? null : new Date(typed).toISOString());
