import { utcDay } from '#domain/ledger/check-in.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import * as counting from './counting-queries.ts';

type Counts = Pick<Deps, 'db' | 'now'>;

/** What belongs to a day is written down within seconds of it; so long after its end it is counted a last time. */
const SETTLED_AFTER_SECONDS = 60 * 60;

/** A day as YYYY-MM-DD, so many days later; before, where it is below 0. */
export const addDays = (day: string, days: number): string => utcDay(new Date(Date.parse(day) + days * DAY_MS));

/**
 * Counts today so far, the figures of the whole site, and every day since the first registration that was not counted for good, and keeps
 * them; returns how many such days it were. It may end anywhere and run in several processes. Run it every minute.
 */
export async function countDays({ db, now }: Counts): Promise<number> {
  const today = utcDay(now());
  await counting.keepDay(db, await counting.countDay(db, today, now()));
  await counting.keepSiteCounts(db, await counting.countSite(db, now()));
  const first = await counting.findFirstDay(db);
  if (first === null || first >= today) return 0;
  const uncounted = await counting.findUncounted(db, first, addDays(today, -1), SETTLED_AFTER_SECONDS);
  for (const day of uncounted) await counting.keepDay(db, await counting.countDay(db, day, now()));
  return uncounted.length;
}

/**
 * Days from one to another, both included and oldest first, but for those before the first registration; the last one always is there.
 * What no job has counted yet is counted now.
 */
export async function countedDays({ db, now }: Counts, first: string, last: string): Promise<counting.DayCounts[]> {
  const begin = (await counting.findFirstDay(db)) ?? last;
  const kept = new Map((await counting.findDays(db, first, last)).map((row) => [row.day, row]));
  const days: counting.DayCounts[] = [];
  for (const day of daysFrom(first, last)) {
    const counts = kept.get(day) ?? (day >= begin || day === last ? await counting.countDay(db, day, now()) : null);
    if (counts) days.push(counts);
  }
  return days;
}

/** All days from one to another, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: days }, (_, index) => addDays(first, index));
}

/** Users, and who of them was active, as of a minute ago at most while the job runs. */
export const siteCounts = async ({ db, now }: Counts): Promise<counting.SiteCounts> =>
  (await counting.findSiteCounts(db)) ?? counting.countSite(db, now());
