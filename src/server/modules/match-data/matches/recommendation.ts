import type { MatchSummary } from '#contract/matches.ts';

interface Candidate {
  staked: number;
  match: MatchSummary;
}

/**
 * Which of the matches that can be bet on is shown first: the one that most points are staked on; among equals the one
 * that bookmakers find hardest to call; among those the next one.
 */
export const mostInteresting = <T extends Candidate>(candidates: readonly T[]): T | null =>
  candidates.toSorted((a, b) => b.staked - a.staked || gap(a.match) - gap(b.match) || kickoffMs(a.match) - kickoffMs(b.match))[0] ?? null;

/** How far apart the two sides are: 0 for equals, 1 for a certain winner or when no bookmaker says. */
const gap = ({ market }: MatchSummary): number => (market ? Math.abs(market.probability.home - market.probability.away) : 1);

const kickoffMs = ({ kickoff_at }: MatchSummary): number => Date.parse(kickoff_at ?? '');
