import { LEADING, PRICE_BASES, STATISTICS_BASES } from './bases.ts';
import { type Label, labelOf } from './labels.ts';
import { featuresOf, type MatchFeatures, STAKES_FEATURES, type Surroundings } from './match-features.ts';
import { swapped, withoutHomeSide } from './neutral-ground.ts';
import { fitOutcomeStack, type OutcomeStack, stackedOutcomes } from './outcome-stack.ts';
import { type Outcomes, pooledOutcomes } from './outcomes.ts';
import { type DivisionPlace, type Fixture, inFixedOrder, type PlayedMatch } from './played-match.ts';
import { fitRateStack, type RateStack, stackedRate } from './rate-stack.ts';
import { createRatings } from './ratings.ts';
import { poissonOutcomes, rescaledTo, type ScoreMatrix, scoreMatrix } from './score-matrix.ts';
import type { FormatOf } from './season-format.ts';
import { createSeasonBook } from './season-moves.ts';
import { createStakes } from './stakes.ts';
import { createTeamContexts, REST_DAYS_USUAL, type SideContext } from './team-context.ts';
import type { ExpectedRates } from './team-filter.ts';

/** The model's forecast of a match. */
export interface FootballForecast {
  outcomes: Outcomes;
  /** Expected goals of each side in 90 minutes. */
  rates: { home: number; away: number };
  /** The leading base's rates, in parts that add up. */
  leading: ExpectedRates;
  /** Number of past matches of the team with fewer. */
  pastMatchesFewest: number;
}

export interface FootballModel {
  /** Sets the teams of a division's season. Call it before the first match; repeated calls change nothing. */
  startSeason(division: string, season: number, teams: Iterable<string>): void;
  forecast(fixture: Fixture): FootballForecast;
  /** Effect of rest on ln of each side's goals, compared with a week for both; 0 before the first training. */
  restEffects(fixture: Fixture): { home: number; away: number };
  /** Learns a day's matches, which may be in any order. Pass days in order. */
  learn(matches: readonly PlayedMatch[]): void;
  /**
   * Recomputes the weights of the bases from their past performance. Takes seconds for tens of thousands of matches. Before the first
   * training, or with fewer than 500 past matches, the model uses the mean of the bases.
   */
  train(day: number): void;
}

/**
 * Distribution of scores around their rates: slightly narrower than Poisson, which needs a smaller correction of low draws. Fitted on the
 * seasons up to 2017-18.
 */
const SCORE_LOW_SCORES = -0.03;
const SCORE_DISPERSION = 1.07;

/** The score matrix that agrees with the forecast outcomes. */
export const matrixOf = ({ outcomes, rates }: Pick<FootballForecast, 'outcomes' | 'rates'>): ScoreMatrix =>
  rescaledTo(scoreMatrix(rates.home, rates.away, SCORE_LOW_SCORES, SCORE_DISPERSION), outcomes);

const TRAINED_ON_MIN = 500;
/** Ratings settle in their first year, so forecasts from that time are not used for training. */
const SETTLING_DAYS = 330;
/** The weight of a season is e^(-1/6) of the next season's. */
const YEARS_REMEMBERED = 6;
const DAYS_A_YEAR = 365.25;
/** Weights of the two stacks' outcomes; any share from a third to two thirds is as good. */
const STACK_WEIGHTS = [0.5, 0.5];
/**
 * Ridge penalties of the stacks, by what they learn from. The ratings are alike, so a high penalty leaves the mean opinion alone unless much
 * speaks against it; what is at stake is another matter. Closing prices say how strong both sides were with much less noise than results,
 * so that weights need less shrinking.
 */
const RIDGES = {
  results: { outcome: { all: 300, last: { features: STAKES_FEATURES, ridge: 100 } }, rate: { all: 300 } },
  prices: { outcome: { all: 15 }, rate: { all: 25 } },
};

/** What was known before a match, and what it taught. */
interface Seen {
  day: number;
  known: MatchFeatures;
  label: Label;
}

interface View extends Surroundings {
  leading: ExpectedRates;
  known: MatchFeatures;
}

export interface FootballModelOptions {
  /** Whether closing prices of past matches are learned from, where there are any. Prices of the match itself are never looked at. */
  usesPrices: boolean;
  /** Returns a division's place in its country; null if unknown. */
  placeOf(division: string): DivisionPlace | null;
  formatOf: FormatOf;
}

export function createFootballModel({ usesPrices, placeOf, formatOf }: FootballModelOptions): FootballModel {
  const bases = usesPrices ? [...STATISTICS_BASES, ...PRICE_BASES] : STATISTICS_BASES;
  const leading = bases.findIndex(({ name }) => name === LEADING);
  const ratings = createRatings(bases);
  const seasons = createSeasonBook(placeOf);
  const contexts = createTeamContexts();
  const decided = createStakes(formatOf);
  const ridges = usesPrices ? RIDGES.prices : RIDGES.results;
  const past: Seen[] = [];
  let stacks: { outcome: OutcomeStack; rate: RateStack } | null = null;

  // A fixture is forecast and, once played, learned from. Its view does not change in between.
  const views = new Map<Fixture, View>();
  /** Links the divisions of the two sides of a cup match. */
  const linked = <F extends Fixture>(fixture: F): F => {
    const tiersAbove = seasons.tiersAbove(fixture.division, fixture.home, fixture.away);
    return tiersAbove === 0 ? fixture : { ...fixture, tiersAbove };
  };
  const view = (fixture: Fixture): View => {
    const kept = views.get(fixture);
    if (kept !== undefined) return kept;
    const rated = ratings.expect(linked(fixture));
    const surroundings = { sides: contexts.of(fixture), stakes: decided.of(fixture) };
    const own = rated.expected[leading]!;
    const seen = { ...surroundings, leading: own, known: featuresOf(rated, own, surroundings) };
    views.set(fixture, seen);
    return seen;
  };

  const forecastOf = (fixture: Fixture): FootballForecast => {
    const { sides, known, leading: own } = view(fixture);
    const rates = {
      home: Math.exp(stacks === null ? known.home.offset : stackedRate(stacks.rate, known.home)),
      away: Math.exp(stacks === null ? known.away.offset : stackedRate(stacks.rate, known.away)),
    };
    const byScores = poissonOutcomes(rates.home, rates.away);
    const outcomes = stacks === null ? byScores : pooledOutcomes([stackedOutcomes(stacks.outcome, known.outcome), byScores], STACK_WEIGHTS);
    return { outcomes, rates, leading: own, pastMatchesFewest: Math.min(sides.home.matches, sides.away.matches) };
  };

  return {
    startSeason(division, season, teams) {
      const start = seasons.start(division, season, teams);
      if (start === null) return;
      views.clear();
      ratings.startSeason(start);
      contexts.startSeason(start);
    },

    forecast: (fixture) => (fixture.neutral ? withoutHomeSide(forecastOf(fixture), forecastOf(swapped(fixture))) : forecastOf(fixture)),

    restEffects(fixture) {
      if (stacks === null) return { home: 0, away: 0 };
      const { rate } = stacks;
      const { known, sides, stakes } = view(fixture);
      const rated = ratings.expect(linked(fixture));
      const afterAWeek = (side: SideContext) => ({ ...side, restDays: REST_DAYS_USUAL });
      const rested = featuresOf(rated, rated.expected[leading]!, {
        sides: { home: afterAWeek(sides.home), away: afterAWeek(sides.away) },
        stakes,
      });
      return {
        home: stackedRate(rate, known.home) - stackedRate(rate, rested.home),
        away: stackedRate(rate, known.away) - stackedRate(rate, rested.away),
      };
    },

    learn(unordered) {
      // Ratings learn one match after another, so the order within a day must not depend on how it was told.
      const matches = inFixedOrder(unordered);
      for (const match of matches)
        past.push({ day: match.day, known: view(match).known, label: labelOf(match, ratings.worthOf(match, bases[leading]!), usesPrices) });
      views.clear();
      ratings.learn(matches.map(linked));
      for (const match of matches) {
        contexts.learn(match);
        decided.learn(match);
      }
    },

    train(day) {
      const first = past[0]?.day ?? day;
      const settled = past.filter((seen) => seen.day >= first + SETTLING_DAYS && seen.day < day);
      if (settled.length < TRAINED_ON_MIN) return;
      const weightOf = (seen: Seen) => Math.exp(-(day - seen.day) / DAYS_A_YEAR / YEARS_REMEMBERED);
      const outcome = settled.map((seen) => ({ ...seen.known.outcome, target: seen.label.outcomes, weight: weightOf(seen) }));
      const rate = settled.flatMap((seen) => [
        { ...seen.known.home, goals: seen.label.goals[0], weight: weightOf(seen) },
        { ...seen.known.away, goals: seen.label.goals[1], weight: weightOf(seen) },
      ]);
      stacks = {
        outcome: fitOutcomeStack(outcome, ridges.outcome, stacks?.outcome),
        rate: fitRateStack(rate, ridges.rate, stacks?.rate),
      };
    },
  };
}
