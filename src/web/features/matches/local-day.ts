/** A calendar day, YYYY-MM-DD, in the time zone of the browser. */
export type LocalDate = string;

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function localDate(at: Date): LocalDate {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((n) => String(n).padStart(2, '0'));
  return `${String(at.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

/** The days that the server knows matches of; whatever else stands in an address is no date. */
export const isLocalDate = (text: string): boolean => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && localDate(startOf(text)) === text;

export function addDays(date: LocalDate, days: number): LocalDate {
  const [year, month, day] = partsOf(date);
  return localDate(new Date(year, month - 1, day + days));
}

/** Noon stands for a day where it is written out: no zone's clock change moves it to another. */
export function noonOf(date: LocalDate): Date {
  const [year, month, day] = partsOf(date);
  return new Date(year, month - 1, day, 12);
}

/** The UTC dates that a local day touches: its matches are announced under them. */
export function utcDatesOf(date: LocalDate): string[] {
  const last = new Date(startOf(addDays(date, 1)).getTime() - 1);
  return [...new Set([startOf(date), last].map((at) => at.toISOString().slice(0, 10)))];
}

/**
 * The days to offer around a chosen one: a window in which today has `before` days to its left, turned over like a page
 * when the chosen day lies outside, so that choosing a day never moves the others.
 */
export function dateStrip(chosen: LocalDate, today: LocalDate, length: number, before: number): LocalDate[] {
  const page = Math.floor((daysBetween(today, chosen) + before) / length);
  return Array.from({ length }, (_, i) => addDays(today, page * length - before + i));
}

function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / 86_400_000);
}

function startOf(date: LocalDate): Date {
  const [year, month, day] = partsOf(date);
  return new Date(year, month - 1, day);
}

const partsOf = (date: LocalDate) => date.split('-').map(Number) as [year: number, month: number, day: number];
