import { sql, type Transaction } from 'kysely';
import { logScore, type Percents, probabilitiesOf } from '#domain/forecast/forecast-league.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { outcomeOf, type Score } from '#domain/matches/score.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import { isOnTerms, type MatchVerdict, matchVerdicts, settlementTimers, type Terms } from '#server/modules/betting/public.ts';
import { allOpinionsOf } from '#server/modules/forecasting/forecasts/opinions.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { reportFailure } from '#server/platform/jobs/report-failure.ts';
import { transact } from '#server/platform/transact.ts';

/** Topic of cached replies about the league, dropped when more forecasts were scored. */
export const FORECAST_LEAGUE_TOPIC = 'forecast-league';

/**
 * Scores users' forecasts of every match with a result that has stood long enough to settle a contest, scores them again after a
 * correction, and voids those of matches that were called off. Idempotent, also in parallel. A match that fails does not hold up the
 * others. Returns the number of forecasts scored or voided.
 */
export async function scoreUserForecasts(deps: Deps): Promise<number> {
  const { correctionMs } = settlementTimers(deps.config);
  let done = 0;
  for (const matchId of await findDue(deps.db, deps.now(), correctionMs)) {
    done += await scoreMatch(deps, matchId, correctionMs).catch((error) => {
      reportFailure(deps, error, { matchId }, 'could not score the forecasts of a match');
      return 0;
    });
  }
  if (done > 0) deps.replies.touch(FORECAST_LEAGUE_TOPIC);
  return done;
}

/** Scores all forecasts of a match in one transaction, so that no reader sees scores from different results. */
const scoreMatch = (deps: Deps, matchId: number, correctionMs: number): Promise<number> =>
  transact(deps, async (db) => {
    const now = deps.now();
    const match = (await matchVerdicts(db, deps, [matchId], { isHeld: true })).get(matchId)!;
    const { verdict } = match;
    const { isToFreeze, ...others } = (await allOpinionsOf(db, [matchId])).get(matchId)!;
    // The forecasts to compare with are not frozen yet.
    if (verdict.kind === 'settle' && isToFreeze) return 0;
    const due = await lockDue(db, matchId, correctionMs);
    const outcome = verdict.kind === 'settle' ? countedOutcome(match, verdict.result) : null;
    const toScore = outcome === null ? [] : due.filter((row) => isCounted(row, match));
    const toVoid = due.filter((row) => !toScore.includes(row) && isLost(row, match));
    await voidForecasts(db, matchId, idsOf(toVoid), now);
    if (outcome !== null) await score(db, matchId, match, outcome, others, toScore);
    return toScore.length + toVoid.length;
  });

/** Returns the outcome to score; null for one that nobody could have forecast: a level score in a sport without draws. */
function countedOutcome({ terms }: MatchVerdict, result: Score): Pick | null {
  const outcome = outcomeOf(...result);
  return picksOf(terms.draw_possible).includes(outcome) ? outcome : null;
}

/** Returns whether a forecast is about the match that was played and was made before the true kick-off, which may be earlier than planned. */
const isCounted = (row: DueRow, match: MatchVerdict): boolean =>
  isOnTerms(row, match.terms) && (match.startedAt === null || row.made_at <= match.startedAt);

/**
 * Returns whether to void a forecast. A scored one is voided only if it proves too late: a result on the pitch outlives officials'
 * decisions.
 */
function isLost(row: DueRow, match: MatchVerdict): boolean {
  const { kind } = match.verdict;
  return kind === 'settle' || (row.result_since === null && (kind === 'void' || !isOnTerms(row, match.terms)));
}

async function score(
  db: Db,
  matchId: number,
  { terms, resultSince }: MatchVerdict,
  outcome: Pick,
  others: Record<'model' | 'market' | 'crowd', Outcomes | null>,
  rows: readonly DueRow[],
): Promise<void> {
  const picks = picksOf(terms.draw_possible);
  const scoreOf = (given: Outcomes | null) => given && logScore(given, outcome, picks);
  const match = {
    ...{ matchId, outcome, resultSince: resultSince! },
    ...{ model: scoreOf(others.model), market: scoreOf(others.market), crowd: scoreOf(others.crowd) },
  };
  const own = rows.map((row) => ({ user_id: row.user_id, score: logScore(probabilitiesOf(row), outcome, picks) }));
  await storeScores(db, match, own);
}

const idsOf = (rows: readonly DueRow[]): string[] => rows.map(({ user_id }) => user_id);

/** How old a result may be to be checked for changes; older ones only changed if the job did not run for that long. */
const LOOKED_BACK = sql`interval '30 days'`;

/** Matches forecasts whose result changed within `correctionMs` after the scored one, or that were made after the true kick-off. */
const isStale = (correctionMs: number) => sql<boolean>`
  (f.result_since <> m.fulltime_since and m.fulltime_since <= f.result_since + ${correctionMs} * interval '1 millisecond' or f.made_at > m.started_at)`;

/** Returns matches whose forecasts may have to be scored, scored again or voided. */
async function findDue(db: Db, now: Date, correctionMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.match_id as id from user_forecasts f join matches m on m.id = f.match_id
    where f.result_since is null and f.voided_at is null
      and (m.status <> 'ns' or m.kickoff_at is null or m.kickoff_at <= ${now}
        or (f.home_team_id, f.away_team_id, f.draw_possible) <> (m.home_team_id, m.away_team_id, m.draw_possible))
    union
    select m.id from matches m join user_forecasts f on f.match_id = m.id
    where m.fulltime_since > ${now}::timestamptz - ${LOOKED_BACK} and f.result_since is not null and ${isStale(correctionMs)}
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

interface DueRow extends Percents, Terms {
  user_id: string;
  made_at: Date;
  result_since: Date | null;
}

/** Locks and returns a match's forecasts that were never scored or were scored on another result; concurrent scoring waits. */
async function lockDue(db: Transaction<DB>, matchId: number, correctionMs: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select f.user_id, f.home, f.draw, f.away, f.made_at, f.home_team_id, f.away_team_id, f.draw_possible, f.result_since
    from user_forecasts f join matches m on m.id = f.match_id
    where f.match_id = ${matchId} and f.voided_at is null and (f.result_since is null or ${isStale(correctionMs)})
    order by f.user_id for update of f`.execute(db);
  return rows;
}

async function voidForecasts(db: Db, matchId: number, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('user_forecasts')
    .set({
      ...{ voided_at: now, result_since: null, outcome: null },
      ...{ score: null, model_score: null, market_score: null, crowd_score: null },
    })
    .where('match_id', '=', matchId)
    .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .execute();
}

interface MatchScores {
  matchId: number;
  resultSince: Date;
  outcome: Pick;
  model: number | null;
  market: number | null;
  crowd: number | null;
}

/** Stores the scores of a match: those of the others, the same in each row, and each user's own. */
async function storeScores(db: Db, match: MatchScores, own: readonly { user_id: string; score: number }[]): Promise<void> {
  if (own.length === 0) return;
  await sql`
    update user_forecasts f set result_since = ${match.resultSince}, outcome = ${match.outcome}, score = own.score,
      model_score = ${match.model}, market_score = ${match.market}, crowd_score = ${match.crowd}
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) own (user_id uuid, score double precision)
    where f.match_id = ${match.matchId} and f.user_id = own.user_id`.execute(db);
}
