import type { Meta } from '#contract/meta.ts';
import { type Care, limitRoom } from '#domain/care.ts';
import { type HeldBet, isOpen, refuseStake, STAKE_LIMITS, type StakeLimits, type StakeRefusal, stakeRoom } from '#domain/contest.ts';
import { poolReturn } from '#domain/pool.ts';
import type { Pick } from '#domain/sport.ts';
import type { ContestWithMine } from './api.ts';

/** What a stake is judged by in the page; the server judges once more, by the same rules. */
export interface StakeFacts {
  contest: ContestWithMine;
  /** Null for a guest, and while it is not known: the stake is then judged by all else. */
  balance: number | null;
  /** What the user has set for themselves. */
  care: Care;
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
export function judgeStake(facts: StakeFacts, pick: Pick | null, stake: number): StakeRefusal | null {
  const contest = judgedContest(facts.contest);
  if (pick === null) return isOpen(contest, facts.now) ? { code: 'option_required' } : { code: 'contest_not_open' };
  const { care, limits, now } = facts;
  const balance = facts.balance ?? Number.POSITIVE_INFINITY;
  return refuseStake({ pick, stake }, { care, contest, held: heldBet(facts.contest), offer: null, balance, limits, now });
}

/** Whether stakes are taken now, by this page's clock. */
export const takesStakes = (contest: ContestWithMine, now: Date): boolean => isOpen(judgedContest(contest), now);

/** The largest stake that every limit, the user's own too, and the balance allow. */
export const maxStake = ({ contest, balance, care, limits }: StakeFacts): number =>
  Math.min(stakeRoom(heldBet(contest), null, limits), limitRoom(care.limits), balance ?? Number.POSITIVE_INFINITY);

/** What the user's whole bet would return if `pick` wins, with `stake` more in the pool as it stands. */
export function returnsIfRight(contest: ContestWithMine, pick: Pick, stake: number, feePercent: number): number {
  const staked = { home: 0, draw: 0, away: 0 };
  for (const option of contest.options) staked[option.pick] = option.staked;
  staked[pick] += stake;
  return poolReturn((contest.mine?.stake ?? 0) + stake, pick, staked, feePercent);
}

const heldBet = ({ mine }: ContestWithMine): HeldBet | null => mine && { pick: mine.pick, stake: mine.stake, payout: 0 };

const judgedContest = ({ market, state, deadline_at, options }: ContestWithMine) => ({
  market,
  state,
  deadlineAt: deadline_at === null ? null : new Date(deadline_at),
  picks: options.map(({ pick }) => pick),
});
