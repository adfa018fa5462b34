import { utcDay } from '#domain/ledger/check-in.ts';
import { DAY_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import * as counting from './counting-queries.ts';

type Counts = Pick<Deps, 'db' | 'now'>;

/** Rows of a day are written within seconds of it; this long after its end the day is counted a last time. */
const SETTLED_AFTER_SECONDS = 60 * 60;

/** Returns a day as YYYY-MM-DD shifted by `days`, which may be negative. */
export const addDays = (day: string, days: number): string => utcDay(new Date(Date.parse(day) + days * DAY_MS));

/**
 * Counts and stores today so far, the figures of the whole site, and every day since the first registration that has no final count.
 * Returns the number of such days. It may be interrupted anywhere and run in several processes. Run it every minute.
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
 * Returns the counts of the days from `first` to `last`, both included and oldest first, without days before the first registration; the
 * last day is always included. Counts days now that no job has counted yet.
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

/** Returns all days from `first` to `last`, both included. */
export function daysFrom(first: string, last: string): string[] {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: days }, (_, index) => addDays(first, index));
}

/** Returns the counts of users and active users, at most a minute old while the job runs. */
export const siteCounts = async ({ db, now }: Counts): Promise<counting.SiteCounts> =>
  (await counting.findSiteCounts(db)) ?? counting.countSite(db, now());
