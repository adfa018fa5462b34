import { type Base, LADDERS, type Ladder } from './bases.ts';
import { createEloLadder } from './elo-ladder.ts';
import type { Fixture, PlayedMatch } from './played-match.ts';
import { createRateCounter, type DivisionRates } from './pseudo-goals.ts';
import type { SeasonStart } from './season-moves.ts';
import { createTeamFilter, type ExpectedRates } from './team-filter.ts';

/** What all of them say of a match. */
export interface RatedFixture {
  /** What each base expects, in the bases' order. */
  expected: ExpectedRates[];
  /** How far the home side is ahead on each of the ladders. */
  leads: number[];
}

/** All bases side by side, each with its own filter, and Elo's ladders. */
export interface Ratings {
  startSeason(start: SeasonStart): void;
  expect(fixture: Fixture): RatedFixture;
  /** Learns a day's matches. What is forecast for that day was asked before. */
  learn(matches: readonly PlayedMatch[]): void;
}

export function createRatings(bases: readonly Base[], ladderKinds: readonly Ladder[] = LADDERS): Ratings {
  const filters = bases.map(({ settings }) => createTeamFilter(settings));
  const ladders = ladderKinds.map(({ settings, see }) => ({ see, ladder: createEloLadder(settings) }));
  const counters = new Map<string, ReturnType<typeof createRateCounter>>();
  const counterOf = (division: string) => {
    let counter = counters.get(division);
    if (counter === undefined) {
      counter = createRateCounter();
      counters.set(division, counter);
    }
    return counter;
  };
  const learnOne = (match: PlayedMatch, rates: DivisionRates) => {
    bases.forEach((base, i) => {
      const seen = base.see(match, rates);
      if (seen !== null) filters[i]!.learn(match, seen);
    });
    for (const { see, ladder } of ladders) {
      const seen = see(match, rates);
      if (seen !== null) ladder.learn(match, seen);
    }
  };
  return {
    startSeason: (start) => {
      for (const filter of filters) filter.startSeason(start);
    },
    expect: (fixture) => ({
      expected: filters.map((filter) => filter.expect(fixture)),
      leads: ladders.map(({ ladder }) => ladder.lead(fixture)),
    }),
    learn(matches) {
      for (const match of matches) learnOne(match, counterOf(match.division).rates());
      for (const match of matches) counterOf(match.division).count(match);
    },
  };
}
