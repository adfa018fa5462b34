import { DAY_MS, HOUR_MS, utcDay } from '#domain/time.ts';
import type { Candidate } from '#server/modules/match-data/providers/polled/choose.ts';
import type { Progress } from './progress.ts';
import { historyKey, type Request, type Tour } from './requests.ts';

/** Days after which a day's results are read as past ones: until then they are checked and corrected. */
const SETTLED_MS = 2 * DAY_MS;
const PAST_MS = 5_000;

const dayAfter = (date: string, days: number): string => utcDay(Date.parse(date) + days * DAY_MS);

/**
 * Returns the next past day of a tour: first the days since the last run, then backwards to the beginning of the first of `seasons` seasons before the
 * present one;
 * null if all were read. One day of one tour is an answer of a few megabytes, because it includes the point logs.
 */
export function nextPastDay(read: { from: string; to: string } | undefined, seasons: number, nowMs: number): string | null {
  if (seasons === 0) return null;
  const newest = utcDay(nowMs - SETTLED_MS);
  const oldest = `${new Date(nowMs).getUTCFullYear() - seasons}-01-01`;
  if (read === undefined) return newest;
  if (read.to < newest) return dayAfter(read.to, 1);
  return read.from > oldest ? dayAfter(read.from, -1) : null;
}

/** Records that a past day was read. */
export function noteDay({ history }: Progress, { tour, date }: { tour: string; date: string }): void {
  const read = history[tour];
  if (read === undefined) history[tour] = { from: date, to: date };
  else history[tour] = { from: date < read.from ? date : read.from, to: date > read.to ? date : read.to };
}

const SKIP_MS_MAX = 6 * HOUR_MS;

/** Records that the provider refuses a past day, which must not keep it from the others; with each refusal in a row it is asked more rarely. */
export function skipDay(progress: Progress, request: { tour: string; date: string }, nowMs: number): void {
  noteDay(progress, request);
  const failed = progress.failed[historyKey(request.tour)];
  if (failed !== undefined) failed.retryMs = nowMs + Math.min(PAST_MS * 4 ** Math.min(failed.times, 10), SKIP_MS_MAX);
}

/** Returns the past days to request, one of each tour. */
export const duePast = (progress: Progress, tours: readonly Tour[], seasons: number, nowMs: number): Candidate<Request>[] =>
  tours.flatMap((tour): Candidate<Request>[] => {
    const date = nextPastDay(progress.history[tour.tour], seasons, nowMs);
    if (date === null) return [];
    const askedMs = progress.answeredMs[historyKey(tour.tour)] ?? 0;
    return [{ urgency: 'history', request: { kind: 'history', date, ...tour }, dueMs: askedMs + PAST_MS }];
  });
