import { outcomeOf } from './evaluate.ts';
import type { Outcomes } from './outcomes.ts';
import type { Pair, PlayedMatch } from './played-match.ts';
import type { Seen } from './pseudo-goals.ts';
import { poissonOutcomes } from './score-matrix.ts';

/** What a past match teaches the stacks. */
export interface Label {
  outcomes: Outcomes;
  goals: Pair;
}

/** Share of the closing prices in what a match teaches, if they are learned from: a result is mostly luck, a price hardly. */
const PRICE_SHARE = 0.8;
/** Share of pseudo-goals in the goals that a match teaches without prices: shots say more than goals about how many there could have been. */
const WORTH_SHARE = 0.4;

/** Returns what a match teaches. `worth` is what it was worth in goals by its statistics; null if unknown. */
export function labelOf({ goals, closing }: PlayedMatch, worth: Seen | null, usesPrices: boolean): Label {
  const outcome = outcomeOf(...goals);
  const result = { home: Number(outcome === 'home'), draw: Number(outcome === 'draw'), away: Number(outcome === 'away') };
  if (usesPrices && closing !== null) {
    const priced = poissonOutcomes(...closing);
    return {
      outcomes: {
        home: mixed(result.home, priced.home, PRICE_SHARE),
        draw: mixed(result.draw, priced.draw, PRICE_SHARE),
        away: mixed(result.away, priced.away, PRICE_SHARE),
      },
      goals: [mixed(goals[0], closing[0], PRICE_SHARE), mixed(goals[1], closing[1], PRICE_SHARE)],
    };
  }
  if (worth === null) return { outcomes: result, goals };
  return { outcomes: result, goals: [mixed(goals[0], worth.home, WORTH_SHARE), mixed(goals[1], worth.away, WORTH_SHARE)] };
}

const mixed = (own: number, other: number, share: number): number => (1 - share) * own + share * other;
