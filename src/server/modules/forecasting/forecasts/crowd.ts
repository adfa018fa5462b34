import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { picksOf } from '#domain/matches/sport.ts';
import { crowdAtRisk } from '#domain/settlement/play-at-risk.ts';
import type { Deps } from '#server/deps.ts';
import { relatedGroups } from '#server/modules/betting/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as crowds from './crowd-queries.ts';
import { crowdOf } from './market-opinion.ts';
import { forecastTopic } from './topics.ts';

const AT_ONCE = 50;

/**
 * Weighs the crowd's opinion in each pool that changed by the points that players have at risk against unrelated players. Stakes that
 * cannot be lost, or that a ring places among its own accounts, have no effect (docs/decisions/047-play-at-risk.md). May run at any time,
 * and repeatedly.
 */
export async function weighCrowds(deps: Deps): Promise<void> {
  for (;;) {
    const changed = await crowds.findChangedPools(deps.db, deps.now(), AT_ONCE);
    for (const pool of changed) {
      await weigh(deps.db, pool, deps.now());
      deps.replies.touch(forecastTopic(pool.match_id));
    }
    if (changed.length < AT_ONCE) return;
  }
}

/** Weighs and returns the crowd's opinion of a match now, after waiting for a stake in progress; null if there is no crowd. */
export async function finalCrowd(db: Db, matchId: number, now: Date): Promise<Outcomes | null> {
  const pool = await crowds.lockPool(db, matchId);
  return pool ? weigh(db, pool, now) : null;
}

async function weigh(db: Db, pool: crowds.PoolRow, now: Date): Promise<Outcomes | null> {
  const stakes = await crowds.findStakes(db, pool.id);
  const ties = await relatedGroups(
    db,
    stakes.map(({ userId }) => userId),
  );
  const contest = { market: 'wdl', outcomes: picksOf(pool.draw_possible), feePercent: Number(pool.fee_percent) } as const;
  const { points, people } = crowdAtRisk(contest, stakes, ties);
  await crowds.saveCrowd(db, pool, points, people, now);
  return people >= crowds.CROWD_MIN ? crowdOf(points) : null;
}
