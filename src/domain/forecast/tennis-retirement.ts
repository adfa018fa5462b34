import { logistic } from './elo-rating.ts';
import type { TennisPlayer } from './tennis-player.ts';

/**
 * Parameters of the logit of giving up, by logistic regression on the matches of 2016 to 2021; the base makes the total of 2017 to 2021
 * right (docs/forecast-other-sports.md). A player's own share of matches given up counts most; it is taken with one of 50 matches more, because few matches say little.
 */
const BASE = -4.92;
const OWN_SHARE = 36.6;
const BEST_OF_FIVE = 0.29;
const PER_20_GAMES_LATELY = 0.16;
const MORE_GIVEN_UP = 1;
const MORE_MATCHES = 50;

/** Returns the probability that a player gives up a match that begins, 0 to 1. `games` were played lately (see tennis-player.ts). */
export function retirementRisk({ rating, retirements, games }: TennisPlayer, bestOf: 3 | 5): number {
  const share = (retirements + MORE_GIVEN_UP) / (rating.played + MORE_MATCHES);
  return logistic(BASE + OWN_SHARE * share + (bestOf === 5 ? BEST_OF_FIVE : 0) + (PER_20_GAMES_LATELY * games) / 20);
}
