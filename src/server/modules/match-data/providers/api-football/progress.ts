import { z } from 'zod';
import { CommonProgress, defineProgress, newCommonProgress } from '#server/modules/match-data/providers/polled/progress.ts';

const League = z.object({
  name: z.string(),
  year: z.number().int(),
  season: z.string(),
  country: z.string(),
  countryCode: z.string().nullable(),
  isCup: z.boolean(),
  hasOdds: z.boolean(),
  /** Whether the provider has injuries and suspensions, and ratings; absent: unknown. */
  hasInjuries: z.boolean().optional(),
  hasRatings: z.boolean().optional(),
});

/** The progress of this feed, in addition to that of all sports. */
export const Progress = CommonProgress.extend({
  leagues: z.record(z.string(), League),
  /** The group of each team, by league. */
  groups: z.record(z.string(), z.record(z.string(), z.string())),
  /** The next page of a league's odds, if not all pages were read. */
  oddsPages: z.record(z.string(), z.number().int().min(1)),
});
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({ ...newCommonProgress(), leagues: {}, groups: {}, oddsPages: {} });

/** Deletes the times of requests for the ratings of matches that are no longer followed. */
export function dropOldRatings({ answeredMs, failed, fixtures }: Progress): void {
  for (const kept of [answeredMs, failed]) {
    for (const key of Object.keys(kept)) {
      const [kind, id = ''] = key.split(':');
      if (kind === 'ratings' && fixtures[id] === undefined) delete kept[key];
    }
  }
}

export const FEED_NAME = 'api-football';

export const { createStore: createFootballStore, loadProgress, readProgress } = defineProgress(FEED_NAME, Progress, newProgress);
