import type { BetAction } from '#domain/ledger/levels.ts';
import { picksOf } from '#domain/matches/sport.ts';
import type { Market } from '#domain/settlement/contest.ts';
import { isPlay, type PlayEnd, playOf, type RiskContest, type Ties } from '#domain/settlement/play-at-risk.ts';
import { type BetEnd, type PlacedBet, type Settlement, stakesInTime } from '#domain/settlement/settlement.ts';
import type { StatsChange } from '#server/modules/ledger/public.ts';
import type { Announce } from '#server/platform/transact.ts';
import type { ContestRow } from './contest-view.ts';

/** What the end of a bet means for the user's stats and experience, for notifications to the user, and for the pool. */

/** How much of a bet counts as play (`playOf`), as stored with the bet. */
export type Counted = Pick<PlayEnd, 'points' | 'netWon'>;

/** Returns the change to the user's stats. A bet with hardly anything at risk was not played and does not count in the win rate. */
export const statsOf = (end: BetEnd, { points, netWon }: Counted): Omit<StatsChange, 'deed'> => ({
  userId: end.userId,
  played: isPlay(points) ? 1 : 0,
  hits: isPlay(points) && end.hit ? 1 : 0,
  netWon,
});

/** Returns the action for which a bet earns experience; null if too little of it was at risk. */
export function rewardedActionOf(end: BetEnd, { points }: Counted): BetAction | null {
  if (!isPlay(points)) return null;
  return end.hit ? 'bet_hit' : 'bet_missed';
}

/** Returns how much of each bet counts as play in a contest that ended, by bet id. */
export const countedOf = (
  contest: ContestRow,
  placed: ReadonlyMap<string, PlacedBet>,
  settlement: Settlement,
  ties: Ties,
): Map<string, PlayEnd> => playOf(riskContest(contest), placed, settlement, ties);

/** Returns what the calculation of risk needs of a contest. */
const riskContest = ({
  market,
  draw_possible,
  fee_percent,
}: Pick<ContestRow, 'market' | 'draw_possible' | 'fee_percent'>): RiskContest => ({
  market: market as Market,
  outcomes: picksOf(draw_possible),
  feePercent: Number(fee_percent),
});

/** Publishes to a bet's owner how it ended and, if `balance` is not null, the changed balance. */
export function notifyOwner(announce: Announce, contest: ContestRow, end: BetEnd, balance: number | null): void {
  const topic = `me:${end.userId}`;
  const { id, state, payout, refund } = end;
  announce(topic, { t: 'bet', bet_id: id, state, payout, refund, match_id: contest.match_id });
  if (balance !== null) announce(topic, { t: 'balance', balance });
}

/** Returns the totals of an ended contest: the pool without stakes placed after the true kick-off, and what was paid and refunded. */
export function endTotals(placed: ReadonlyMap<string, PlacedBet>, settlement: Settlement) {
  const { staked, participants } = stakesInTime(placed.values(), settlement);
  const sumOf = (amount: 'payout' | 'refund') => settlement.bets.reduce((sum, end) => sum + end[amount], 0);
  return {
    stake_home: staked.home,
    stake_draw: staked.draw,
    stake_away: staked.away,
    participants,
    paid: sumOf('payout'),
    refunded: sumOf('refund'),
  };
}
