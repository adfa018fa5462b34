import { useTimeZone } from '#web/lib/dates.ts';

/** A calendar day, YYYY-MM-DD, in the time zone of the page: the browser's, or UTC where that makes no sense. */
export type LocalDate = string;

export function localDate(at: Date): LocalDate {
  return isUtc()
    ? writtenDate(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate())
    : writtenDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
}

/** Months count from 1. */
export const writtenDate = (year: number, month: number, day: number): LocalDate =>
  [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))].join('-');

const isUtc = (): boolean => useTimeZone.getState().isAssumed;

/** A moment by the calendar and clock of the page's zone; days and months beyond their number run on into the next. */
const momentOf = (year: number, month: number, day: number, hour = 0): Date =>
  isUtc() ? new Date(Date.UTC(year, month - 1, day, hour)) : new Date(year, month - 1, day, hour);

/** The days that the server knows matches of; whatever else stands in an address is no date. */
export const isLocalDate = (text: string): boolean => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && localDate(startOf(text)) === text;

export function addDays(date: LocalDate, days: number): LocalDate {
  const [year, month, day] = partsOf(date);
  return localDate(momentOf(year, month, day + days));
}

/** Noon stands for a day where it is written out: no zone's clock change moves it to another. */
export function noonOf(date: LocalDate): Date {
  const [year, month, day] = partsOf(date);
  return momentOf(year, month, day, 12);
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
  return momentOf(year, month, day);
}

const partsOf = (date: LocalDate) => date.split('-').map(Number) as [year: number, month: number, day: number];
