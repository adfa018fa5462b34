import { sql } from 'kysely';
import type { MatchBrief } from '#contract/bets.ts';
import type { ContestCase } from '#contract/contest-admin.ts';
import { type LeagueRow, leagueRef, type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type MatchStateRow, matchState } from './match-view.ts';
import { bothTeams } from './queries.ts';

/** Returns the data needed to show matches in a bet or a ledger row, by match id. */
export async function findMatchBriefs(db: Db, matchIds: readonly number[]): Promise<Map<number, MatchBrief>> {
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .selectAll('m')
    .select('h.sport')
    .select(bothTeams)
    .where('m.id', '=', sql<number>`any(${[...new Set(matchIds)]}::int[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, matchBrief(row, row.sport, row.home as TeamRow, row.away as TeamRow)]));
}

export type MatchBriefRow = Omit<MatchStateRow, 'red_home' | 'red_away'> & { draw_possible: boolean };

export function matchBrief(row: MatchBriefRow, sport: string, home: TeamRow, away: TeamRow): MatchBrief {
  const { red_cards: _, ...state } = matchState({ ...row, red_home: 0, red_away: 0 });
  const { draw_possible } = row;
  return { ...state, sport: sport as MatchBrief['sport'], draw_possible, home: teamRef(home), away: teamRef(away) };
}

/** A match as shown in the console's lists. */
export type MatchLine = ContestCase['match'];

/** Returns matches as lines, by their ids. */
export async function findMatchLines(db: Db, ids: readonly number[]): Promise<Map<number, MatchLine>> {
  const rows = await db
    .selectFrom('matches as m')
    .innerJoin('leagues as l', 'l.id', 'm.league_id')
    .innerJoin('teams as h', 'h.id', 'm.home_team_id')
    .innerJoin('teams as a', 'a.id', 'm.away_team_id')
    .select(['m.id', 'm.kickoff_at', 'm.status', 'm.home_score', 'm.away_score'])
    .select([sql<LeagueRow>`to_jsonb(l)`.as('league'), sql<TeamRow>`to_jsonb(h)`.as('home'), sql<TeamRow>`to_jsonb(a)`.as('away')])
    .where('m.id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        league: leagueRef(row.league),
        home: teamRef(row.home),
        away: teamRef(row.away),
        kickoff_at: row.kickoff_at?.toISOString() ?? null,
        status: row.status as MatchLine['status'],
        score: row.home_score === null || row.away_score === null ? null : [row.home_score, row.away_score],
      },
    ]),
  );
}
