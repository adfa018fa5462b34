import { z } from 'zod';
import { DAY_MS } from '#domain/time.ts';
import { CommonProgress, newCommonProgress } from '#server/modules/match-data/providers/api-sports/progress.ts';
import { createStore, type FeedStore, findProgress, type StoreDeps } from '#server/modules/match-data/providers/api-sports/store.ts';
import type { Db } from '#server/platform/db/pool.ts';

const League = z.object({
  /** As the provider writes it: "2021-2022" or "2021". */
  season: z.string(),
  /** Whether the provider has odds of it. */
  hasOdds: z.boolean(),
});

/** What this feed remembers beside what the feed of every sport does. */
export const Progress = CommonProgress.extend({ leagues: z.record(z.string(), League) });
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({ ...newCommonProgress(), leagues: {} });

/** What was kept by an earlier run; anything else begins anew, which costs some requests and loses nothing. */
function readProgress(kept: unknown): Progress {
  const result = Progress.safeParse(kept);
  return result.success ? result.data : newProgress();
}

export const FEED_NAME = 'api-basketball';

export const createBasketballStore = (deps: StoreDeps): FeedStore<Progress> => createStore(FEED_NAME, readProgress, deps);

/** What the feed remembers; a new beginning where it never ran. */
export const loadProgress = async (db: Db): Promise<Progress> => readProgress(await findProgress(db, FEED_NAME));

const DAYS_KEPT_MS = 10 * DAY_MS;

/** When days long ago, and games that are no longer watched, were asked for is of no use any more. */
export function dropOldRequests({ answeredMs, failed, fixtures }: Progress, nowMs: number): void {
  for (const kept of [answeredMs, failed]) {
    for (const key of Object.keys(kept)) {
      const [kind, of = ''] = key.split(':');
      const isOldDay = kind === 'day' && Date.parse(of) < nowMs - DAYS_KEPT_MS;
      if (isOldDay || (kind === 'game' && fixtures[of] === undefined)) delete kept[key];
    }
  }
}
