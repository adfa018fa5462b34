import { sql } from 'kysely';
import type { LeagueRef, MatchSummary } from '#contract/matches.ts';
import { type MatchGroup, statusesOf } from '#domain/matches/match-status.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { leagueRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { anyOf } from './detail-queries.ts';
import { matchSummary, NO_PRICES } from './match-view.ts';
import { leagueObject, summaries } from './queries.ts';

export interface MatchFilter {
  /** The span of kick-offs, without its end; null for matches of any date, also without one. */
  span: { from: Date; to: Date } | null;
  ids?: readonly number[] | undefined;
  sport?: Sport | undefined;
  leagueId?: number | undefined;
  teamId?: number | undefined;
  group?: MatchGroup | undefined;
}

/** A match without prices. */
export type ListedMatch = Omit<MatchSummary, 'market' | 'offer'> & { league: LeagueRef };

/**
 * Returns matches by kick-off and id, those without a date last.
 *
 * @param after The kick-off and id of the match after which the page begins; null for the first page. A match without a date has the year 9999.
 */
export async function findMatchPage(
  db: Db,
  filter: MatchFilter,
  after: { at: Date; id: number } | null,
  limit: number,
): Promise<ListedMatch[]> {
  const { span, ids, sport, leagueId, teamId, group } = filter;
  const kickoff = sql<Date>`coalesce(m.kickoff_at, ${NO_DATE})`;
  const rows = await summaries(db)
    .select((eb) => leagueObject(eb).as('league'))
    .$if(span !== null, (query) => query.where('m.kickoff_at', '>=', span!.from).where('m.kickoff_at', '<', span!.to))
    .$if(ids !== undefined, (query) => query.where('m.id', '=', anyOf(ids!)))
    .$if(sport !== undefined, (query) => query.where('l.sport', '=', sport!))
    .$if(leagueId !== undefined, (query) => query.where('m.league_id', '=', leagueId!))
    .$if(teamId !== undefined, (query) =>
      query.where((eb) => eb.or([eb('m.home_team_id', '=', teamId!), eb('m.away_team_id', '=', teamId!)])),
    )
    .$if(group !== undefined, (query) => query.where('m.status', 'in', statusesOf(group!)))
    .$if(after !== null, (query) => query.where(sql<boolean>`(${kickoff}, m.id) > (${after!.at}, ${after!.id})`))
    .orderBy(kickoff)
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { market: _, offer: __, ...match } = matchSummary(row, NO_PRICES);
    return { ...match, league: leagueRef(row.league) };
  });
}

/** Stands for the kick-off of a match without a date, which is listed last. */
export const NO_DATE = new Date('9999-12-31T00:00:00.000Z');
