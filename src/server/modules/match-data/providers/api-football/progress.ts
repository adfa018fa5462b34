import { z } from 'zod';
import { CommonProgress, newCommonProgress } from '#server/modules/match-data/providers/api-sports/progress.ts';

const League = z.object({
  year: z.number().int(),
  season: z.string(),
  country: z.string(),
  countryCode: z.string().nullable(),
  isCup: z.boolean(),
  hasOdds: z.boolean(),
});

/** What this feed remembers beside what the feed of every sport does. */
export const Progress = CommonProgress.extend({
  leagues: z.record(z.string(), League),
  /** The group of each team, by league. */
  groups: z.record(z.string(), z.record(z.string(), z.string())),
  /** The next page of a league's odds, where not all were read. */
  oddsPages: z.record(z.string(), z.number().int().min(1)),
});
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({ ...newCommonProgress(), leagues: {}, groups: {}, oddsPages: {} });

/** What was kept by an earlier run; anything else begins anew, which costs some requests and loses nothing. */
export function readProgress(kept: unknown): Progress {
  const result = Progress.safeParse(kept);
  return result.success ? result.data : newProgress();
}
