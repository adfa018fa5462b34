import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { logScore, probabilitiesOf } from '#domain/forecast-league.ts';
import { outcomeOf, type Score } from '#domain/score.ts';
import { type Pick, picksOf } from '#domain/sport.ts';
import type { Deps } from '#server/deps.ts';
import { type MatchVerdict, matchVerdicts, settlementTimers } from '#server/modules/betting/public.ts';
import { allOpinionsOf } from '#server/modules/forecasting/forecasts/opinions.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { transact } from '#server/platform/transact.ts';
import * as scoring from './scoring-queries.ts';

/** What is said about the league is dropped when more forecasts were scored. */
export const FORECAST_LEAGUE_TOPIC = 'forecast-league';

/**
 * Scores users' forecasts of every match that has a result which stood long enough to settle a contest, scores them anew after a correction, and
 * voids those of matches that came to nothing. Run again, or twice at a time, it finds the same. One match that fails does not hold up the others.
 * Returns how many forecasts were scored or voided.
 */
export async function scoreUserForecasts(deps: Deps): Promise<number> {
  const { correctionMs } = settlementTimers(deps.config);
  let done = 0;
  for (const matchId of await scoring.findDue(deps.db, deps.now(), correctionMs)) {
    done += await scoreMatch(deps, matchId, correctionMs).catch((error) => {
      deps.log.error({ err: error, matchId }, 'forecasts of a match could not be scored');
      return 0;
    });
  }
  if (done > 0) deps.replies.touch(FORECAST_LEAGUE_TOPIC);
  return done;
}

/** All forecasts of a match in one transaction: nobody sees two that were scored on different results. */
const scoreMatch = (deps: Deps, matchId: number, correctionMs: number): Promise<number> =>
  transact(deps, async (db) => {
    const now = deps.now();
    const match = (await matchVerdicts(db, deps, [matchId], { isHeld: true })).get(matchId)!;
    const { verdict } = match;
    const { isToFreeze, ...others } = (await allOpinionsOf(db, [matchId])).get(matchId)!;
    // What others are compared by is not there yet.
    if (verdict.kind === 'settle' && isToFreeze) return 0;
    const due = await scoring.lockDue(db, matchId, correctionMs);
    const outcome = verdict.kind === 'settle' ? countedOutcome(match, verdict.result) : null;
    const toScore = outcome === null ? [] : due.filter((row) => isCounted(row, match));
    const toVoid = due.filter((row) => !toScore.includes(row) && isLost(row, match));
    await scoring.voidForecasts(db, matchId, idsOf(toVoid), now);
    if (outcome !== null) await score(db, matchId, match, outcome, others, toScore);
    return toScore.length + toVoid.length;
  });

/** Null where nobody could have forecast it: a level score in a sport without draws. */
function countedOutcome({ drawPossible }: MatchVerdict, result: Score): Pick | null {
  const outcome = outcomeOf(...result);
  return picksOf(drawPossible).includes(outcome) ? outcome : null;
}

const isOfTeams = (row: scoring.DueRow, { homeTeamId, awayTeamId }: MatchVerdict): boolean =>
  row.home_team_id === homeTeamId && row.away_team_id === awayTeamId;

/** Said of those who played, and not after they began: the first live status may tell of an earlier kick-off than the plan. */
const isCounted = (row: scoring.DueRow, match: MatchVerdict): boolean =>
  isOfTeams(row, match) && (match.startedAt === null || row.made_at <= match.startedAt);

/** What was scored is lost only where it proves too late: a result on the pitch outlives what officials decide afterwards. */
function isLost(row: scoring.DueRow, match: MatchVerdict): boolean {
  const { kind } = match.verdict;
  return kind === 'settle' || (row.result_since === null && (kind === 'void' || !isOfTeams(row, match)));
}

async function score(
  db: Db,
  matchId: number,
  { drawPossible, resultSince }: MatchVerdict,
  outcome: Pick,
  others: Record<'model' | 'market' | 'crowd', Outcomes | null>,
  rows: readonly scoring.DueRow[],
): Promise<void> {
  const picks = picksOf(drawPossible);
  const scoreOf = (given: Outcomes | null) => given && logScore(given, outcome, picks);
  const match = {
    ...{ matchId, outcome, resultSince: resultSince! },
    ...{ model: scoreOf(others.model), market: scoreOf(others.market), crowd: scoreOf(others.crowd) },
  };
  const own = rows.map((row) => ({ user_id: row.user_id, score: logScore(probabilitiesOf(row), outcome, picks) }));
  await scoring.storeScores(db, match, own);
}

const idsOf = (rows: readonly scoring.DueRow[]): string[] => rows.map(({ user_id }) => user_id);
