import { z } from 'zod';
import { MATCH_STATUSES } from '#domain/match-status.ts';
import { NOTHING_USED, Used } from './allowance.ts';

/** A match that is near enough in time to be asked about by itself. Times are milliseconds since 1970. */
const KnownFixture = z.object({
  league: z.string(),
  kickoffMs: z.number().nullable(),
  status: z.enum(MATCH_STATUSES),
  /** When it was last asked for in full; 0 for never. */
  checkedMs: z.number(),
  /** When it was last in the list of live matches; 0 for never. */
  liveMs: z.number(),
  /** When we first heard that it is over; null until then. */
  overMs: z.number().nullable(),
});
export type KnownFixture = z.output<typeof KnownFixture>;

const League = z.object({
  year: z.number().int(),
  season: z.string(),
  country: z.string(),
  countryCode: z.string().nullable(),
  isCup: z.boolean(),
  hasOdds: z.boolean(),
});

/** What this feed remembers, over restarts too: what was asked when, what allowance was used, what is to be asked next. */
export const Progress = z.object({
  used: Used,
  /** When each request was last answered and imported, by its key. */
  answeredMs: z.record(z.string(), z.number()),
  /** Requests that failed: how often in a row, and when they may be made again. */
  failed: z.record(z.string(), z.object({ times: z.number().int(), retryMs: z.number() })),
  leagues: z.record(z.string(), League),
  /** The teams that were told, with the league that told them. */
  teams: z.record(z.string(), z.string()),
  /** The group of each team, by league. */
  groups: z.record(z.string(), z.record(z.string(), z.string())),
  fixtures: z.record(z.string(), KnownFixture),
  /** The next page of a league's odds, where not all were read. */
  oddsPages: z.record(z.string(), z.number().int().min(1)),
  /** Why the last request had no answer; null when it had one. `isSetting`: only the operator can help. */
  problem: z.object({ message: z.string(), isSetting: z.boolean(), atMs: z.number() }).nullable(),
});
export type Progress = z.output<typeof Progress>;

export const newProgress = (): Progress => ({
  used: NOTHING_USED,
  answeredMs: {},
  failed: {},
  leagues: {},
  teams: {},
  groups: {},
  fixtures: {},
  oddsPages: {},
  problem: null,
});

/** What was kept by an earlier run; anything else begins anew, which costs some requests and loses nothing. */
export function readProgress(kept: unknown): Progress {
  const result = Progress.safeParse(kept);
  return result.success ? result.data : newProgress();
}

/** How many milliseconds ago each kind of data was last told, for those that ever were. */
export function agesMs({ answeredMs }: Progress, nowMs: number): Record<string, number> {
  const latest: Record<string, number> = {};
  for (const [key, ms] of Object.entries(answeredMs)) {
    const [kind = key] = key.split(':');
    latest[kind] = Math.max(latest[kind] ?? 0, ms);
  }
  return Object.fromEntries(Object.entries(latest).map(([kind, ms]) => [kind, Math.max(0, nowMs - ms)]));
}
