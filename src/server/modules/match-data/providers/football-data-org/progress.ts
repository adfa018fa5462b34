import { z } from 'zod';
import { DAY_MS } from '#domain/time.ts';
import { dropOldDays } from '#server/modules/match-data/providers/polled/match-days.ts';
import { CommonProgress, defineProgress, newCommonProgress } from '#server/modules/match-data/providers/polled/progress.ts';

const Competition = z.object({
  id: z.number(),
  name: z.string(),
  countryCode: z.string().nullable(),
  isCup: z.boolean(),
  year: z.number().int(),
  season: z.string(),
});

/** A match that went beyond 90 minutes, whose parts lists may leave out. */
const LongMatch = z.object({
  /** Whether the score after 90 minutes was ever told. */
  isTold: z.boolean(),
});

/** The progress of this feed, in addition to that of all sports. */
export const Progress = CommonProgress.extend({
  /** By the code of the competition. */
  competitions: z.record(z.string(), Competition),
  longMatches: z.record(z.string(), LongMatch),
  /** Whether the plan includes goals, cards or line-ups, as far as an answer has shown it. */
  hasDetails: z.boolean(),
});
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({
  ...newCommonProgress(),
  competitions: {},
  longMatches: {},
  hasDetails: false,
});

export const FEED_NAME = 'football-data-org';

export const { createStore: createFootballDataOrgStore, loadProgress } = defineProgress(FEED_NAME, Progress, newProgress);

/** Parts of a match long over are not told later either: they are asked for once a month at most. */
export const SETTLED_MS = 30 * DAY_MS;

/** Deletes the times of requests that will not be made any more. */
export function dropOldRequests(progress: Progress, nowMs: number): void {
  dropOldDays(progress, nowMs);
  const isNeeded = (id: string) => progress.fixtures[id] !== undefined || progress.longMatches[id] !== undefined;
  for (const [key, ms] of Object.entries(progress.answeredMs)) {
    if (key.startsWith('match:') && !isNeeded(key.slice('match:'.length)) && ms < nowMs - SETTLED_MS) delete progress.answeredMs[key];
  }
  for (const key of Object.keys(progress.failed)) {
    if (key.startsWith('match:') && !isNeeded(key.slice('match:'.length))) delete progress.failed[key];
  }
}
