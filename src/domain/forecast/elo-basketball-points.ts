import { logistic } from './elo-rating.ts';
import { createSeasonRatings, type SeasonRatingParameters, type SeasonRatingsState } from './season-ratings.ts';

/** Expected points; the sides' points and their total are null before the league's first game. */
export interface ExpectedPoints {
  /** The home side's final lead, and its standard deviation. */
  margin: number;
  marginDeviation: number;
  total: number | null;
  home: number | null;
  away: number | null;
}

/** Standard deviation of a logistic distribution in units of its scale. */
const DEVIATION_OF_SCALE = Math.PI / Math.sqrt(3);

/** Probability that the home side's final lead is above `line` (a handicap). Uses the same distribution as the outcomes (line 0). */
export const marginOver = ({ margin, marginDeviation }: Pick<ExpectedPoints, 'margin' | 'marginDeviation'>, line: number): number =>
  logistic(((margin - line) * DEVIATION_OF_SCALE) / marginDeviation);

export interface TotalsState {
  /** Mean total points of the league's games, its variance, and the day of the last game; null before the first game. */
  league: { mean: number; variance: number; day: number } | null;
  /** How many more points than the league's mean a team's games have. */
  pace: SeasonRatingsState;
}

/** Chosen together with those of elo-basketball.ts (docs/forecast-other-sports.md). */
const PACE: SeasonRatingParameters = { newcomerVariance: 27, newcomerGap: 0, kept: 0.57, seasonVariance: 20 };
/** Variance of a game's total around its expectation, and by how much the league's mean drifts in a day. */
const NOISE = 17 ** 2;
const DAILY_VARIANCE = 0.047;
const DAYS_MAX = 30;

/** Total points of a league's games, including overtime: the league's mean, and the pace of both teams, learned by Kalman steps. */
export function createTotals(state?: TotalsState) {
  const pace = createSeasonRatings(PACE, state?.pace);
  let league = state?.league ?? null;

  return {
    /** Expected total points; null before the first game. */
    expected({ home, away, season }: { home: string; away: string; season: string }): number | null {
      return league === null ? null : league.mean + pace.of(home, season).mean + pace.of(away, season).mean;
    },

    learn({ home, away, season, day }: { home: string; away: string; season: string; day: number }, total: number): void {
      const teamVariance = pace.of(home, season).variance + pace.of(away, season).variance;
      if (league === null) {
        league = { mean: total, variance: NOISE + teamVariance, day };
        return;
      }
      const leagueVariance = league.variance + DAILY_VARIANCE * Math.min(DAYS_MAX, Math.max(0, day - league.day));
      const certainty = 1 / (NOISE + teamVariance + leagueVariance);
      const step = (total - this.expected({ home, away, season })!) * certainty;
      for (const team of [home, away]) pace.move(team, season, step, certainty);
      const mean = league.mean + leagueVariance * step;
      league = { mean, variance: leagueVariance - leagueVariance ** 2 * certainty, day: Math.max(day, league.day) };
    },

    state: (): TotalsState => ({ league, pace: pace.state() }),
  };
}
