import type { ExpectedPoints } from '#domain/forecast/elo-basketball-points.ts';
import type { FootballForecast } from '#domain/forecast/football-model.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { ScoreProbability } from '#domain/forecast/score-matrix.ts';
import type { SeriesFormat } from '#domain/matches/series-format.ts';

/** Model and version per sport; the version changes when the same matches would give other numbers. */
export const MODEL_VERSIONS = {
  football: 'football-2',
  basketball: 'basketball-2',
  tennis: 'tennis-2',
  esports: 'esports-2',
} as const;

/** The model's forecast of a match, stored in the column `content` of `forecasts`. */
export interface StoredForecast {
  /** Teams that the forecast is about: it is void for the match with other teams. */
  home_team_id: number;
  away_team_id: number;
  /** Format of the match that it was made for, void for another one; null if it was unknown. */
  format: SeriesFormat | null;
  /** Probabilities with the sum 1; the draw is 0 if there is none. */
  outcomes: Outcomes;
  /** Number of past matches of the less and the better known team. */
  past_matches: { fewest: number; most: number };
  /** Expected goals of 90 minutes, points, sets or maps of each side; null if the model does not estimate them. */
  expected: { home: number; away: number } | null;
  /** What the matrix of scores is calculated from; football only. */
  football: FootballBasis | null;
  /** What the probability in play is calculated from; basketball only, and absent in forecasts of earlier versions. */
  points?: ExpectedPoints;
}

interface FootballBasis {
  /** Expected goals before they are adjusted to the outcomes; input of `matrixOf`. */
  rates: FootballForecast['rates'];
  /** View of the leading ratings, in logarithms. */
  leading: FootballForecast['leading'];
  /** Effect of rest on each side's goals, in logarithms. */
  rest: { home: number; away: number };
  /** The three likeliest scores. */
  top: ScoreProbability[];
}

/** Returns the topic of replies about a match's forecast, which is the topic of the match. */
export const forecastTopic = (matchId: number): string => `match:${matchId}`;

/** Returns the topic of replies about how a league's season may end. */
export const outlookTopic = (leagueId: number): string => `outlook:${leagueId}`;
