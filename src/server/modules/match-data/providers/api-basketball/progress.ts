import { z } from 'zod';
import { dropOldDays } from '#server/modules/match-data/providers/polled/match-days.ts';
import { CommonProgress, defineProgress, newCommonProgress } from '#server/modules/match-data/providers/polled/progress.ts';

const League = z.object({
  name: z.string(),
  countryCode: z.string().nullable(),
  isCup: z.boolean(),
  /** In the provider's form: "2021-2022" or "2021". */
  season: z.string(),
  /** Whether the provider has odds for the league. */
  hasOdds: z.boolean(),
});

export type FollowedLeague = z.output<typeof League>;

/** The progress of this feed, in addition to that of all sports. */
export const Progress = CommonProgress.extend({ leagues: z.record(z.string(), League) });
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({ ...newCommonProgress(), leagues: {} });

export const FEED_NAME = 'api-basketball';

export const { createStore: createBasketballStore, loadProgress } = defineProgress(FEED_NAME, Progress, newProgress);

/** Deletes the request times of days long ago and of games that are no longer followed. */
export function dropOldRequests(progress: Progress, nowMs: number): void {
  dropOldDays(progress, nowMs);
  for (const kept of [progress.answeredMs, progress.failed]) {
    for (const key of Object.keys(kept)) {
      const [kind, of = ''] = key.split(':');
      if (kind === 'game' && progress.fixtures[of] === undefined) delete kept[key];
    }
  }
}
