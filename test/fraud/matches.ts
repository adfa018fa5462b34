import { integer, pickWeighted, type Random, shuffle } from '#demo/seeded-random.ts';
import type { Score } from '#domain/matches/score.ts';
import type { Pick as Outcome } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import type { BetLeg, PlacedBet } from '#domain/settlement/settlement.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { uuid } from './people.ts';

export const OUTCOMES: readonly Outcome[] = ['home', 'draw', 'away'];

/** Teams of the world; matches draw two of them. */
export const TEAMS = 120;
/**
 * Matches of a day by popularity: those that all users bet on, those with some dozens of bets, and those with a handful or none, where
 * passing on points costs nothing. Of 1,000 honest bets about 950, 45 and 5 go to the three.
 */
const TIERS = [
  { tier: 'popular', matches: 14 },
  { tier: 'middling', matches: 5 },
  { tier: 'quiet', matches: 36 },
] as const;
type Tier = (typeof TIERS)[number]['tier'];
/** The factor by which prices raise the outcomes' probabilities, as with `FIXED_MARGIN_PERCENT`. */
const MARGIN = 1.06;

export interface Contest {
  id: string;
  market: Market;
  match: Match;
  bets: Map<string, WorldBet>;
  staked: Record<Outcome, number>;
}

/** A bet and its user; stakes on the same outcome are added as legs. */
export interface WorldBet extends PlacedBet {
  pick: Outcome;
  legs: BetLeg[];
}

export interface Match {
  id: number;
  kickoffAt: number;
  endsAt: number;
  teams: readonly [number, number];
  /** Probabilities of home, draw and away. */
  chances: readonly [number, number, number];
  /** Decimal odds in hundredths, by outcome. */
  odds: Record<Outcome, number>;
  score: Score;
  /** The relative number of honest bets on it. */
  popularity: number;
  tier: Tier;
  pool: Contest;
  fixed: Contest;
}

/** Draws the matches of a day that begins at `dayStart` (UTC midnight), between noon and nine in the evening. */
export function drawMatches(random: Random, dayStart: number, firstId: number): Match[] {
  const teams = shuffle(
    random,
    Array.from({ length: TEAMS }, (_, n) => n + 1),
  );
  const tiers = TIERS.flatMap(({ tier, matches }) => Array.from({ length: matches }, () => tier));
  return tiers.map((tier, n) => {
    // The first is the match of the day, in the evening, which all users bet on.
    const kickoffAt = dayStart + (n === 0 ? 20.75 * HOUR_MS : integer(random, 48, 81) * 15 * MINUTE_MS);
    const popularity = POPULARITY[tier](random, n);
    return drawMatch(random, { id: firstId + n, kickoffAt, popularity, tier, teams: [teams[2 * n]!, teams[2 * n + 1]!] });
  });
}

const POPULARITY: Record<Tier, (random: Random, rank: number) => number> = {
  popular: (_, rank) => 1 / (1 + 0.45 * rank),
  middling: (random) => 0.02 + 0.05 * random(),
  quiet: (random) => 0.0002 + 0.0012 * random(),
};

function drawMatch(random: Random, given: Pick<Match, 'id' | 'kickoffAt' | 'popularity' | 'tier' | 'teams'>): Match {
  const home = 0.18 + 0.6 * random();
  const draw = (1 - home) * (0.3 + 0.25 * random());
  const chances = [home, draw, 1 - home - draw] as const;
  const score = SCORES[pickWeighted(random, chances)]!;
  const price = (chance: number) => Math.min(5_000, Math.max(101, Math.floor(100 / (chance * MARGIN))));
  const odds = { home: price(chances[0]), draw: price(chances[1]), away: price(chances[2]) };
  const match = { ...given, endsAt: given.kickoffAt + 2 * HOUR_MS, chances, odds, score } as Match;
  match.pool = openContest(random, match, 'wdl');
  match.fixed = openContest(random, match, '1x2');
  return match;
}

const SCORES: readonly Score[] = [
  [1, 0],
  [1, 1],
  [0, 1],
];

const openContest = (random: Random, match: Match, market: Market): Contest => ({
  id: uuid(random, match.kickoffAt - DAY_MS),
  market,
  match,
  bets: new Map(),
  staked: { home: 0, draw: 0, away: 0 },
});

/** Returns the total stake of a bet. */
export const stakeOf = (bet: WorldBet): number => bet.legs.reduce((sum, { stake }) => sum + stake, 0);

/** Returns the outcomes from the likeliest to the least likely. */
export const byChance = (match: Match): Outcome[] =>
  OUTCOMES.toSorted((a, b) => match.chances[OUTCOMES.indexOf(b)]! - match.chances[OUTCOMES.indexOf(a)]!);
