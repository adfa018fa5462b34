import { z } from 'zod';
import { SURFACES } from '#domain/matches/sport.ts';
import { DAY_MS } from '#domain/time.ts';
import { CommonProgress, defineProgress, newCommonProgress } from '#server/modules/match-data/providers/polled/progress.ts';
import { RANK_LISTS } from './requests.ts';

/** A player of a followed tour, as the ranking lists them. */
const Ranked = z.object({
  list: z.enum(RANK_LISTS),
  seenMs: z.number(),
  /** The full name and the country; absent until a ranking has listed the player. */
  name: z.string().optional(),
  countryCode: z.string().nullable().optional(),
  /** Absent until the ranking was read; null if it does not list the player. */
  rank: z.number().int().nullable().optional(),
});

/** The progress of this feed, in addition to that of all sports. A match's `league` is its tour here. */
export const Progress = CommonProgress.extend({
  /** The provider's ids of the followed tours' event types. */
  events: z.record(z.string(), z.string()),
  /** What tournaments of followed tours are played on, by their key. */
  surfaces: z.record(z.string(), z.enum(SURFACES)),
  players: z.record(z.string(), Ranked),
  /** The past days of each tour that were read, both included. */
  history: z.record(z.string(), z.object({ from: z.iso.date(), to: z.iso.date() })),
});
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({ ...newCommonProgress(), events: {}, surfaces: {}, players: {}, history: {} });

export const FEED_NAME = 'api-tennis';

export const { createStore: createTennisStore, loadProgress } = defineProgress(FEED_NAME, Progress, newProgress);

const RETENTION_MS = 10 * DAY_MS;
const PLAYER_RETENTION_MS = 60 * DAY_MS;

/** Deletes the request times of days long ago and of matches that are no longer followed, and players who have not played for long. */
export function dropOld({ answeredMs, failed, fixtures, players }: Progress, nowMs: number): void {
  for (const kept of [answeredMs, failed]) {
    for (const key of Object.keys(kept)) {
      const [kind, of = '', date = of] = key.split(':');
      const isOldDay = (kind === 'day' || kind === 'odds') && Date.parse(date) < nowMs - RETENTION_MS;
      if (isOldDay || (kind === 'match' && fixtures[of] === undefined)) delete kept[key];
    }
  }
  for (const [key, { seenMs }] of Object.entries(players)) if (seenMs < nowMs - PLAYER_RETENTION_MS) delete players[key];
}
