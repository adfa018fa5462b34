import type { FootballForecast } from '#domain/forecast/football-model.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { ScoreProbability } from '#domain/forecast/score-matrix.ts';

/** Which model speaks of a sport, and which version of it: a new one where the same matches would give other numbers. */
export const MODEL_VERSIONS = {
  football: 'football-1',
  basketball: 'basketball-1',
  tennis: 'tennis-1',
  esports: 'esports-1',
} as const;

/** What the model says of a match, as it stands in the column `content` of `forecasts`. */
export interface StoredForecast {
  /** Of whom it speaks: with other teams in the match it is a forecast of another match. */
  home_team_id: number;
  away_team_id: number;
  /** Add up to 1; the draw is 0 where there is none. */
  outcomes: Outcomes;
  /** Past matches of the team that is known less, and of the one that is known more. */
  past_matches: { fewest: number; most: number };
  /** What each side is expected to score: goals of 90 minutes, points, sets or maps. Null where the model does not say. */
  expected: { home: number; away: number } | null;
  /** What the matrix of scores is made from; football alone. */
  football: FootballBasis | null;
}

export interface FootballBasis {
  /** Goals, before they are made to agree with the outcomes; what `matrixOf` takes. */
  rates: FootballForecast['rates'];
  /** The leading ratings' view, in logarithms. */
  leading: FootballForecast['leading'];
  /** What rest adds to each side's goals, in logarithms. */
  rest: { home: number; away: number };
  /** The three likeliest scores. */
  top: ScoreProbability[];
}
