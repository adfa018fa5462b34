import { formatFault, type SeriesFormat } from '#domain/matches/series-format.ts';
import { logistic, spread } from './elo-rating.ts';
import { normalisedOutcomes, type Outcomes } from './outcomes.ts';

/**
 * Matches decided by separately won parts: sets of tennis, maps of esports. Parts are treated as independent given the probability of
 * winning one. The day variance of the calling model accounts for the remaining dependence.
 */
export interface SeriesScore {
  home: number;
  away: number;
  probability: number;
}

export type { SeriesFormat };

/** Throws a RangeError for invalid formats: parts outside 1 to 9, or a race with an even number of parts. */
export function checkedFormat({ parts, race }: SeriesFormat): SeriesFormat {
  const fault = formatFault({ parts, race });
  if (fault === 'parts_out_of_range') throw new RangeError(`No match has ${parts} parts`);
  if (fault === 'race_of_even_parts') throw new RangeError(`Nobody can win a race of ${parts} parts when it is level`);
  return { parts, race };
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

/**
 * Every possible final score if the home side wins a part with probability `p` (0 to 1): binomial, or negative binomial for a race. The
 * probabilities add up to 1.
 */
export function seriesScores({ parts, race }: SeriesFormat, p: number): SeriesScore[] {
  const score = (home: number, away: number, ways: number): SeriesScore => ({
    home,
    away,
    probability: ways * p ** home * (1 - p) ** away,
  });
  if (!race) return Array.from({ length: parts + 1 }, (_, away) => score(parts - away, away, choose(parts, away)));
  const needed = (parts + 1) / 2;
  const lost = Array.from({ length: needed }, (_, n) => n);
  // The winner takes the last part; the loser's parts are any of those before.
  return [
    ...lost.map((n) => score(needed, n, choose(needed - 1 + n, n))),
    ...lost.map((n) => score(n, needed, choose(needed - 1 + n, n))).reverse(),
  ];
}

export interface SeriesForecast {
  /** The draw is above 0 only if the match can end level. */
  outcomes: Outcomes;
  /** Expected number of parts won by each side. */
  expected: { home: number; away: number };
  /** Every possible final score; probabilities add up to 1. */
  scores: SeriesScore[];
}

/**
 * Forecasts a match between two sides with the given `distance` in strength and its `variance`, by averaging over the possible distances.
 * This correlates the parts of a match, because they share the unknown distance.
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

/** Whether the parts won are a possible final score, or with `isOver` false a possible score of an abandoned match. */
export function isSeriesScore({ parts, race }: SeriesFormat, home: number, away: number, isOver: boolean): boolean {
  if (![home, away].every((won) => Number.isInteger(won) && won >= 0)) return false;
  if (!race) return isOver ? home + away === parts : home + away < parts;
  const needed = (parts + 1) / 2;
  return Math.min(home, away) < needed && (isOver ? Math.max(home, away) === needed : Math.max(home, away) < needed);
}
