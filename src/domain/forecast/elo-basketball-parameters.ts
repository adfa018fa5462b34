import { ELO_POINTS } from './elo-rating.ts';

/** What the basketball model takes as given; strengths as in elo-rating.ts. */
export interface BasketballParameters {
  /** Variance of teams' strengths, which a newcomer's has. */
  newcomerVariance: number;
  /** Variance of an established team's rating: where learning and drift are level. */
  establishedVariance: number;
  /** Variance that a day adds, and the days after which no more is added: a summer is for `kept`. */
  dailyVariance: number;
  daysMax: number;
  /** Share of a rating that outlives a summer. */
  kept: number;
  /** Home advantage before any game, and how far one game moves it. */
  homeEdge: number;
  homeStep: number;
}

/** FiveThirtyEight's for the NBA, in Elo points: K 20, home advantage 100, three quarters kept between seasons. */
const STEP = 20 / ELO_POINTS;
const HOME_EDGE = 100 / ELO_POINTS;
const KEPT = 0.75;

/** Information of a game between teams as they usually meet, p(1 - p) with the favourite at 70%, and days between a team's games. */
const INFORMATION = 0.21;
const DAYS_BETWEEN_GAMES = 2.1;

/** A filter's gain is P / (1 + 2PI): that which makes it the step, and the drift that keeps it there. */
const ESTABLISHED = STEP / (1 - 2 * STEP * INFORMATION);
const DRIFT_PER_GAME = (ESTABLISHED ** 2 * INFORMATION) / (1 + 2 * ESTABLISHED * INFORMATION);

export const BASKETBALL_PARAMETERS: BasketballParameters = {
  newcomerVariance: (100 / ELO_POINTS) ** 2,
  establishedVariance: ESTABLISHED,
  dailyVariance: DRIFT_PER_GAME / DAYS_BETWEEN_GAMES,
  daysMax: 30,
  kept: KEPT,
  homeEdge: HOME_EDGE,
  homeStep: 0.5 / ELO_POINTS,
};
