import { createTotals, type ExpectedPoints, marginOver, type TotalsState } from './elo-basketball-points.ts';
import { normalisedOutcomes, type Outcomes } from './outcomes.ts';
import { createSeasonRatings, type SeasonRatingParameters, type SeasonRatingsState } from './season-ratings.ts';

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
  /** Parts of the expected margin in points: home advantage, and the standard deviation of what the model knows about both together. */
  margin: { fromHome: number; deviation: number };
}

/** The complete state of the model, as plain JSON. */
export interface BasketballState {
  strengths: SeasonRatingsState;
  /** Home advantage in points, its variance, and the day of the last game (null before the first). */
  home: { mean: number; variance: number; day: number | null };
  /** Sum of squared chance (what strengths do not explain of margins), and the number of games it covers. */
  chance: { squares: number; games: number };
  totals: TotalsState;
}

export interface Basketball {
  /** Forecasts a game without changing the model. Throws a RangeError if a team plays itself or the day is not a number. */
  forecast(fixture: BasketballFixture): BasketballForecast;
  /** Learns from a result. Throws a RangeError for impossible points and then changes nothing. */
  learn(result: BasketballResult): void;
  state(): BasketballState;
}

/**
 * One league. The expected margin is the difference in strength (in points) plus home advantage; a Kalman step moves these by every margin.
 * Pass results in order of days, and make all forecasts of a day before passing its results.
 */
export function createBasketball(state?: BasketballState, parameters: BasketballParameters = BASKETBALL_PARAMETERS): Basketball {
  const strengths = createSeasonRatings(parameters, state?.strengths);
  const totals = createTotals(state?.totals);
  let home = state?.home ?? { mean: parameters.home, variance: parameters.homeVariance, day: null };
  let chance = state?.chance ?? { squares: PRIOR_GAMES * parameters.chanceDeviation ** 2, games: PRIOR_GAMES };

  const meet = (fixture: BasketballFixture) => {
    const [host, guest] = [strengths.of(fixture.home, fixture.season), strengths.of(fixture.away, fixture.season)];
    const days = Math.min(DAYS_MAX, Math.max(0, fixture.day - (home.day ?? fixture.day)));
    const homeVariance = fixture.isNeutral ? 0 : home.variance + days * parameters.homeDailyVariance;
    const fromHome = fixture.isNeutral ? 0 : home.mean;
    return {
      fromHome,
      homeVariance,
      margin: host.mean - guest.mean + fromHome,
      variance: host.variance + guest.variance + homeVariance,
      pastMatchesFewest: Math.min(host.played, guest.played),
    };
  };

  return {
    forecast(fixture) {
      checkFixture(fixture);
      const { fromHome, margin, variance, pastMatchesFewest } = meet(fixture);
      const marginDeviation = Math.sqrt(chance.squares / chance.games + variance);
      const p = marginOver({ margin, marginDeviation }, 0);
      const total = totals.expected(fixture);
      const [homePoints, awayPoints] = total === null ? [null, null] : [(total + margin) / 2, (total - margin) / 2];
      return {
        outcomes: normalisedOutcomes({ home: p, draw: 0, away: 1 - p }),
        pastMatchesFewest,
        expected: { margin, marginDeviation, total, home: homePoints, away: awayPoints },
        margin: { fromHome, deviation: Math.sqrt(variance) },
      };
    },

    learn(result) {
      checkFixture(result);
      checkPoints(result);
      const { homeVariance, margin, variance } = meet(result);
      const error = result.homePoints - result.awayPoints - margin;
      const certainty = 1 / (chance.squares / chance.games + variance);
      strengths.move(result.home, result.season, error * certainty, certainty);
      strengths.move(result.away, result.season, -error * certainty, certainty);
      if (!result.isNeutral) {
        const mean = home.mean + homeVariance * error * certainty;
        home = { mean, variance: homeVariance - homeVariance ** 2 * certainty, day: Math.max(result.day, home.day ?? result.day) };
      }
      chance = chanceAfter(chance, error ** 2 - variance);
      totals.learn(result, result.homePoints + result.awayPoints);
    },

    state: () => ({ strengths: strengths.state(), home, chance, totals: totals.state() }),
  };
}

/** Weight of the chance assumed for a new league, and memory of the league's own, in games. */
const PRIOR_GAMES = 100;
const MEMORY_GAMES = 1_000;
const DAYS_MAX = 30;

function chanceAfter({ squares, games }: BasketballState['chance'], square: number): BasketballState['chance'] {
  const kept = Math.min(1, (MEMORY_GAMES - 1) / games);
  // A game that ends as expected would make the square negative, and many of them the sum.
  const least = -squares / games / 2;
  return { squares: kept * squares + Math.max(least, square), games: kept * games + 1 };
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

/** Fixed parameters of the model, in points and squared points. */
export interface BasketballParameters extends SeasonRatingParameters {
  /** Home advantage before any game, its variance between leagues, and the variance added in a day. */
  home: number;
  homeVariance: number;
  homeDailyVariance: number;
  /** Standard deviation of margins between teams of known strength, before any game. */
  chanceDeviation: number;
}

/**
 * Found on Euroleague and ABA games before 2018 (tools/backtest/basketball-search.ts), except for `homeVariance` and `chanceDeviation`:
 * these let other leagues differ from those two.
 */
export const BASKETBALL_PARAMETERS: BasketballParameters = {
  home: 3,
  homeVariance: 1,
  homeDailyVariance: 0.0005,
  newcomerVariance: 17,
  newcomerGap: 4,
  kept: 0.86,
  seasonVariance: 9.4,
  chanceDeviation: 11.2,
};
