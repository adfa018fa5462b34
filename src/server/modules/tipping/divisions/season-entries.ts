import { sql } from 'kysely';
import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { type DivisionEntry, entryPoints, HOUSE_RULES, type ModelEntry, type SeasonEntry } from '#domain/tipping/division-score.ts';
import { type ModelView, modelTip } from '#domain/tipping/model-tip.ts';
import { resultAsTip } from '#domain/tipping/tip.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** A player's entry with its points, from what the reader may know. */
export interface KnownEntry extends SeasonEntry {
  isTip: boolean;
}

/**
 * Returns the entries of these players in a season that may count. Left out are matches that came to nothing, those without a forecast of
 * the model to measure against, and entries that prove later than the true kick-off.
 */
export async function findSeasonEntries(db: Db, season: string, userIds: readonly string[]): Promise<Map<string, KnownEntry[]>> {
  const byUser = new Map<string, KnownEntry[]>(userIds.map((id) => [id, []]));
  if (userIds.length === 0) return byUser;
  const entries = await findEntries(db, season, userIds);
  const matches = await findMatches(db, [...new Set(entries.map(({ match_id }) => match_id))]);
  for (const row of entries) {
    const match = matches.get(row.match_id);
    if (!match || (match.started_at !== null && row.entered_at > match.started_at)) continue;
    const points = pointsOf(row, match);
    if (points === 'none') continue;
    byUser.get(row.user_id)!.push({ matchId: row.match_id, kickoffMs: row.kickoff_at.getTime(), points, isTip: row.is_tip });
  }
  return byUser;
}

/** Returns the points of an entry: null before the result, `none` if its match counts for nobody. */
function pointsOf(row: EntryRow, { status, sport, score, model }: MatchRow): number | null | 'none' {
  if (matchGroup(status) !== 'finished') return null;
  const result = resultAsTip(sport, HOUSE_RULES.basis, status, score);
  return (result && model && entryPoints(entryOf(row), model, result.score)) ?? 'none';
}

const entryOf = ({ is_tip, home, draw, away }: EntryRow): DivisionEntry =>
  is_tip ? { forecast: null, tip: [home, away] } : { forecast: { home: home / 100, draw: (draw ?? 0) / 100, away: away / 100 }, tip: null };

interface EntryRow {
  user_id: string;
  match_id: number;
  kickoff_at: Date;
  is_tip: boolean;
  home: number;
  draw: number | null;
  away: number;
  entered_at: Date;
}

const findEntries = (db: Db, season: string, userIds: readonly string[]): Promise<EntryRow[]> =>
  db
    .selectFrom('division_entries')
    .select(['user_id', 'match_id', 'kickoff_at', 'is_tip', 'home', 'draw', 'away', 'entered_at'])
    .where('season', '=', season)
    .where('user_id', '=', sql<string>`any(${[...userIds]}::uuid[])`)
    .execute();

interface MatchRow {
  sport: Sport;
  status: MatchStatus;
  started_at: Date | null;
  score: { home: number | null; away: number | null; halftime: null; extratime: null; penalty: null; fulltime: Score | null };
  /** As frozen when the match began; null if there was none about these teams. */
  model: ModelEntry | null;
}

async function findMatches(db: Db, ids: readonly number[]): Promise<Map<number, MatchRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<
    Omit<MatchRow, 'score' | 'model'> & {
      id: number;
      home_score: number | null;
      away_score: number | null;
      fulltime: Score | null;
      series_parts: number | null;
      series_race: boolean | null;
      view: ModelView | null;
    }
  >`select m.id, l.sport, m.status, m.started_at, m.home_score, m.away_score, m.fulltime, m.series_parts, m.series_race,
      case when (f.content->>'home_team_id')::int = m.home_team_id and (f.content->>'away_team_id')::int = m.away_team_id
        then jsonb_build_object('outcomes', f.content->'outcomes', 'expected', f.content->'expected', 'football', f.content->'football')
      end as view
    from unnest(${ids}::int[]) asked (id) join matches m on m.id = asked.id join leagues l on l.id = m.league_id
      left join forecasts f on f.match_id = m.id and f.frozen_at is not null`.execute(db);
  return new Map(
    rows.map(({ id, sport, status, started_at, home_score: home, away_score: away, fulltime, view, series_parts, series_race }) => {
      const score = { home, away, fulltime, halftime: null, extratime: null, penalty: null };
      const format = series_parts === null ? null : { parts: series_parts, race: series_race ?? true };
      return [id, { sport, status, started_at, score, model: view && { forecast: view.outcomes, tip: modelTip(sport, format, view) } }];
    }),
  );
}
