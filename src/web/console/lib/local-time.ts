/** A moment as a field of date and time has it: in the browser's zone, to the minute. */
export const toLocalTime = (at: string | null): string =>
  at === null ? '' : new Date(Date.parse(at) - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** The moment that such a field names; null where it is empty. */
export const fromLocalTime = (typed: string): string | null => (typed === '' ? null : new Date(typed).toISOString());
