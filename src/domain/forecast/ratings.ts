import { type Base, LADDERS, type Ladder } from './bases.ts';
import { createEloLadder } from './elo-ladder.ts';
import type { Fixture, PlayedMatch } from './played-match.ts';
import { createRateCounter, type DivisionRates, type Seen } from './pseudo-goals.ts';
import type { SeasonStart } from './season-moves.ts';
import { createTeamFilter, type ExpectedRates } from './team-filter.ts';

/** The forecasts of all bases and ladders for a match. */
export interface RatedFixture {
  /** Expected rates of each base, in the order of the bases. */
  expected: ExpectedRates[];
  /** The home side's lead on each ladder. */
  leads: number[];
}

/** All bases, each with its own filter, and the Elo ladders. */
export interface Ratings {
  startSeason(start: SeasonStart): void;
  expect(fixture: Fixture): RatedFixture;
  /** What a match was worth to each side, in goals as the base sees them; null if it sees nothing. */
  worthOf(match: PlayedMatch, base: Base): Seen | null;
  /** Learns a day's matches. Make all forecasts for that day before. */
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
    worthOf: (match, base) => base.see(match, counterOf(match.division).rates()),
    learn(matches) {
      for (const match of matches) learnOne(match, counterOf(match.division).rates());
      for (const match of matches) counterOf(match.division).count(match);
    },
  };
}
