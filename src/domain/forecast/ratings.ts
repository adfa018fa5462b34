import type { Base } from './bases.ts';
import type { Fixture, PlayedMatch } from './played-match.ts';
import { createRateCounter, type DivisionRates } from './pseudo-goals.ts';
import type { SeasonStart } from './season-moves.ts';
import { createTeamFilter, type ExpectedRates } from './team-filter.ts';

/** All bases side by side, each with its own filter. */
export interface Ratings {
  startSeason(start: SeasonStart): void;
  /** What each base expects, in the bases' order. */
  expect(fixture: Fixture): ExpectedRates[];
  /** Learns a day's matches. What is forecast for that day was asked before. */
  learn(matches: readonly PlayedMatch[]): void;
}

export function createRatings(bases: readonly Base[]): Ratings {
  const filters = bases.map(({ settings }) => createTeamFilter(settings));
  const counters = new Map<string, ReturnType<typeof createRateCounter>>();
  const counterOf = (division: string) => {
    let counter = counters.get(division);
    if (counter === undefined) {
      counter = createRateCounter();
      counters.set(division, counter);
    }
    return counter;
  };
  const learnOne = (match: PlayedMatch, rates: DivisionRates) =>
    bases.forEach((base, i) => {
      const seen = base.see(match, rates);
      if (seen !== null) filters[i]!.learn(match, seen);
    });
  return {
    startSeason: (start) => {
      for (const filter of filters) filter.startSeason(start);
    },
    expect: (fixture) => filters.map((filter) => filter.expect(fixture)),
    learn(matches) {
      for (const match of matches) learnOne(match, counterOf(match.division).rates());
      for (const match of matches) counterOf(match.division).count(match);
    },
  };
}
