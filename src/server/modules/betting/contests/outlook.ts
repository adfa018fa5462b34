import type { Outlook } from '#contract/contest-admin.ts';
import type { Score } from '#domain/matches/score.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { type BetEnd, type PlacedBet, type Settlement, settle, voidContest } from '#domain/settlement/settlement.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type ContestWithMatch, settledOn } from './facts.ts';
import { rulesOf } from './settle.ts';
import { findBets } from './settlement-queries.ts';

/** One score per winner: payouts do not depend on the margin. */
const SCORES: Record<Pick, Score> = { home: [1, 0], draw: [0, 0], away: [0, 1] };

/**
 * Returns what settling a contest on each of its picks, and voiding it, would do with its bets, calculated by the code that ends contests.
 */
export async function outlooksOf(db: Db, contest: ContestWithMatch): Promise<Outlook[]> {
  const bets = await findBets(db, contest.id);
  const now = endsOf(contest, bets);
  const startedAt = contest.started_at ?? contest.match_started_at;
  const settlements = picksOf(contest.draw_possible).map((pick) => settle(rulesOf(contest), bets, { result: SCORES[pick], startedAt }));
  return [...settlements, voidContest(rulesOf(contest), bets, 'by_hand')].map((settlement) => outlookOf(settlement, now));
}

/** Returns what one way of ending or resettling a contest does with its bets. */
export const outlookOfEnding = (contest: ContestWithMatch, bets: readonly PlacedBet[], settlement: Settlement): Outlook =>
  outlookOf(settlement, endsOf(contest, bets));

/** Returns how the bets of a contest ended, in their order; null if they have not ended. */
function endsOf(contest: ContestWithMatch, bets: readonly PlacedBet[]): readonly BetEnd[] | null {
  if (contest.state === 'settled') return settle(rulesOf(contest), bets, settledOn(contest)).bets;
  return contest.state === 'void' ? voidContest(rulesOf(contest), bets, 'by_hand').bets : null;
}

function outlookOf({ winner, outcome, bets, transfers }: Settlement, now: readonly BetEnd[] | null): Outlook {
  const sumOf = (amount: 'payout' | 'refund') => bets.reduce((sum, bet) => sum + bet[amount], 0);
  const moved = (side: 'from' | 'to') =>
    transfers.reduce((sum, transfer) => sum + (transfer[side].kind === 'house' ? transfer.amount : 0), 0);
  return {
    winner,
    outcome,
    winners: bets.filter(({ payout }) => payout > 0).length,
    payouts: sumOf('payout'),
    refunded_bets: bets.filter(({ refund }) => refund > 0).length,
    refunds: sumOf('refund'),
    house: moved('from') - moved('to'),
    changed: now === null ? bets.length : bets.filter((bet, i) => bet.payout !== now[i]!.payout || bet.refund !== now[i]!.refund).length,
  };
}
