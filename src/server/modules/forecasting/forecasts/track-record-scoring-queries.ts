import { type Insertable, sql } from 'kysely';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { isFinal, MATCH_STATUSES } from '#domain/match-status.ts';
import type { Sport } from '#domain/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { StoredForecast } from './stored-forecast.ts';

const FINAL = MATCH_STATUSES.filter(isFinal);

export type ScoreRow = Insertable<DB['forecast_scores']>;

/** A frozen forecast and the result of its match. */
export interface UnscoredRow {
  match_id: number;
  sport: Sport;
  league_id: number;
  season: string;
  kickoff_at: Date;
  started_at: Date | null;
  result_since: Date;
  status: string;
  home_team_id: number;
  away_team_id: number;
  home_score: number | null;
  away_score: number | null;
  fulltime: [number, number] | null;
  made_at: Date;
  content: StoredForecast;
  market: Outcomes | null;
  crowd: Outcomes | null;
}

/** What is younger than the youngest result that was scored, and a day more: a long transaction may have committed an older one late. */
export async function findUnscored(db: Db, youngest: Date | null, after: number, count: number): Promise<UnscoredRow[]> {
  const { rows } = await sql<UnscoredRow>`
    select f.match_id, l.sport, m.league_id, m.season, m.kickoff_at, m.started_at, m.fulltime_since as result_since, m.status,
      m.home_team_id, m.away_team_id, m.home_score, m.away_score, m.fulltime, f.made_at, f.content, f.market, f.crowd
    from matches m join forecasts f on f.match_id = m.id join leagues l on l.id = m.league_id
    left join forecast_scores s on s.match_id = m.id
    where m.id > ${after} and f.frozen_at is not null and m.status = any(${FINAL}::text[]) and m.kickoff_at is not null
      and m.fulltime_since is not null and (${youngest}::timestamptz is null or m.fulltime_since > ${youngest}::timestamptz - interval '1 day')
      and s.result_since is distinct from m.fulltime_since
    order by m.id limit ${count}`.execute(db);
  return rows;
}

/** Stores scores; of a match that was scored before, the new ones. */
export async function storeScores(db: Db, scores: readonly ScoreRow[]): Promise<void> {
  if (scores.length === 0) return;
  await sql`
    insert into forecast_scores select * from jsonb_populate_recordset(null::forecast_scores, ${JSON.stringify(scores)}::jsonb)
    on conflict (match_id) do update set (${sql.raw(REPLACED.join(', '))}) = (${sql.raw(REPLACED.map((name) => `excluded.${name}`).join(', '))})`.execute(
    db,
  );
}

/** All that depends on the result. */
const REPLACED = ['result_since', 'home_score', 'away_score', 'outcome', 'top_hit', 'top_three_hit'].concat(
  ['', 'market_', 'crowd_'].flatMap((prefix) => ['rps', 'log_loss', 'brier'].map((figure) => prefix + figure)),
);
