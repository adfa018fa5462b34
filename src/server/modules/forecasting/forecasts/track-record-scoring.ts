import { type Insertable, sql } from 'kysely';
import { LEAD_TIMES } from '#contract/forecasts.ts';
import { brierScore, logLoss, type Outcome, outcomeOf, rankedProbabilityScore } from '#domain/forecast/evaluate.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { isFinal, MATCH_STATUSES, type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import { ninetyMinuteScore, type Score } from '#domain/matches/score.ts';
import type { Sport } from '#domain/matches/sport.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { StoredForecast } from './stored-forecast.ts';
/** Topic of cached replies about track records, dropped when more forecasts were scored. */
export const TRACK_RECORD_TOPIC = 'track-record';

const AT_ONCE = 1_000;

/**
 * Scores every frozen forecast whose match has a result that was not scored yet or has changed. Idempotent, also in parallel. Returns the
 * number of forecasts scored. With `matchIds`, scores those of these matches only, however old their results are.
 */
export async function scoreForecasts(deps: Deps, matchIds: readonly number[] | null = null): Promise<number> {
  let [scored, after] = [0, 0];
  const youngest = matchIds === null ? await findYoungest(deps.db) : null;
  for (;;) {
    const rows = await findUnscored(deps.db, { youngest, matchIds }, after, AT_ONCE);
    const scores = rows.flatMap(scoreOf);
    await storeScores(deps.db, scores);
    scored += scores.length;
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)!.match_id;
  }
  if (scored > 0) deps.replies.touch(TRACK_RECORD_TOPIC);
  return scored;
}

/** Returns the score row; none if the forecast is about other teams than those that played, or without a result on the pitch. */
function scoreOf(row: UnscoredRow): ScoreRow[] {
  const { content, market, crowd } = row;
  const score = resultOf(row);
  if (score === null || content.home_team_id !== row.home_team_id || content.away_team_id !== row.away_team_id) return [];
  const outcome = outcomeOf(...score);
  const kickoffAt = row.started_at ?? row.kickoff_at;
  return [
    {
      match_id: row.match_id,
      league_id: row.league_id,
      season: row.season,
      kickoff_at: kickoffAt,
      result_since: row.result_since,
      lead: leadOf(kickoffAt.getTime() - row.made_at.getTime()),
      home_score: score[0],
      away_score: score[1],
      outcome,
      ...content.outcomes,
      ...figuresOf('', content.outcomes, outcome),
      ...figuresOf('market_', market, outcome),
      ...figuresOf('crowd_', crowd, outcome),
      ...hitsOf(content, score),
    } as ScoreRow,
  ];
}

/** Returns the score: for football that after 90 minutes, whatever came later; otherwise the final score. */
function resultOf({ sport, status, home_score: home, away_score: away, fulltime }: UnscoredRow): Score | null {
  if (matchGroup(status as MatchStatus) !== 'finished' || home === null || away === null) return null;
  if (sport !== 'football') return [home, away];
  return ninetyMinuteScore(status as MatchStatus, { home, away, fulltime, halftime: null, extratime: null, penalty: null });
}

const leadOf = (ms: number): (typeof LEAD_TIMES)[number] => {
  const [day, hours, kickoff] = LEAD_TIMES;
  if (ms > 24 * HOUR_MS) return day;
  return ms >= HOUR_MS ? hours : kickoff;
};

function figuresOf(prefix: string, forecast: Outcomes | null, outcome: Outcome): Record<string, number | null> {
  const scored = forecast && { forecast, outcome };
  return {
    [`${prefix}rps`]: scored && rankedProbabilityScore(scored),
    [`${prefix}log_loss`]: scored && logLoss(scored),
    [`${prefix}brier`]: scored && brierScore(scored),
  };
}

function hitsOf({ football }: StoredForecast, [home, away]: Score): Pick<ScoreRow, 'top_hit' | 'top_three_hit'> {
  if (football === null) return { top_hit: null, top_three_hit: null };
  const place = football.top.slice(0, 3).findIndex((score) => score.home === home && score.away === away);
  return { top_hit: place === 0, top_three_hit: place !== -1 };
}

const FINAL = MATCH_STATUSES.filter(isFinal);

type ScoreRow = Insertable<DB['forecast_scores']>;

/** A frozen forecast with the result of its match. */
interface UnscoredRow {
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

/** Returns since when the youngest scored result has stood; null if none was scored. */
async function findYoungest(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('forecast_scores')
    .select((eb) => eb.fn.max('result_since').as('youngest'))
    .executeTakeFirst();
  return row?.youngest ?? null;
}

/** Which results to look at: those of matches, or those that are not much older than the youngest scored one. */
interface Wanted {
  youngest: Date | null;
  matchIds: readonly number[] | null;
}

/** Returns results from one day before the latest scored one: a long transaction may have committed an older one late. */
async function findUnscored(db: Db, { youngest, matchIds }: Wanted, after: number, count: number): Promise<UnscoredRow[]> {
  const { rows } = await sql<UnscoredRow>`
    select f.match_id, l.sport, m.league_id, m.season, m.kickoff_at, m.started_at, m.fulltime_since as result_since, m.status,
      m.home_team_id, m.away_team_id, m.home_score, m.away_score, m.fulltime, f.made_at, f.content, f.market, f.crowd
    from matches m join forecasts f on f.match_id = m.id join leagues l on l.id = m.league_id
    left join forecast_scores s on s.match_id = m.id
    where m.id > ${after} and f.frozen_at is not null and m.status = any(${FINAL}::text[]) and m.kickoff_at is not null
      and m.fulltime_since is not null and (${youngest}::timestamptz is null or m.fulltime_since > ${youngest}::timestamptz - interval '1 day')
      and (${matchIds}::integer[] is null or m.id = any(${matchIds})) and s.result_since is distinct from m.fulltime_since
    order by m.id limit ${count}`.execute(db);
  return rows;
}

/** Stores scores, replacing those of matches that were scored before. */
async function storeScores(db: Db, scores: readonly ScoreRow[]): Promise<void> {
  if (scores.length === 0) return;
  await sql`
    insert into forecast_scores select * from jsonb_populate_recordset(null::forecast_scores, ${JSON.stringify(scores)}::jsonb)
    on conflict (match_id) do update set (${sql.raw(REPLACED.join(', '))}) = (${sql.raw(REPLACED.map((name) => `excluded.${name}`).join(', '))})`.execute(
    db,
  );
}

/** Columns that depend on the result. */
const REPLACED = ['result_since', 'home_score', 'away_score', 'outcome', 'top_hit', 'top_three_hit'].concat(
  ['', 'market_', 'crowd_'].flatMap((prefix) => ['rps', 'log_loss', 'brier'].map((figure) => prefix + figure)),
);
