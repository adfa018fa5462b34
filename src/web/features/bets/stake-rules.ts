import type { Meta } from '#contract/meta.ts';
import { type HeldBet, isOpen, refuseStake, STAKE_LIMITS, type StakeLimits, type StakeRefusal, stakeRoom } from '#domain/contest.ts';
import { poolReturn } from '#domain/pool.ts';
import type { Pick } from '#domain/sport.ts';
import type { ContestWithMine } from './api.ts';

/** What a stake is judged by in the page; the server judges once more, by the same rules. */
export interface StakeFacts {
  contest: ContestWithMine;
  /** Null for a guest, and while it is not known: the stake is then judged by all else. */
  balance: number | null;
  limits: StakeLimits;
  now: Date;
}

/** The limits that the server told, in the domain's words. */
export const limitsOf = (meta: Meta): StakeLimits => ({
  ...STAKE_LIMITS,
  stakeMin: meta.stake_min,
  stakeMax: meta.stake_max,
  contestStakeMax: meta.stake_contest_max,
});

/** Why a stake would be refused; null when it may be placed. */
export function judgeStake({ contest, balance, limits, now }: StakeFacts, pick: Pick | null, stake: number): StakeRefusal | null {
  const judged = judgedContest(contest);
  if (!isOpen(judged, now)) return { code: 'contest_not_open' };
  if (pick === null) return { code: 'option_required' };
  return refuseStake({ pick, stake }, judged, heldBet(contest), null, balance ?? Number.POSITIVE_INFINITY, limits, now);
}

/** Whether stakes are taken now, by this page's clock. */
export const takesStakes = (contest: ContestWithMine, now: Date): boolean => isOpen(judgedContest(contest), now);

/** The largest stake that every limit and the balance allow. */
export const maxStake = ({ contest, balance, limits }: StakeFacts): number =>
  Math.min(stakeRoom(heldBet(contest), null, limits), balance ?? Number.POSITIVE_INFINITY);

/** What the user's whole bet would return if `pick` wins, with `stake` more in the pool as it stands. */
export function returnsIfRight(contest: ContestWithMine, pick: Pick, stake: number, feePercent: number): number {
  const staked = { home: 0, draw: 0, away: 0 };
  for (const option of contest.options) staked[option.pick] = option.staked;
  staked[pick] += stake;
  return poolReturn((contest.mine?.stake ?? 0) + stake, pick, staked, feePercent);
}

const SEPARATED_THOUSANDS = /[\s.,](?=\d{3}(?:\D|$))/g;

/** The digits of what was typed or pasted ("1,000" too); null for what is no whole number, which is not let in. */
export function stakeDigits(typed: string): string | null {
  const digits = typed.trim().replace(SEPARATED_THOUSANDS, '');
  return /^\d{0,9}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : null;
}

const heldBet = ({ mine }: ContestWithMine): HeldBet | null => mine && { pick: mine.pick, stake: mine.stake, payout: 0 };

const judgedContest = ({ market, state, deadline_at, options }: ContestWithMine) => ({
  market,
  state,
  deadlineAt: deadline_at === null ? null : new Date(deadline_at),
  picks: options.map(({ pick }) => pick),
});
