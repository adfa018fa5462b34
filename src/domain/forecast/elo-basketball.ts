import { createPoints, type ExpectedPoints, type PointsState } from './elo-basketball-points.ts';
import {
  aged,
  distanceVariance,
  ELO_POINTS,
  type Evidence,
  learned,
  logistic,
  logit,
  newcomer,
  type Rating,
  spread,
} from './elo-rating.ts';
import { normalisedOutcomes, type Outcomes } from './outcomes.ts';

/** A game between two teams of one league. Team names can be any stable strings. */
export interface BasketballFixture {
  home: string;
  away: string;
  /** Days since a fixed day of the caller's choice, the same for all games. */
  day: number;
  /** Any name for the season. A team's first game under a new name moves its rating towards the league's mean. */
  season: string;
  /** Whether the game is on neutral ground. */
  isNeutral?: boolean;
}

/** Final points including overtime; never level. */
export interface BasketballResult extends BasketballFixture {
  homePoints: number;
  awayPoints: number;
}

export interface BasketballForecast {
  /** Include overtime, so the draw is 0. */
  outcomes: Outcomes;
  /** Number of games learned from, for the team with fewer. */
  pastMatchesFewest: number;
  expected: ExpectedPoints;
  /**
   * Components of the forecast, as strengths (see elo-rating.ts): distance with home advantage, that advantage, and the deviation of the
   * distance.
   */
  distance: { total: number; fromHome: number; deviation: number };
}

interface Team {
  rating: Rating;
  season: string;
}

/** The complete state of the model, as plain JSON. */
export interface BasketballState {
  teams: [name: string, team: Team][];
  /** Home advantage, as a strength. */
  homeEdge: number;
  points: PointsState;
}

export interface Basketball {
  /** Forecasts a game without changing the model. Throws a RangeError if a team plays itself or the day is not a number. */
  forecast(fixture: BasketballFixture): BasketballForecast;
  /** Learns from a result. Throws a RangeError for impossible points and then changes nothing. */
  learn(result: BasketballResult): void;
  state(): BasketballState;
}

/**
 * Weight of a win by `margin` points when the winner was rated `lead` Elo points stronger. The formula is FiveThirtyEight's (2015, "How we
 * calculate NBA Elo ratings"). The divisor keeps favourites, who win by more, from being overrated.
 */
export const marginMultiplier = (margin: number, lead: number): number => (margin + 3) ** 0.8 / Math.max(2, 7.5 + 0.006 * lead);

/**
 * One league, after FiveThirtyEight's NBA Elo: 20 times its multiplier for every game, home advantage, and a quarter of the way back to the
 * mean between seasons. In addition, each rating has its own uncertainty. The drift is set so that an established team moves by
 * FiveThirtyEight's 20; a newcomer moves faster, and its forecasts are closer to even.
 */
export function createBasketball(state?: BasketballState, parameters: BasketballParameters = BASKETBALL_PARAMETERS): Basketball {
  const teams = new Map(state?.teams);
  const points = createPoints(state?.points);
  let homeEdge = state?.homeEdge ?? parameters.homeEdge;

  const ratingOf = (name: string, { day, season }: BasketballFixture): Rating => {
    const known = teams.get(name);
    if (known === undefined) return newcomer([0], [[parameters.newcomerVariance]], day);
    const rating = aged(known.rating, day, [[parameters.dailyVariance]], parameters.daysMax);
    return known.season === season ? rating : betweenSeasons(rating, parameters);
  };
  const meet = (fixture: BasketballFixture) => {
    const [home, away] = [ratingOf(fixture.home, fixture), ratingOf(fixture.away, fixture)];
    const fromHome = fixture.isNeutral ? 0 : homeEdge;
    return { home, away, fromHome, total: home.mean[0]! - away.mean[0]! + fromHome, variance: distanceVariance(home, away, 0) };
  };

  return {
    forecast(fixture) {
      checkFixture(fixture);
      const { home, away, fromHome, total, variance } = meet(fixture);
      // Elo distances are calibrated between established teams, so only uncertainty beyond theirs is added.
      const p = winProbability(total, variance - 2 * parameters.establishedVariance);
      return {
        outcomes: normalisedOutcomes({ home: p, draw: 0, away: 1 - p }),
        pastMatchesFewest: Math.min(home.played, away.played),
        expected: points.expected(fixture.home, fixture.away, logit(p)),
        distance: { total, fromHome, deviation: Math.sqrt(variance) },
      };
    },

    learn(result) {
      checkFixture(result);
      checkPoints(result);
      const { home, away, total } = meet(result);
      const evidence = evidenceOf(result, total);
      const [homeAfter, awayAfter] = learned(home, away, 0, evidence, 0);
      teams.set(result.home, { rating: homeAfter, season: result.season });
      teams.set(result.away, { rating: awayAfter, season: result.season });
      if (!result.isNeutral) homeEdge += parameters.homeStep * evidence.slope;
      points.learn(result, total);
    },

    state: () => ({ teams: [...teams], homeEdge, points: points.state() }),
  };
}

/** Moves a rating a quarter of the way back to the mean, and adds the matching share of a newcomer's uncertainty. */
function betweenSeasons(rating: Rating, { kept, newcomerVariance }: BasketballParameters): Rating {
  const variance = kept ** 2 * rating.covariance[0]![0]! + (1 - kept ** 2) * newcomerVariance;
  return { ...rating, mean: [kept * rating.mean[0]!], covariance: [[variance]] };
}

function winProbability(distance: number, variance: number): number {
  return spread(distance, variance).reduce((sum, { strength, weight }) => sum + weight * logistic(strength), 0);
}

function evidenceOf({ homePoints, awayPoints }: BasketballResult, total: number): Evidence {
  const hasWon = homePoints > awayPoints;
  const p = logistic(total);
  const multiplier = marginMultiplier(Math.abs(homePoints - awayPoints), (hasWon ? total : -total) * ELO_POINTS);
  return { slope: multiplier * ((hasWon ? 1 : 0) - p), information: p * (1 - p) };
}

function checkFixture({ home, away, day }: BasketballFixture): void {
  if (home === away) throw new RangeError(`${home} cannot play against itself`);
  if (!Number.isFinite(day)) throw new RangeError(`There is no day ${day}`);
}

/** Far above the points of any real game. */
const POINTS_MAX = 400;

function checkPoints({ homePoints, awayPoints }: BasketballResult): void {
  const areCounts = [homePoints, awayPoints].every((points) => Number.isInteger(points) && points >= 0 && points <= POINTS_MAX);
  if (!areCounts || homePoints === awayPoints) throw new RangeError(`A game of basketball cannot end ${homePoints}-${awayPoints}`);
}

/** Fixed parameters of the basketball model; strengths as in elo-rating.ts. */
interface BasketballParameters {
  /** Variance of strengths between teams, used for newcomers. */
  newcomerVariance: number;
  /** Variance of an established team's rating, where learning and drift balance. */
  establishedVariance: number;
  /** Variance added per day, and the number of days after which no more is added: summers are covered by `kept`. */
  dailyVariance: number;
  daysMax: number;
  /** Share of a rating that is kept over the summer. */
  kept: number;
  /** Home advantage before any game, and the step by which one game moves it. */
  homeEdge: number;
  homeStep: number;
}

/** FiveThirtyEight's parameters for the NBA, in Elo points: K 20, home advantage 100, three quarters kept between seasons. */
const STEP = 20 / ELO_POINTS;
const HOME_EDGE = 100 / ELO_POINTS;
const KEPT = 0.75;

/** Information of a typical game, p(1 - p) with the favourite at 70%, and days between a team's games. */
const INFORMATION = 0.21;
const DAYS_BETWEEN_GAMES = 2.1;

/** The filter's gain is P / (1 + 2PI). This is the P whose gain equals the step, and then the drift that keeps it constant. */
const ESTABLISHED = STEP / (1 - 2 * STEP * INFORMATION);
const DRIFT_PER_GAME = (ESTABLISHED ** 2 * INFORMATION) / (1 + 2 * ESTABLISHED * INFORMATION);

const BASKETBALL_PARAMETERS: BasketballParameters = {
  newcomerVariance: (100 / ELO_POINTS) ** 2,
  establishedVariance: ESTABLISHED,
  dailyVariance: DRIFT_PER_GAME / DAYS_BETWEEN_GAMES,
  daysMax: 30,
  kept: KEPT,
  homeEdge: HOME_EDGE,
  homeStep: 0.5 / ELO_POINTS,
};
