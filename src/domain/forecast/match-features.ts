import type { OutcomeRow } from './outcome-stack.ts';
import { logitsOf, type OutcomeLogits } from './outcomes.ts';
import type { RateRow } from './rate-stack.ts';
import type { RatedFixture } from './ratings.ts';
import { poissonOutcomes } from './score-matrix.ts';
import type { SideStakes, Stakes } from './stakes.ts';
import type { SideContext } from './team-context.ts';
import type { ExpectedRates } from './team-filter.ts';

/** What is known of a match before it is played besides the ratings. */
export interface Surroundings {
  sides: { home: SideContext; away: SideContext };
  stakes: Stakes;
}

/** A match as the stacks see it: for its outcome, and for each side's goals. */
export interface MatchFeatures {
  outcome: OutcomeRow;
  home: RateRow;
  away: RateRow;
}

/** Number of bases whose mean opinion the outcome stack corrects. */
const OFFSET_BASES = 3;
/** Number of bases whose opinions count otherwise where shots are not known. */
const SHOTS_BASES = 6;

export function featuresOf({ expected, leads }: RatedFixture, leading: ExpectedRates, { sides, stakes }: Surroundings): MatchFeatures {
  const opinions = expected.map(({ home, away }) => logitsOf(poissonOutcomes(Math.exp(home), Math.exp(away))));
  const own = expected.flatMap(({ home, away }) => [home, away]);
  const other = expected.flatMap(({ home, away }) => [away, home]);
  const level = leading.parts.level;
  const { home, away } = sides;
  return {
    outcome: {
      features: [...outcomeFeatures(opinions, sides), ...leads, ...stakesBetween(stakes)],
      offset: meanOpinion(opinions.slice(0, OFFSET_BASES)),
    },
    home: {
      features: [...own, level, ...sideFeatures(home, away), ...leads, 1, ...stakesOf(stakes.home, stakes.away, stakes)],
      offset: leading.home,
    },
    away: {
      features: [
        ...[...other, level, ...sideFeatures(away, home), ...leads.map((lead) => -lead), 0],
        ...stakesOf(stakes.away, stakes.home, stakes),
      ],
      offset: leading.away,
    },
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
    ...opinions.slice(0, SHOTS_BASES).map(({ strength }) => strength * shotsUnknown),
    Math.abs(lead),
    lead * Math.abs(lead),
    lead ** 3,
    ...sideFeatures(home, away),
  ];
}

const sideFeatures = (own: SideContext, other: SideContext): number[] => [own.newcomer, other.newcomer, own.restDays, other.restDays];

/** Number of features of what is at stake, which are the last of each row. */
export const STAKES_FEATURES = 8;

/** Differences move the strength, sums move the draw. */
const stakesBetween = ({ home, away, nearness }: Stakes): number[] => [
  home.idle - away.idle,
  home.idle + away.idle,
  home.survival - away.survival,
  home.survival + away.survival,
  home.draw - away.draw,
  home.draw + away.draw,
  home.idle * away.idle,
  nearness,
];

const stakesOf = (own: SideStakes, other: SideStakes, { nearness }: Stakes): number[] => [
  ...[own.idle, other.idle, own.survival, other.survival, own.draw, other.draw],
  own.idle * other.idle,
  nearness,
];
