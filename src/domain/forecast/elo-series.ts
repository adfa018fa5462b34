import { type Evidence, logistic, spread } from './elo-rating.ts';
import { normalisedOutcomes, type Outcomes } from './outcomes.ts';

/**
 * Matches that are won by parts, each by itself: sets of tennis, maps of esports. Parts are taken to be independent given how
 * likely a side is to win one; that they are not quite is for the day's variance of the model that calls this.
 */
export interface SeriesScore {
  home: number;
  away: number;
  probability: number;
}

/** How a match is made up of parts: `race` ends when one side has won more than half of `parts`; without it all are played, and an even number may end level. */
export interface SeriesFormat {
  parts: number;
  race: boolean;
}

const PARTS_MAX = 9;

/** Throws a RangeError for what is no match: parts not from 1 to 9, or a race to half of an even number. */
export function checkedFormat({ parts, race }: SeriesFormat): SeriesFormat {
  if (!(Number.isInteger(parts) && parts >= 1 && parts <= PARTS_MAX)) throw new RangeError(`No match has ${parts} parts`);
  if (race && parts % 2 === 0) throw new RangeError(`Nobody can win a race of ${parts} parts when it is level`);
  return { parts, race };
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/** Every score a match can end with, when home wins a part with probability `p` (0 to 1): binomial, or negative binomial for a race. Adds up to 1. */
export function seriesScores({ parts, race }: SeriesFormat, p: number): SeriesScore[] {
  const score = (home: number, away: number, ways: number): SeriesScore => ({
    home,
    away,
    probability: ways * p ** home * (1 - p) ** away,
  });
  if (!race) return Array.from({ length: parts + 1 }, (_, away) => score(parts - away, away, choose(parts, away)));
  const needed = (parts + 1) / 2;
  const lost = Array.from({ length: needed }, (_, n) => n);
  // The last part is the winner's: the loser's may be any of those before.
  return [
    ...lost.map((n) => score(needed, n, choose(needed - 1 + n, n))),
    ...lost.map((n) => score(n, needed, choose(needed - 1 + n, n))).reverse(),
  ];
}

export interface SeriesForecast {
  /** A draw only where the match may end level. */
  outcomes: Outcomes;
  /** Parts that each side is expected to win. */
  expected: { home: number; away: number };
  /** Every score it can end with; adds up to 1. */
  scores: SeriesScore[];
}

/**
 * A match between two sides whose strengths are `distance` apart, as far as is known (`variance`): the mean over what it may
 * be. Parts of a match go together, as they share what is not known before it.
 */
export function seriesForecast(format: SeriesFormat, distance: number, variance: number): SeriesForecast {
  const scores = seriesScores(format, 0.5).map((score) => ({ ...score, probability: 0 }));
  for (const { strength, weight } of spread(distance, variance))
    seriesScores(format, logistic(strength)).forEach((score, i) => {
      scores[i]!.probability += weight * score.probability;
    });
  return { ...summaryOf(scores), scores };
}

function summaryOf(scores: readonly SeriesScore[]): Pick<SeriesForecast, 'outcomes' | 'expected'> {
  const outcomes = { home: 0, draw: 0, away: 0 };
  const expected = { home: 0, away: 0 };
  for (const { home, away, probability } of scores) {
    outcomes[home > away ? 'home' : home < away ? 'away' : 'draw'] += probability;
    expected.home += home * probability;
    expected.away += away * probability;
  }
  return { outcomes: normalisedOutcomes(outcomes), expected };
}

/** What parts won by each side say of the distance between two strengths that were thought `distance` apart. */
export function seriesEvidence(distance: number, home: number, away: number): Evidence {
  const p = logistic(distance);
  return { slope: home - (home + away) * p, information: (home + away) * p * (1 - p) };
}

/** Whether parts won by each side can be how such a match ended, or where it stood when it was broken off (`isOver` false). */
export function isSeriesScore({ parts, race }: SeriesFormat, home: number, away: number, isOver: boolean): boolean {
  if (![home, away].every((won) => Number.isInteger(won) && won >= 0)) return false;
  if (!race) return isOver ? home + away === parts : home + away < parts;
  const needed = (parts + 1) / 2;
  return Math.min(home, away) < needed && (isOver ? Math.max(home, away) === needed : Math.max(home, away) < needed);
}
