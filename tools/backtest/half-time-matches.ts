import { type Base, LEADING, STATISTICS_BASES } from '#domain/forecast/bases.ts';
import { outcomeOf } from '#domain/forecast/evaluate.ts';
import { createRatings } from '#domain/forecast/ratings.ts';
import { createSeasonBook } from '#domain/forecast/season-moves.ts';
import { type Forecaster, walkForward } from '#domain/forecast/walk-forward.ts';
import type { TimedMatch } from './in-play-moments.ts';
import { type PricedMatch, placeOf } from './read-matches.ts';

const LEADING_BASE: readonly Base[] = STATISTICS_BASES.filter(({ name }) => name === LEADING);

/**
 * Returns the club matches with a half-time score from the month `from` to the month `to` ("2018-07"), with the rates of the leading
 * filter alone, walking forward: it takes a second, and the whole model is better by 0.0004 in RPS.
 */
export function halfTimeMatches(matches: readonly PricedMatch[], from: string, to: string): TimedMatch[] {
  const isAsked = ({ date, halfTime, goals }: PricedMatch) =>
    halfTime !== null && halfTime[0] <= goals[0] && halfTime[1] <= goals[1] && date.slice(0, 7) >= from && date.slice(0, 7) <= to;
  return [...walkForward(matches, createLeadingFilter(), isAsked)].map(({ match, forecast }) => ({
    rates: forecast,
    scoreAt: (minute) => (minute < 45 ? [0, 0] : minute < 90 ? match.halfTime! : match.goals),
    outcome: outcomeOf(...match.goals),
  }));
}

function createLeadingFilter(): Forecaster<PricedMatch, TimedMatch['rates']> {
  const ratings = createRatings(LEADING_BASE, []);
  const seasons = createSeasonBook(placeOf);
  return {
    startSeason(division, season, teams) {
      const start = seasons.start(division, season, teams);
      if (start !== null) ratings.startSeason(start);
    },
    forecast(match) {
      const { home, away } = ratings.expect(match).expected[0]!;
      return { home: Math.exp(home), away: Math.exp(away) };
    },
    learn: (today) => ratings.learn(today),
  };
}
