import type { Outlook } from '#contract/contest-admin.ts';
import type { Score } from '#domain/matches/score.ts';
import { type Pick, picksOf } from '#domain/matches/sport.ts';
import { type BetEnd, type PlacedBet, type Settlement, settle, voidContest } from '#domain/settlement/settlement.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type ContestWithMatch, settledOn } from './facts.ts';
import { rulesOf } from './settle.ts';
import { findBets } from './settlement-queries.ts';

/** One score for each winner: what is paid does not depend on by how much. */
const SCORES: Record<Pick, Score> = { home: [1, 0], draw: [0, 0], away: [0, 1] };

/** What ending a contest on each of its picks, and voiding it, would do with the bets that it has; by the code that ends contests. */
export async function outlooksOf(db: Db, contest: ContestWithMatch): Promise<Outlook[]> {
  const bets = await findBets(db, contest.id);
  const now = endsOf(contest, bets);
  const startedAt = contest.started_at ?? contest.match_started_at;
  const settlements = picksOf(contest.draw_possible).map((pick) => settle(rulesOf(contest), bets, { result: SCORES[pick], startedAt }));
  return [...settlements, voidContest(rulesOf(contest), bets, 'by_hand')].map((settlement) => outlookOf(settlement, now));
}

/** What one way of ending a contest, or of settling it anew, does with the bets that it has. */
export const outlookOfEnding = (contest: ContestWithMatch, bets: readonly PlacedBet[], settlement: Settlement): Outlook =>
  outlookOf(settlement, endsOf(contest, bets));

/** How the bets of a contest ended, in their order; null where they have not. */
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
