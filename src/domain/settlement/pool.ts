import type { Pick } from '#domain/matches/sport.ts';

export interface PoolBet {
  id: string;
  pick: Pick;
  /** Whole points, above 0. */
  stake: number;
  placedAt: Date;
}

export interface PoolRules {
  /** 0 to 100, two decimals; taken from losing stakes only. */
  feePercent: number;
  participantsMin: number;
}

export const POOL_RULES: PoolRules = { feePercent: 0, participantsMin: 1 };

/**
 * How a pool ends: its winners share it, everyone was right and gets the stake back, or everyone is refunded because nobody was right or
 * too few took part.
 */
export interface PoolEnd {
  outcome: 'shared' | 'all_right' | 'nobody_right' | 'too_few';
  /** Points by bet, winners only; empty if everyone is refunded. Payouts and fee add up to the pool. */
  payouts: ReadonlyMap<string, number>;
  fee: number;
}

/**
 * Shares a pool among those who picked `winner`, in proportion to their stakes (docs/rules.md#markets): each gets the
 * floor of the exact share, and the points left over go one each to the largest remainders (ties: earlier bet, then lower id).
 */
export function poolPayouts(bets: readonly PoolBet[], winner: Pick, rules: PoolRules): PoolEnd {
  const winners = bets.filter((bet) => bet.pick === winner);
  if (bets.length > 0 && bets.length < rules.participantsMin) return { outcome: 'too_few', payouts: new Map(), fee: 0 };
  if (winners.length === 0) return { outcome: 'nobody_right', payouts: new Map(), fee: 0 };
  const won = stakesOf(winners);
  const lost = stakesOf(bets) - won;
  const fee = feeOf(lost, rules.feePercent);
  return {
    outcome: lost === 0n ? 'all_right' : 'shared',
    payouts: shareOut(won + lost - fee, winners, won),
    fee: Number(fee),
  };
}

/**
 * Returns the payout of a stake that is part of the pool if its pick wins and the pool stays as it is, without leftover points. `staked` is
 * the whole pool, by pick.
 */
export function poolReturn(stake: number, pick: Pick, staked: Readonly<Record<Pick, number>>, feePercent: number): number {
  const won = BigInt(staked[pick]);
  if (won === 0n) return 0;
  const lost = BigInt(staked.home + staked.draw + staked.away) - won;
  return Number((BigInt(stake) * (won + lost - feeOf(lost, feePercent))) / won);
}

const feeOf = (lost: bigint, feePercent: number): bigint => (lost * BigInt(Math.round(feePercent * 100))) / 10_000n;

/** BigInt, because stake times pool exceeds the range in which doubles are exact. */
function shareOut(pot: bigint, winners: readonly PoolBet[], won: bigint): Map<string, number> {
  const shares = winners.map((bet) => {
    const exact = BigInt(bet.stake) * pot;
    return { bet, floor: exact / won, remainder: exact % won };
  });
  const left = Number(shares.reduce((sum, share) => sum - share.floor, pot));
  shares.sort((a, b) => compare(b.remainder, a.remainder) || compare(a.bet.placedAt, b.bet.placedAt) || compare(a.bet.id, b.bet.id));
  return new Map(shares.map(({ bet, floor }, rank) => [bet.id, Number(floor) + (rank < left ? 1 : 0)]));
}

const stakesOf = (bets: readonly PoolBet[]): bigint => bets.reduce((sum, bet) => sum + BigInt(bet.stake), 0n);

function compare<T extends bigint | string | Date>(a: T, b: T): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
