import type { WithdrawalKind } from '#server/platform/messaging/message.ts';

/** What notifications say in one language, as ICU messages without markup. The title says which match and its score; these are the lines below. */
export interface NotificationWords {
  lineups: string;
  kickoff: string;
  /** `team`; with who scored also `player`. The minute is written in front. */
  goal: string;
  goal_by: string;
  goal_back: string;
  red_card: string;
  red_card_of: string;
  half_time: string;
  full_time: string;
  after_extra_time: string;
  /** `home` and `away`: goals of the shoot-out. */
  after_penalties: string;
  /** `team`, and its chance `before` and `after` as numbers from 0 to 1. */
  swing: string;
  /** `points`. */
  bet_won: string;
  bet_lost: string;
  bet_refunded: string;
  /** In front of what became of a bet. */
  corrected: string;
  withdrawal: string;
  /** `points`. */
  withdrawals: Record<WithdrawalKind, string>;
  summary: string;
  /** `bets`, how many were `won` and `refunded`, and the `points` of both. */
  summary_bets: string;
  test: string;
  test_body: string;
}
