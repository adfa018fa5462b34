import { HOUR_MS } from '#domain/time.ts';
import { useTimeZone } from '#web/lib/dates.ts';

/** A calendar day, YYYY-MM-DD, in the page's time zone: the browser's, or UTC if that is invalid. */
export type LocalDate = string;

export function localDate(at: Date): LocalDate {
  return isUtc()
    ? writtenDate(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate())
    : writtenDate(at.getFullYear(), at.getMonth() + 1, at.getDate());
}

/** Formats a date; months count from 1. */
export const writtenDate = (year: number, month: number, day: number): LocalDate =>
  [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))].join('-');

const isUtc = (): boolean => useTimeZone.getState().isAssumed;

/** Returns a moment by calendar and clock in the page's time zone; days and months out of range carry over. */
const momentOf = (year: number, month: number, day: number, hour = 0): Date =>
  isUtc() ? new Date(Date.UTC(year, month - 1, day, hour)) : new Date(year, month - 1, day, hour);

/** Returns whether a text is a date from the range with matches on the server. */
export const isLocalDate = (text: string): boolean => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && localDate(startOf(text)) === text;

export function addDays(date: LocalDate, days: number): LocalDate {
  const [year, month, day] = partsOf(date);
  return localDate(momentOf(year, month, day + days));
}

/** Returns noon of a day, for formatting: no clock change moves it to another day. */
export function noonOf(date: LocalDate): Date {
  const [year, month, day] = partsOf(date);
  return momentOf(year, month, day, 12);
}

/** The list of today has matches in play that kicked off up to this long before midnight, as the server lists them. */
const NIGHT_BEFORE_MS = 12 * HOUR_MS;

/** Returns the UTC dates, at most three, that a local day and the night before overlap: pushes about the day's matches use these. */
export function utcDatesOf(date: LocalDate): string[] {
  const [first, last] = [startOf(date).getTime(), startOf(addDays(date, 1)).getTime() - 1];
  return [...new Set([first - NIGHT_BEFORE_MS, first, last].map((ms) => new Date(ms).toISOString().slice(0, 10)))];
}

/**
 * Returns the days around a selected one: a window with `before` days before today, moved by whole windows until it contains
 * the selected day, so that selecting a day never moves the others.
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
