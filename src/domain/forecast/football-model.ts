import { type Base, LEADING } from './bases.ts';
import { outcomeOf } from './evaluate.ts';
import { swapped, withoutHomeSide } from './neutral-ground.ts';
import { fitOutcomeStack, type OutcomeRow, type OutcomeStack, stackedOutcomes } from './outcome-stack.ts';
import { logitsOf, type OutcomeLogits, type Outcomes, pooledOutcomes } from './outcomes.ts';
import type { DivisionPlace, Fixture, PlayedMatch } from './played-match.ts';
import { fitRateStack, type RateRow, type RateStack, stackedRate } from './rate-stack.ts';
import { createRatings, type RatedFixture } from './ratings.ts';
import { poissonOutcomes, rescaledTo, type ScoreMatrix, scoreMatrix } from './score-matrix.ts';
import { createSeasonBook } from './season-moves.ts';
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
  /** Learns a day's matches. Pass days in order. */
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
/** Weights of the two stacks' outcomes; any share from a third to a half for the second is as good. */
const STACK_WEIGHTS = [0.6, 0.4];

/** What was known before a match, and its result. */
interface Seen {
  day: number;
  known: Known;
  goals: readonly [number, number];
}

interface View {
  leading: ExpectedRates;
  sides: { home: SideContext; away: SideContext };
  known: Known;
}

interface Known {
  outcome: OutcomeRow;
  home: RateRow;
  away: RateRow;
}

/**
 * Creates a model of the given bases, which include the leading one. `placeOf` returns a division's place in its country, or null if
 * unknown.
 */
export function createFootballModel(bases: readonly Base[], placeOf: (division: string) => DivisionPlace | null): FootballModel {
  const leading = bases.findIndex(({ name }) => name === LEADING);
  const ratings = createRatings(bases);
  const seasons = createSeasonBook(placeOf);
  const contexts = createTeamContexts();
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
    const sides = contexts.of(fixture);
    const own = rated.expected[leading]!;
    const seen = { leading: own, sides, known: knownOf(rated, own, sides) };
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
      const { known, sides } = view(fixture);
      const rated = ratings.expect(linked(fixture));
      const afterAWeek = (side: SideContext) => ({ ...side, restDays: REST_DAYS_USUAL });
      const rested = knownOf(rated, rated.expected[leading]!, { home: afterAWeek(sides.home), away: afterAWeek(sides.away) });
      return {
        home: stackedRate(rate, known.home) - stackedRate(rate, rested.home),
        away: stackedRate(rate, known.away) - stackedRate(rate, rested.away),
      };
    },

    learn(matches) {
      for (const match of matches) past.push({ day: match.day, known: view(match).known, goals: match.goals });
      views.clear();
      ratings.learn(matches.map(linked));
      for (const match of matches) contexts.learn(match);
    },

    train(day) {
      const first = past[0]?.day ?? day;
      const settled = past.filter((seen) => seen.day >= first + SETTLING_DAYS && seen.day < day);
      if (settled.length < TRAINED_ON_MIN) return;
      const weightOf = (seen: Seen) => Math.exp(-(day - seen.day) / DAYS_A_YEAR / YEARS_REMEMBERED);
      const outcome = settled.map((seen) => ({ ...seen.known.outcome, outcome: outcomeOf(...seen.goals), weight: weightOf(seen) }));
      const rate = settled.flatMap((seen) => [
        { ...seen.known.home, goals: seen.goals[0], weight: weightOf(seen) },
        { ...seen.known.away, goals: seen.goals[1], weight: weightOf(seen) },
      ]);
      stacks = { outcome: fitOutcomeStack(outcome, stacks?.outcome), rate: fitRateStack(rate, stacks?.rate) };
    },
  };
}

function knownOf({ expected, leads }: RatedFixture, leading: ExpectedRates, sides: { home: SideContext; away: SideContext }): Known {
  const opinions = expected.map(({ home, away }) => logitsOf(poissonOutcomes(Math.exp(home), Math.exp(away))));
  const own = expected.flatMap(({ home, away }) => [home, away]);
  const other = expected.flatMap(({ home, away }) => [away, home]);
  const level = leading.parts.level;
  return {
    outcome: { features: [...outcomeFeatures(opinions, sides), ...leads], offset: meanOpinion(opinions.slice(0, 3)) },
    home: { features: [...own, level, ...sideFeatures(sides.home, sides.away), ...leads, 1], offset: leading.home },
    away: { features: [...other, level, ...sideFeatures(sides.away, sides.home), ...leads.map((lead) => -lead), 0], offset: leading.away },
  };
}

function meanOpinion(opinions: readonly OutcomeLogits[]): OutcomeLogits {
  const sum = { strength: 0, level: 0 };
  for (const { strength, level } of opinions) {
    sum.strength += strength / opinions.length;
    sum.level += level / opinions.length;
  }
  return sum;
}

function outcomeFeatures(opinions: readonly OutcomeLogits[], { home, away }: { home: SideContext; away: SideContext }): number[] {
  const lead = opinions[0]!.strength;
  const shotsUnknown = 1 - Math.min(home.shotsKnown, away.shotsKnown);
  return [
    ...opinions.flatMap(({ strength, level }) => [strength, level]),
    ...opinions.slice(0, 6).map(({ strength }) => strength * shotsUnknown),
    Math.abs(lead),
    lead * Math.abs(lead),
    lead ** 3,
    ...sideFeatures(home, away),
  ];
}

const sideFeatures = (own: SideContext, other: SideContext): number[] => [own.newcomer, other.newcomer, own.restDays, other.restDays];
