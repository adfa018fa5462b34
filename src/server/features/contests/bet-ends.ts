import type { BetDeed } from '#domain/levels.ts';
import { type BetEnd, entitlementOf, type PlacedBet, type Settlement } from '#domain/settlement.ts';
import { stakesInTime } from '#domain/stakes-in-time.ts';
import type { StatsChange } from '#server/features/points/service.ts';
import type { Announce } from '#server/transact.ts';
import type { ContestRow } from './contest-view.ts';

/** What the ends of bets are to their users' stats, their experience, themselves, and the pool. */

export const statsOf = (end: BetEnd, placed: PlacedBet): Omit<StatsChange, 'deed'> => ({
  userId: end.userId,
  played: end.state === 'settled' ? 1 : 0,
  hits: end.hit ? 1 : 0,
  netWon: entitlementOf(end) - stakeOf(placed.legs),
});

/** What a bet earns experience for; null where it could not lose. */
export function deedOf(settlement: Settlement, end: BetEnd): BetDeed | null {
  if (!settlement.isContested || end.state !== 'settled') return null;
  return end.hit ? 'bet_hit' : 'bet_missed';
}

/** Tells a bet's owner how it ended, and of their balance where that changed by it; it is null where not. */
export function tellOwner(announce: Announce, contest: ContestRow, end: BetEnd, balance: number | null): void {
  const topic = `me:${end.userId}`;
  const { id, state, payout, refund } = end;
  announce(topic, { t: 'bet', bet_id: id, state, payout, refund, match_id: contest.match_id });
  if (balance !== null) announce(topic, { t: 'balance', balance });
}

/** What a contest's end leaves to be read: the pool without stakes that came after the true kick-off, and what its bets were given. */
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

const stakeOf = (legs: PlacedBet['legs']) => legs.reduce((sum, leg) => sum + leg.stake, 0);
