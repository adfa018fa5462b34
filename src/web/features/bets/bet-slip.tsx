import type { TeamRef } from '#contract/matches.ts';
import type { Pick } from '#domain/sport.ts';

export interface BetSlipProps {
  matchId: number;
  home: TeamRef;
  away: TeamRef;
  /** Chosen on the way here, in a row of the match list say; on the phone it opens the sheet. */
  initialPick?: Pick | null;
}

/**
 * The pool contest of a match and the slip to stake in it: a card in the right column, on the phone a card with a sheet and a
 * bar that stays in reach. It asks for the contest by itself and follows the match's topic.
 */
export function BetSlip(_props: BetSlipProps) {
  return null;
}
