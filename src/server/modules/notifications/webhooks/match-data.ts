import { sql } from 'kysely';
import type { MatchStatus } from '#domain/matches/match-status.ts';
import type { PartScore, Score } from '#domain/matches/score.ts';
import type { Side, Sport } from '#domain/matches/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A match as events tell it, in the names of the API. */
export interface MatchData {
  id: number;
  sport: Sport;
  league: { id: number; name: string };
  season: string;
  round: string;
  kickoff_at: string | null;
  status: MatchStatus;
  minute: number | null;
  home: { id: number; name: string };
  away: { id: number; name: string };
  score: {
    home: number | null;
    away: number | null;
    halftime: Score | null;
    fulltime: Score | null;
    extratime: Score | null;
    penalty: Score | null;
    parts?: PartScore[];
    awarded_to?: Side;
  };
}

interface MatchDataRow {
  id: number;
  sport: Sport;
  league_id: number;
  league: string;
  season: string;
  round: string;
  kickoff_at: Date | null;
  status: MatchStatus;
  minute: number | null;
  home_id: number;
  home: string;
  away_id: number;
  away: string;
  home_score: number | null;
  away_score: number | null;
  halftime: Score | null;
  fulltime: Score | null;
  extratime: Score | null;
  penalty: Score | null;
  parts: PartScore[] | null;
  awarded_to: Side | null;
}

/** Returns matches as events tell them, by id. */
export async function findMatchData(db: Db, ids: readonly number[]): Promise<Map<number, MatchData>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MatchDataRow>`
    select m.id, l.sport, m.league_id, l.name as league, m.season, m.round, m.kickoff_at, m.status, m.minute,
      m.home_team_id as home_id, h.name as home, m.away_team_id as away_id, a.name as away,
      m.home_score, m.away_score, m.halftime, m.fulltime, m.extratime, m.penalty, m.parts, m.awarded_to
    from matches m join leagues l on l.id = m.league_id join teams h on h.id = m.home_team_id join teams a on a.id = m.away_team_id
    where m.id = any(${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, dataOf(row)]));
}

const dataOf = (row: MatchDataRow): MatchData => ({
  ...{ id: row.id, sport: row.sport, league: { id: row.league_id, name: row.league }, season: row.season, round: row.round },
  ...{ kickoff_at: row.kickoff_at?.toISOString() ?? null, status: row.status, minute: row.minute },
  ...{ home: { id: row.home_id, name: row.home }, away: { id: row.away_id, name: row.away } },
  score: {
    ...{ home: row.home_score, away: row.away_score, halftime: row.halftime, fulltime: row.fulltime },
    ...{ extratime: row.extratime, penalty: row.penalty },
    ...(row.parts && { parts: row.parts }),
    ...(row.awarded_to && { awarded_to: row.awarded_to }),
  },
});
