import { z } from 'zod';
import { DAY_MS } from '#domain/time.ts';
import { CommonProgress, defineProgress, newCommonProgress } from '#server/modules/match-data/providers/polled/progress.ts';

const Cursor = z.object({
  /** The next page, from 2: the first one begins a list anew. */
  page: z.number().int().min(2),
  /** When the first page was requested. */
  startedMs: z.number(),
  /** The moment from which changes are listed. */
  sinceMs: z.number().optional(),
});

/** The progress of this feed, in addition to that of all sports. Times are milliseconds since 1970. */
export const Progress = CommonProgress.extend({
  /** Lists of which some pages are missing, by the key of their request. */
  cursors: z.record(z.string(), Cursor),
  /** Home and away of each known match, by our ids of teams: the provider's order has no meaning, and may change. */
  sides: z.record(z.string(), z.object({ home: z.string(), away: z.string(), seenMs: z.number() })),
  /** Our league of each serie, and the present season of each league: names of series are corrected while they are played. */
  series: z.record(z.string(), z.object({ league: z.string(), seenMs: z.number() })),
  leagues: z.record(z.string(), z.object({ season: z.string(), beginMs: z.number(), seenMs: z.number() })),
  /** Past matches of each title: the day before which they are missing, and the next page of the 30 days before it. */
  past: z.record(z.string(), z.object({ before: z.iso.date(), page: z.number().int().min(1) })),
  /** Matches whose changes were told without their content. */
  stale: z.array(z.string()).max(10_000),
});
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({
  ...newCommonProgress(),
  ...{ cursors: {}, sides: {}, series: {}, leagues: {}, past: {}, stale: [] },
});

export const FEED_NAME = 'pandascore';

export const { createStore: createPandascoreStore, loadProgress } = defineProgress(FEED_NAME, Progress, newProgress);

const RETENTION_MS = 15 * DAY_MS;
/** How much older than now a time of sighting may be before it is written anew. */
const SEEN_MS = DAY_MS / 2;

/** Returns when something is noted as seen: rarely anew, so that the stored progress seldom changes. */
export const seenAgainMs = (before: { seenMs: number } | undefined, nowMs: number): number =>
  before !== undefined && before.seenMs > nowMs - SEEN_MS ? before.seenMs : nowMs;

/** Deletes what is known of matches, series and leagues that no list has mentioned for long. */
export function dropUnseen({ sides, series, leagues, fixtures }: Progress, nowMs: number): void {
  for (const kept of [sides, series, leagues]) {
    for (const [key, { seenMs }] of Object.entries(kept)) {
      const isWatched = kept === sides && fixtures[key] !== undefined;
      if (seenMs < nowMs - RETENTION_MS && !isWatched) delete kept[key];
    }
  }
}
