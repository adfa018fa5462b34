import { basketballInPlay } from '#domain/forecast/basketball-in-play.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import { type MatchStatus, matchGroup } from '#domain/matches/match-status.ts';
import type { MatchFacts } from './queries.ts';
import type { StoredForecast } from './stored-forecast.ts';
import { unlessImpossible } from './unless-impossible.ts';

const QUARTERS_BEFORE_HALF_TIME = 2;

/**
 * Returns the present outcomes of a basketball game in play, from the forecast before it, the points and the quarter. Feeds tell no clock
 * that can be relied on, so only the quarter is known. Null before and after the game, without quarters, and for points that cannot be.
 */
export function basketballNow({ points }: StoredForecast, match: MatchFacts): Outcomes | null {
  const { status, parts, home_score: homePoints, away_score: awayPoints } = match;
  const isOn = matchGroup(status as MatchStatus) === 'live';
  if (!isOn || points === undefined || homePoints === null || awayPoints === null || !parts?.length) return null;
  const time = status === 'ht' ? { period: QUARTERS_BEFORE_HALF_TIME + 1, left: 1 } : { period: parts.length, left: null };
  return unlessImpossible(() => {
    const { home } = basketballInPlay(points, { homePoints, awayPoints, ...time });
    return { home, draw: 0, away: 1 - home };
  });
}
