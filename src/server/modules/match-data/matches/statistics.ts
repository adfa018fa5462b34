import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatchStatistics, MatchStatistics } from '#contract/matches.ts';
import { type SideStatistics, STATISTIC_KINDS } from '#domain/matches/match-details.ts';
import { isStarted } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { findStatistics, type StatisticsRow } from './detail-queries.ts';
import type { MatchStateRow } from './match-view.ts';
import { findStates } from './queries.ts';
import { matchTopic } from './topics.ts';

/** Returns a match's statistics, or the reason why there are none. */
export const statistics = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getMatchStatistics>> => ({
  key: String(id),
  topics: [matchTopic(id)],
  make: async () => {
    const [[match], rows] = await Promise.all([findStates(deps.db, [id]), findStatistics(deps.db, [id])]);
    if (match === undefined) throw new AppError('not_found');
    const items = statisticsView(rows.get(id) ?? []);
    return { items, missing: items.length > 0 ? null : whyNone(match) };
  },
});

/** Returns both sides' numbers in display order; statistics that neither side has are left out. */
export function statisticsView(rows: readonly StatisticsRow[]): MatchStatistics {
  const numbersOf = (side: string) => (rows.find((row) => row.side === side)?.numbers ?? {}) as SideStatistics;
  const [home, away] = [numbersOf('home'), numbersOf('away')];
  return STATISTIC_KINDS.flatMap((kind) => {
    const item = { kind, home: home[kind] ?? null, away: away[kind] ?? null };
    return item.home === null && item.away === null ? [] : [item];
  });
}

/** An awarded match may have been played before: then it has a ninety-minute score. */
const whyNone = ({ status, fulltime }: MatchStateRow): 'not_started' | 'not_covered' =>
  isStarted(status as Parameters<typeof isStarted>[0]) || fulltime !== null ? 'not_covered' : 'not_started';
