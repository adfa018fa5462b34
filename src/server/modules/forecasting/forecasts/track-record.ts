import type { Hono } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { type ForecastFigures, getTrackRecord, type TrackRecord } from '#contract/forecasts.ts';
import type { Outcome, ReliabilityBin } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { Sport } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { mountCached, parseInput, queryInput } from '#server/platform/http/mount.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/text-formats.ts';
import { TRACK_RECORD_TOPIC } from './track-record-scoring.ts';

/** Mounts the track record, and the same forecasts one by one as a file. */
export function trackRecordRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, getTrackRecord, (input) => trackRecord(deps, input));
  app.get(`${getTrackRecord.path}.csv`, (c) => {
    const input = parseInput(getTrackRecord, queryInput(c)) as ParsedInputOf<typeof getTrackRecord>;
    return c.body(trackRecordCsv(deps, input), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="track-record-${input.sport}.csv"`,
    });
  });
}

const AT_ONCE = 2_000;
const three = (name: string, of: (row: RecordedForecast) => Outcomes | null): [string, (row: RecordedForecast) => unknown][] =>
  (['home', 'draw', 'away'] as const).map((outcome) => [`${name}_${outcome}`, (row) => of(row)?.[outcome]]);

/** Columns in order; market and crowd are empty if they had no opinion. */
const COLUMNS: readonly [string, (row: RecordedForecast) => unknown][] = [
  ['match_id', (row) => row.match_id],
  ['kickoff_at', (row) => row.kickoff_at],
  ['league', (row) => row.league],
  ['season', (row) => row.season],
  ['home', (row) => row.home_name],
  ['away', (row) => row.away_name],
  ['home_score', (row) => row.home_score],
  ['away_score', (row) => row.away_score],
  ['outcome', (row) => row.outcome],
  ['model', (row) => row.model],
  ['made_at', (row) => row.made_at],
  ['frozen_at', (row) => row.frozen_at],
  ...three('model', ({ home, draw, away }) => ({ home, draw, away })),
  ...three('market', ({ market }) => market),
  ...three('crowd', ({ crowd }) => crowd),
  ['rps', (row) => row.rps],
  ['log_loss', (row) => row.log_loss],
  ['brier', (row) => row.brier],
];

/** Streams every scored forecast as a line of CSV, a page at a time, as fast as the client reads. */
function trackRecordCsv({ db }: Deps, filter: RecordFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start: (out) => out.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name)))),
    pull: async (out) => {
      const rows = await findRecorded(db, filter, after, AT_ONCE);
      if (rows.length > 0) out.enqueue(encoder.encode(rows.map((row) => csvLine(COLUMNS.map(([, of]) => of(row)))).join('')));
      if (rows.length < AT_ONCE) out.close();
      else after = rows.at(-1)!.match_id;
    },
  });
}

/** Returns how all scored forecasts of a sport performed, misses included, beside market and crowd. */
export const trackRecord = ({ db }: Deps, filter: RecordFilter): ReplyPlan<TrackRecord> => ({
  key: JSON.stringify([filter.sport, filter.league_id, filter.season]),
  topics: [TRACK_RECORD_TOPIC],
  make: async () => {
    const [model, market, crowd, hitRate, byLeague, byLead, recent] = await Promise.all([
      findFigures(db, filter),
      findBeside(db, filter, 'market'),
      findBeside(db, filter, 'crowd'),
      findHitRate(db, filter),
      findFiguresByLeague(db, filter),
      findFiguresByLead(db, filter),
      findRecent(db, filter),
    ]);
    const [home, draw, away] = await Promise.all([
      findReliability(db, filter, 'home'),
      findReliability(db, filter, 'draw'),
      findReliability(db, filter, 'away'),
    ]);
    return {
      model,
      beside: [market, crowd].filter((beside) => beside !== null),
      hit_rate: hitRate,
      reliability: { home, draw, away },
      by_league: byLeague,
      by_lead_time: byLead,
      recent: recent.map((row) => ({
        match_id: row.match_id,
        kickoff_at: row.kickoff_at.toISOString(),
        home: { name: row.home_name, names: row.home_names },
        away: { name: row.away_name, names: row.away_names },
        score: [row.home_score, row.away_score],
        model: { home: row.home, draw: row.draw, away: row.away },
        market: row.market,
        outcome: row.outcome,
      })),
    };
  },
});

/** Filter for scored forecasts. */
interface RecordFilter {
  sport: Sport;
  league_id?: number | undefined;
  season?: string | undefined;
}

const RECENT = 50;
const BINS = 10;

const chosen = ({ sport, league_id: leagueId = undefined, season = undefined }: RecordFilter): RawBuilder<unknown> => sql`
  forecast_scores s join leagues l on l.id = s.league_id and l.sport = ${sport}
    and (${leagueId ?? null}::integer is null or s.league_id = ${leagueId ?? null}) and (${season ?? null}::text is null or s.season = ${season ?? null})`;

const figures = sql`count(*)::integer as matches, avg(s.rps) as rps, avg(s.log_loss) as log_loss, avg(s.brier) as brier`;

/** Returns the figures of scored forecasts; null if there are none. */
async function findFigures(db: Db, filter: RecordFilter): Promise<ForecastFigures | null> {
  const { rows } = await sql<ForecastFigures>`select ${figures} from ${chosen(filter)} having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

async function findFiguresByLeague(db: Db, filter: RecordFilter): Promise<TrackRecord['by_league']> {
  const { rows } = await sql<TrackRecord['by_league'][number]>`
    select s.league_id, l.name as league, s.season, ${figures} from ${chosen(filter)}
    group by s.league_id, l.name, s.season order by matches desc, l.name, s.season desc`.execute(db);
  return rows;
}

async function findFiguresByLead(db: Db, filter: RecordFilter): Promise<TrackRecord['by_lead_time']> {
  const { rows } = await sql<TrackRecord['by_lead_time'][number]>`
    select s.lead, ${figures} from ${chosen(filter)} group by s.lead order by array_position(array['day', 'hours', 'kickoff'], s.lead)`.execute(
    db,
  );
  return rows;
}

type Beside = TrackRecord['beside'][number];

/**
 * Compares the model with another on the matches of both; null if there are none. A single match has no spread, so its standard error is 0.
 */
async function findBeside(db: Db, filter: RecordFilter, name: Beside['name']): Promise<Beside | null> {
  const of = (figure: string) => sql.ref(`s.${name}_${figure}`);
  const { rows } = await sql<Beside>`
    select ${name}::text as name,
      json_build_object('matches', count(*), 'rps', avg(s.rps), 'log_loss', avg(s.log_loss), 'brier', avg(s.brier)) as model,
      json_build_object('matches', count(*), 'rps', avg(${of('rps')}), 'log_loss', avg(${of('log_loss')}), 'brier', avg(${of('brier')})) as other,
      avg(s.rps - ${of('rps')}) as rps_difference,
      coalesce(stddev_samp(s.rps - ${of('rps')}) / sqrt(count(*)), 0) as rps_standard_error
    from ${chosen(filter)} where ${of('rps')} is not null having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns how often the likeliest score, and one of the three likeliest, came true; null without scored forecasts or in sports without such
 * scores.
 */
async function findHitRate(db: Db, filter: RecordFilter): Promise<TrackRecord['hit_rate']> {
  const { rows } = await sql<NonNullable<TrackRecord['hit_rate']>>`
    select count(*)::integer as matches, avg(s.top_hit::integer)::float8 as top, avg(s.top_three_hit::integer)::float8 as top_three
    from ${chosen(filter)} where s.top_hit is not null having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

/** Returns the hit rate over all forecasts of a sport, shown beside a match's likeliest scores. */
export const hitRate = ({ db }: { db: Db }, sport: Sport): Promise<TrackRecord['hit_rate']> => findHitRate(db, { sport });

/** Returns equally filled bins, least likely first, like `reliability` of evaluate.ts. */
async function findReliability(db: Db, filter: RecordFilter, outcome: Outcome): Promise<ReliabilityBin[]> {
  const { rows } = await sql<ReliabilityBin>`
    select avg(p) as forecast, avg(hit)::float8 as frequency, count(*)::integer as count
    from (
      select ${sql.ref(`s.${outcome}`)} as p, (s.outcome = ${outcome})::integer as hit,
        (row_number() over (order by ${sql.ref(`s.${outcome}`)}, s.match_id) - 1) * ${BINS}::integer / count(*) over () as bin
      from ${chosen(filter)}) binned
    group by bin order by bin`.execute(db);
  return rows;
}

/** A scored forecast and what happened. */
interface ScoredRow {
  match_id: number;
  kickoff_at: Date;
  home_name: string;
  away_name: string;
  home_score: number;
  away_score: number;
  home: number;
  draw: number;
  away: number;
  market: Outcomes | null;
  outcome: Outcome;
}

type Past = TrackRecord['recent'][number];

interface RecentRow extends ScoredRow {
  home_names: Past['home']['names'];
  away_names: Past['away']['names'];
}

async function findRecent(db: Db, filter: RecordFilter): Promise<RecentRow[]> {
  const { rows } = await sql<RecentRow>`
    select s.match_id, s.kickoff_at, h.name as home_name, h.names as home_names, a.name as away_name, a.names as away_names,
      s.home_score, s.away_score, s.home, s.draw, s.away, f.market, s.outcome
    from (select s.* from ${chosen(filter)} order by s.kickoff_at desc, s.match_id desc limit ${RECENT}) s
    join forecasts f on f.match_id = s.match_id join matches m on m.id = s.match_id
    join teams h on h.id = m.home_team_id join teams a on a.id = m.away_team_id
    order by s.kickoff_at desc, s.match_id desc`.execute(db);
  return rows;
}

export interface RecordedForecast extends ScoredRow {
  league: string;
  season: string;
  model: string;
  made_at: Date;
  frozen_at: Date;
  crowd: Outcomes | null;
  rps: number;
  log_loss: number;
  brier: number;
}

/** Returns a page of scored forecasts: those after a match id. */
export async function findRecorded(db: Db, filter: RecordFilter, after: number, count: number): Promise<RecordedForecast[]> {
  const { rows } = await sql<RecordedForecast>`
    select s.match_id, s.kickoff_at, l.name as league, s.season, h.name as home_name, a.name as away_name, s.home_score, s.away_score, s.outcome,
      f.model, f.made_at, f.frozen_at, s.home, s.draw, s.away, f.market, f.crowd, s.rps, s.log_loss, s.brier
    from ${chosen(filter)}
    join forecasts f on f.match_id = s.match_id join matches m on m.id = s.match_id
    join teams h on h.id = m.home_team_id join teams a on a.id = m.away_team_id
    where s.match_id > ${after} order by s.match_id limit ${count}`.execute(db);
  return rows;
}
