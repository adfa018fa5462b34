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

/** A game of two teams of one league, by any names that stay the same. */
export interface BasketballFixture {
  home: string;
  away: string;
  /** Days since any fixed day, the same one for all. */
  day: number;
  /** Any name of the season: a team's first game under a new one draws its rating towards the league's mean. */
  season: string;
  /** Played where nobody is at home. */
  isNeutral?: boolean;
}

/** Points at the end, overtime included; never level. */
export interface BasketballResult extends BasketballFixture {
  homePoints: number;
  awayPoints: number;
}

export interface BasketballForecast {
  /** With overtime, so that draw is 0. */
  outcomes: Outcomes;
  /** Games learned from, of the team with fewer. */
  pastMatchesFewest: number;
  expected: ExpectedPoints;
  /** What it is made of, as strengths (see elo-rating.ts): the distance with home advantage, that advantage, and how unsure the ratings are. */
  distance: { total: number; fromHome: number; deviation: number };
}

interface Team {
  rating: Rating;
  season: string;
}

/** Everything the model knows, as plain JSON. */
export interface BasketballState {
  teams: [name: string, team: Team][];
  /** Home advantage, as a strength. */
  homeEdge: number;
  points: PointsState;
}

export interface Basketball {
  /** What is expected; changes nothing. Throws a RangeError for a team against itself or a day that is no number. */
  forecast(fixture: BasketballFixture): BasketballForecast;
  /** Takes a result in. Throws a RangeError for points that cannot be; then nothing has changed. */
  learn(result: BasketballResult): void;
  state(): BasketballState;
}

/**
 * How much more than an expected win a win by `margin` points says, `lead` being how much stronger the winner was thought, in
 * Elo points: FiveThirtyEight's (2015, "How we calculate NBA Elo ratings"). The divisor keeps favourites, who win by more, from being overrated.
 */
export const marginMultiplier = (margin: number, lead: number): number => (margin + 3) ** 0.8 / Math.max(2, 7.5 + 0.006 * lead);

/**
 * One league, by FiveThirtyEight's NBA Elo: 20 times its multiplier for every game, home advantage, a quarter of the way back to
 * the mean between seasons. Beyond it each rating has its own uncertainty: the drift is such that an established team moves by
 * their 20, a newcomer faster, and its forecasts are nearer to even.
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
      // A distance in Elo points is worth what it is worth between established teams: only uncertainty beyond theirs is added.
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

/** A quarter of the way back to the mean, and as unsure as a quarter of a newcomer makes it. */
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

/** Far more than any side ever had. */
const POINTS_MAX = 400;

function checkPoints({ homePoints, awayPoints }: BasketballResult): void {
  const areCounts = [homePoints, awayPoints].every((points) => Number.isInteger(points) && points >= 0 && points <= POINTS_MAX);
  if (!areCounts || homePoints === awayPoints) throw new RangeError(`A game of basketball cannot end ${homePoints}-${awayPoints}`);
}

/** What the basketball model takes as given; strengths as in elo-rating.ts. */
interface BasketballParameters {
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

const BASKETBALL_PARAMETERS: BasketballParameters = {
  newcomerVariance: (100 / ELO_POINTS) ** 2,
  establishedVariance: ESTABLISHED,
  dailyVariance: DRIFT_PER_GAME / DAYS_BETWEEN_GAMES,
  daysMax: 30,
  kept: KEPT,
  homeEdge: HOME_EDGE,
  homeStep: 0.5 / ELO_POINTS,
};
