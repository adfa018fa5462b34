import { sql } from 'kysely';
import type { MatchBrief } from '#contract/bets.ts';
import { type TeamRow, teamRef } from '#server/modules/match-data/leagues/refs.ts';
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

export type MatchBriefRow = Omit<MatchStateRow, 'red_home' | 'red_away'>;

export function matchBrief(row: MatchBriefRow, sport: string, home: TeamRow, away: TeamRow): MatchBrief {
  const { red_cards: _, ...state } = matchState({ ...row, red_home: 0, red_away: 0 });
  return { ...state, sport: sport as MatchBrief['sport'], home: teamRef(home), away: teamRef(away) };
}
