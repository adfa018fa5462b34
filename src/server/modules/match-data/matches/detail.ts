import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMatch, getMatchStatistics, MatchDetail, MatchStatistics } from '#contract/matches.ts';
import { type SideStatistics, STATISTIC_KINDS } from '#domain/matches/match-details.ts';
import { isStarted } from '#domain/matches/match-status.ts';
import type { Deps } from '#server/deps.ts';
import { formatOf } from '#server/modules/match-data/import/match-row.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import { table } from '#server/modules/match-data/leagues/tables.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import * as details from './detail-queries.ts';
import { findStatistics, type StatisticsRow } from './detail-queries.ts';
import { lineupsOf } from './lineups.ts';
import { type MatchStateRow, matchEvent, matchSummary, matchTopic } from './match-view.ts';
import * as matches from './queries.ts';
import { findStates } from './queries.ts';

/** Returns a match with all of its data. */
export const one = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof getMatch>> => ({
  key: String(id),
  topics: [matchTopic(id)],
  make: async () => {
    const row = await matches.findMatch(deps.db, id);
    if (!row) throw new AppError('not_found');
    const [pricesOf, events, lineups, absences, ratings, contests, standing] = await Promise.all([
      details.findPrices(deps, [row]),
      details.findEvents(deps.db, [id]),
      lineupsOf(deps.db, row, deps.now()),
      details.findAbsences(deps.db, id),
      details.findRatings(deps.db, id),
      deps.wiring.contestsOfMatch(deps.db, id),
      standingBefore(deps.db, row),
    ]);
    return {
      ...matchSummary(row, pricesOf(id)),
      league: leagueRef(row.league),
      venue: row.venue,
      format: formatOf(row),
      surface: row.surface as MatchDetail['surface'],
      is_barred: row.contest_barred !== null,
      referee: row.referee,
      ...(row.scores_delayed && { scores_delayed: true as const }),
      events: (events.get(id) ?? []).map(matchEvent),
      lineups,
      absences,
      ratings,
      standing,
      contests,
      confirmed_at: row.confirmed_at.toISOString(),
    };
  },
});

type MatchRow = NonNullable<Awaited<ReturnType<typeof matches.findMatch>>>;

/**
 * Returns both teams' positions and last results in the season before this match. The position is null in a cup without groups, and
 * for a team that has not played yet.
 */
async function standingBefore(db: Db, row: MatchRow): Promise<MatchDetail['standing']> {
  const { rows } = await table(db, row.league_id, row.season, row.kickoff_at);
  const of = (teamId: number) => {
    const found = rows.find(({ team }) => team.id === teamId);
    return { position: found && found.played > 0 ? found.position : null, form: found?.form ?? [] };
  };
  return { home: of(row.home_team_id), away: of(row.away_team_id) };
}

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
