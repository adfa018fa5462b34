import type { Outcomes } from './outcomes.ts';
import type { Pair } from './played-match.ts';
import { poissonOutcomes } from './score-matrix.ts';
import { createTeamFilter, type ExpectedRates } from './team-filter.ts';
import type { FilterSettings } from './team-state.ts';

/** A match of two national teams before it is played. */
export interface NationalFixture {
  /** Whole days since 1 January 1970. A day is forecast as a whole, before any of its results. */
  day: number;
  home: string;
  away: string;
  /** Whether neither side plays at home, as in most matches of a final tournament. */
  neutral: boolean;
  /** A friendly or a tournament of less weight than qualifiers: it says less about a team, which tries out players. */
  isMinor: boolean;
}

export interface PlayedNational extends NationalFixture {
  /** Goals in 90 minutes. */
  goals: Pair;
}

export interface NationalForecast {
  outcomes: Outcomes;
  /** Expected goals of each side in 90 minutes. */
  rates: { home: number; away: number };
  /** The terms of the rates. */
  leading: ExpectedRates;
}

export interface NationalModel {
  /** Returns the forecast without changing the model. Unknown teams count as average. */
  forecast(fixture: NationalFixture): NationalForecast;
  /** Learns a day's matches. Pass days in order. */
  learn(matches: readonly PlayedNational[]): void;
}

/**
 * Settings of the ratings: random search for the lowest log loss of the outcomes of 2009 to 2016, friendlies and small tournaments weighted
 * by a half (docs/forecast.md#national-teams-and-cups). `noise` is that of competitive matches, `noiseOfGoals` that of minor ones. Form
 * fades in 24 years, so it is a second part that moves faster. National teams have no seasons and no divisions.
 */
const NATIONS: Omit<FilterSettings, 'spread'> = {
  noise: 0.81,
  noiseOfGoals: 1.36,
  formVariance: 0.156,
  formDays: 8900,
  variance: 0.77,
  seasonVariance: 0,
  seasonKept: 1,
  correlation: 0.95,
  levelStep: 0.0106,
  levelStepAtFirst: 0.0106,
  homeStep: 0.00047,
  promoted: [0, 0],
  relegated: [0, 0],
  unknown: [0, 0],
  moveKept: 1,
  newcomerVariance: 1,
  edgeVariance: 0.078,
  edgeDrift: 1.7e-9,
  edgeKept: 1,
};

/**
 * Factors on differences of strength: teams show them less in minor matches. Both halves of 2009 to 2016 agree on these (least log loss at
 * 1.17 and 1.17, and at 1 and 1).
 */
const SPREAD = { competitive: 1.17, minor: 0.98 };

/** More goals of a side count as four: the fifth says more about an opponent that has given up. */
const GOALS_COUNTED = 4;

/** All national teams are rated in one division. */
const DIVISION = 'nations';

const asFixture = ({ day, home, away, neutral }: NationalFixture) => ({ day, home, away, neutral, division: DIVISION, season: 0 });

/**
 * Creates a model of national teams: attack and defence of each, updated with every match, in one rating of the world. Of all the ratings
 * of clubs one is enough here: Elo's beside it do not improve it.
 */
export function createNationalModel(): NationalModel {
  // Both learn the same. They differ in what they expect of a match.
  const competitive = createTeamFilter({ ...NATIONS, spread: SPREAD.competitive });
  const minor = createTeamFilter({ ...NATIONS, spread: SPREAD.minor });
  return {
    forecast(fixture) {
      const leading = (fixture.isMinor ? minor : competitive).expect(asFixture(fixture));
      const rates = { home: Math.exp(leading.home), away: Math.exp(leading.away) };
      return { outcomes: poissonOutcomes(rates.home, rates.away), rates, leading };
    },
    learn(matches) {
      for (const match of matches) {
        const [home, away] = match.goals.map((goals) => Math.min(GOALS_COUNTED, goals)) as [number, number];
        for (const filter of [competitive, minor]) filter.learn(asFixture(match), { home, away, counted: !match.isMinor });
      }
    },
  };
}
