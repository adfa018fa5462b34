import type { ListedBet } from '#contract/bets.ts';
import { isInPlay, type MatchStatus } from '#domain/matches/match-status.ts';
import { outcomeOf, type Score, settledScore } from '#domain/matches/score.ts';

/** What a bet would give if its match ended as it stands, in points; null before the match began, and where nobody can say. */
export function asItStands(bet: ListedBet): number | null {
  const score = standingScore(bet);
  if (score === null) return null;
  const outcome = outcomeOf(...score);
  return bet.returns_if.find(({ pick }) => pick === outcome)?.returns ?? null;
}

/** The score that counts for a bet, as it stands: in extra time still that of the ninety minutes, where these count. */
function standingScore({ match: { status, score }, settles_on }: ListedBet): Score | null {
  const settled = settledScore(settles_on, status, score);
  if (settled !== null) return settled;
  // Once extra time has begun, the score now is another one.
  const isCounted = settles_on === 'whole_match' || !BEYOND_NINETY.includes(status);
  const { home, away } = score;
  return isInPlay(status) && isCounted && home !== null && away !== null ? [home, away] : null;
}

const BEYOND_NINETY: readonly MatchStatus[] = ['et', 'bt', 'p'];

/** What ongoing bets come to together, in points. */
export interface Totals {
  staked: number;
  /** Of that, on matches that are being played, and what those would give as it stands. */
  inPlay: number;
  standing: number;
}

export function totalsOf(bets: readonly ListedBet[]): Totals {
  const totals = { staked: 0, inPlay: 0, standing: 0 };
  for (const bet of bets) {
    totals.staked += bet.stake;
    const standing = asItStands(bet);
    if (standing === null) continue;
    totals.inPlay += bet.stake;
    totals.standing += standing;
  }
  return totals;
}
