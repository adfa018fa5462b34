import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findSeasonNames } from '#demo/first-start.ts';
import type { DemoLeague } from '#demo/league.ts';
import { createWorld } from '#demo/world.ts';
import type { Deps } from '#server/deps.ts';
import { createDb } from '#server/platform/db/pool.ts';
import { createPastForecasts } from './forecasting.ts';
import { inOneTransaction } from './one-transaction.ts';
import { type PastPart, planPast } from './plan.ts';
import { playPart } from './play.ts';
import { findPlayedBefore, findProgress, saveProgress } from './rewind.ts';

interface PastOptions {
  deps: Omit<Deps, 'db' | 'now'>;
  pool: pg.Pool;
  userIds: readonly string[];
  /** Those that the demo plays by default. */
  leagues?: readonly DemoLeague[];
  /** How many parts to make at most; all by default. */
  partsMax?: number;
  /** How long to leave the database to others after a part that took this long. */
  restMs?: (tookMs: number) => number;
}

const REST_SHARE = 0.25;

/**
 * Makes the past of a demo world that was started before, part by part from the oldest on: each needs the results, points and ratings of
 * those before it. A part is there as a whole or not at all, and what is there is not made again, so this may be ended and started at any
 * time. Returns the number of parts made.
 */
export async function makePast({
  deps,
  pool,
  userIds,
  leagues = deps.config.demoLeagues,
  partsMax = Number.POSITIVE_INFINITY,
  restMs = (ms) => REST_SHARE * ms,
}: PastOptions): Promise<number> {
  const { demoSeed: seed, matchSpeed: speed } = deps.config;
  const db = createDb(pool);
  const world = createWorld({ seed, speed, ...(await findSeasonNames(db, speed, new Date())) });
  const made = await findProgress(db);
  const parts = planPast(world, leagues)
    .filter(({ beginMs }) => made === null || beginMs > made)
    .slice(0, partsMax);
  if (parts.length === 0) return 0;
  const forecasts = await createPastForecasts(db, made === null ? [] : await findPlayedBefore(db, new Date(parts[0]!.beginMs)));
  const play = async (part: PastPart) => {
    let nowMs = part.beginMs;
    const setNow = (ms: number) => {
      nowMs = ms;
    };
    await inOneTransaction(pool, async (within) => {
      await playPart({ deps: { ...deps, db: within, now: () => new Date(nowMs) }, setNow, world, forecasts, userIds }, part);
      await saveProgress(within, part.beginMs);
    });
  };
  for (const part of parts) {
    const startedMs = performance.now();
    await play(part);
    await sleep(restMs(performance.now() - startedMs));
  }
  return parts.length;
}
