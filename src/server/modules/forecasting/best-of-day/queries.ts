import { sql } from 'kysely';
import type { Outcome } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { statusesOf } from '#domain/matches/match-status.ts';
import type { MatchFacts, TurningRow } from '#server/modules/forecasting/forecasts/queries.ts';
import type { StoredForecast } from '#server/modules/forecasting/forecasts/stored-forecast.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A match of the day that was played to its end. */
export interface EndedRow extends MatchFacts {
  home_score: number;
  away_score: number;
  /** Our frozen forecast, and the outcome it was scored by; null without one. */
  forecast: (Outcomes & { outcome: Outcome }) | null;
}

/** Returns the matches between two moments that were played to their end, with the forecasts that were scored by them. */
export async function findEnded(db: Db, from: Date, to: Date): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    select m.id, l.sport, m.league_id, l.rating_group, l.surface, m.draw_possible, m.series_parts, m.series_race, m.status, m.kickoff_at,
      m.minute, m.stoppage, m.home_team_id, m.away_team_id, m.home_score, m.away_score, m.halftime, m.fulltime, m.parts,
      case when s.match_id is not null
        then json_build_object('home', s.home, 'draw', s.draw, 'away', s.away, 'outcome', s.outcome) end as forecast
    from matches m join leagues l on l.id = m.league_id left join forecast_scores s on s.match_id = m.id
    where m.kickoff_at >= ${from} and m.kickoff_at < ${to} and m.status in ('ft', 'aet', 'pen') and m.awarded_to is null
      and m.home_score is not null and m.away_score is not null
    order by m.kickoff_at, m.id`.execute(db);
  return rows;
}

/** Returns how many matches between two moments are not over, and how many the reader's spoiler shield hides. */
export async function countOthers(db: Db, from: Date, to: Date): Promise<{ open: number; concealed: number }> {
  const open = [...statusesOf('live'), ...statusesOf('upcoming')];
  const { rows } = await sql<{ open: number; concealed: number }>`
    select (count(*) filter (where not is_concealed and status = any(${open}::text[])))::integer as open,
      (count(*) filter (where is_concealed))::integer as concealed
    from matches where kickoff_at >= ${from} and kickoff_at < ${to}`.execute(db);
  return rows[0]!;
}

export interface CourseRow extends TurningRow {
  match_id: number;
  player: string | null;
}

/** Returns goals, dismissals and video decisions of matches, in order; shoot-outs are left out. */
export async function findCourses(db: Db, matchIds: readonly number[]): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    select match_id, type, side, period, minute, stoppage, detail, nullif(btrim(player), '') as player from match_events
    where match_id = any(${matchIds}::integer[]) and period in ('H1', 'H2', 'ET')
      and type in ('goal', 'penalty', 'own_goal', 'red', 'second_yellow', 'var')
    order by match_id, position`.execute(db);
  return rows;
}

/** Returns what the frozen football forecasts of matches are calculated from. */
export async function findFootballForecasts(db: Db, matchIds: readonly number[]) {
  const { rows } = await sql<{ match_id: number; outcomes: Outcomes; rates: NonNullable<StoredForecast['football']>['rates'] }>`
    select match_id, content->'outcomes' as outcomes, content#>'{football,rates}' as rates from forecasts
    where match_id = any(${matchIds}::integer[]) and frozen_at is not null and jsonb_typeof(content->'football') = 'object'`.execute(db);
  return rows;
}
