import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatchCourse } from '#contract/match-course.ts';
import type { SideStatistics } from '#domain/matches/match-details.ts';
import { expectedGoalsOf, pressureOf } from '#domain/matches/pressure.ts';
import { expectedGoalsByShot } from '#domain/matches/shot.ts';
import type { Deps } from '#server/deps.ts';
import { feedTitle } from '#server/modules/match-data/import/feed-settings.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findShots, findSnapshots } from './detail-queries.ts';
import { matchTopic } from './match-view.ts';
import { findStates } from './queries.ts';

/** Returns how a match went: pressure and expected goals from what was counted during play, and shots where the feed tells them. */
export const course = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getMatchCourse>> => ({
  key: String(id),
  topics: [matchTopic(id)],
  make: async () => {
    const [[match], rows, told] = await Promise.all([findStates(deps.db, [id]), findSnapshots(deps.db, id), findShots(deps.db, id)]);
    if (match === undefined) throw new AppError('not_found');
    const snapshots = rows.map(({ home, away, ...row }) => ({ ...row, home: home as SideStatistics, away: away as SideStatistics }));
    const pressure = pressureOf(snapshots);
    const byShot = expectedGoalsByShot(told?.shots ?? []);
    const points = byShot.length > 0 ? byShot : expectedGoalsOf(snapshots);
    const countedBy = feedTitle(rows.at(-1)?.feed ?? '');
    return {
      pressure: pressure && {
        source: countedBy,
        resolution_minutes: pressure.resolutionMinutes,
        counted: pressure.counted,
        bars: pressure.bars.map((bar) => ({ ...bar, home: round(bar.home), away: round(bar.away) })),
        gaps: pressure.gaps,
      },
      expected_goals:
        points.length === 0
          ? null
          : {
              source: byShot.length > 0 ? feedTitle(told?.feed ?? '') : countedBy,
              resolution_minutes: byShot.length > 0 ? null : (pressure?.resolutionMinutes ?? null),
              points: points.map((point) => ({ ...point, home: round(point.home), away: round(point.away) })),
            },
      shots: told && { source: feedTitle(told.feed), items: told.shots },
    };
  },
});

const round = (value: number): number => Math.round(value * 1000) / 1000;
