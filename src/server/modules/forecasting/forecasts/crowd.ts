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
 * Weighs what the players of each pool that changed say of its match: by the points that they have at risk against unrelated players, so that stakes that
 * cannot be lost, and a ring's among its own accounts, move nothing (docs/decisions/047-play-at-risk.md). May run at any time, and twice.
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

/** What the crowd says of a match at this moment, weighed anew: a stake that is being placed is waited for. Null where there is no crowd. */
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
