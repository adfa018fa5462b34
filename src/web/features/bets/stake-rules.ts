import type { Meta } from '#contract/meta.ts';
import type { Pick } from '#domain/matches/sport.ts';
import { limitRoom, type PlayRestrictions } from '#domain/play-limits/play-limits.ts';
import {
  checkStakeRules,
  type FixedOffer,
  type HeldBet,
  isOpen,
  type StakeLimits,
  type StakeRefusal,
  stakeRoom,
} from '#domain/settlement/contest.ts';
import { poolReturn } from '#domain/settlement/pool.ts';
import { fixedPayout } from '#domain/settlement/settlement.ts';
import type { ContestWithMine } from './api.ts';

/** The facts for validating a stake in the page; the server validates again by the same rules. */
export interface StakeFacts {
  contest: ContestWithMine;
  /** Null for guests and while unknown: then the balance is not checked. */
  balance: number | null;
  /** Limits set by the user. */
  care: PlayRestrictions;
  limits: StakeLimits;
  now: Date;
}

/** Converts the server's limits to those of the domain. */
export const limitsOf = (meta: Meta): StakeLimits => ({
  stakeMin: meta.stake_min,
  stakeMax: meta.stake_max,
  contestStakeMax: meta.stake_contest_max,
  betPayoutMax: meta.bet_payout_max,
  matchLiabilityMax: meta.match_liability_max,
});

/** Returns why a stake would be refused; null if it may be placed. */
export function checkStake(facts: StakeFacts, pick: Pick | null, stake: number): StakeRefusal | null {
  const contest = checkedContest(facts.contest);
  if (pick === null) return isOpen(contest, facts.now) ? { code: 'option_required' } : { code: 'contest_not_open' };
  const { care, limits, now } = facts;
  const balance = facts.balance ?? Number.POSITIVE_INFINITY;
  const offer = offerOn(facts.contest, pick, limits);
  return checkStakeRules({ pick, stake }, { care, contest, held: heldBet(facts.contest), offer, balance, limits, now });
}

/** Returns whether stakes are accepted now, by the page's clock. */
export const takesStakes = (contest: ContestWithMine, now: Date): boolean => isOpen(checkedContest(contest), now);

/** Returns the fixed odds on a pick; null in a pool, and without a price. */
export const priceOf = ({ quote }: ContestWithMine, pick: Pick | null): number | null =>
  quote?.prices.find((price) => price.pick === pick)?.odds ?? null;

/** Returns the largest stake on a pick within all limits, the user's own included, and the balance; on any pick if none is chosen. */
export function maxStake({ contest, balance, care, limits }: StakeFacts, pick: Pick | null): number {
  const picks = pick === null ? contest.options.map((option) => option.pick) : [pick];
  const rooms = picks.map((each) => {
    const offer = offerOn(contest, each, limits);
    return contest.market === '1x2' && offer === null ? 0 : stakeRoom(heldBet(contest), offer, limits);
  });
  return Math.min(...rooms, limitRoom(care.limits), balance ?? Number.POSITIVE_INFINITY);
}

/** Returns whether the user has reached the maximum stake in a contest. */
export const isFull = (contest: ContestWithMine, limits: StakeLimits): boolean =>
  (contest.mine?.stake ?? 0) + limits.stakeMin > Math.min(limits.contestStakeMax, contest.quote?.stake_max ?? Number.POSITIVE_INFINITY);

/**
 * Returns what the user's whole bet would pay if `pick` wins: with `stake` more in the current pool, or at the current odds. Null
 * without a price.
 */
export function returnsIfRight(contest: ContestWithMine, pick: Pick, stake: number, feePercent: number): number | null {
  if (contest.market === '1x2') {
    const added = stakeReturns(contest, pick, stake);
    return added === null ? null : (contest.mine?.payout_if_right ?? 0) + added;
  }
  const staked = { home: 0, draw: 0, away: 0 };
  for (const option of contest.options) staked[option.pick] = option.staked;
  staked[pick] += stake;
  return poolReturn((contest.mine?.stake ?? 0) + stake, pick, staked, feePercent);
}

/** Returns what this stake alone would pay at fixed odds; null without a price. */
export function stakeReturns(contest: ContestWithMine, pick: Pick, stake: number): number | null {
  const odds = priceOf(contest, pick);
  return odds === null ? null : fixedPayout([{ stake, oddsHundredths: hundredths(odds) }]);
}

/** Returns the offer on a pick at fixed odds; null in a pool, and without a price. */
function offerOn({ quote }: ContestWithMine, pick: Pick, limits: StakeLimits): FixedOffer | null {
  const price = quote?.prices.find((each) => each.pick === pick);
  if (!quote || !price) return null;
  const oddsHundredths = hundredths(price.odds);
  // The server sends the room of a pick, not its liability: this is the largest liability that leaves this room.
  const matchLiability = limits.matchLiabilityMax - fixedPayout([{ stake: price.room, oddsHundredths }]);
  return { oddsHundredths, stakeMax: quote.stake_max, matchLiability };
}

/** Converts decimal odds to the hundredths that the rules use. */
const hundredths = (odds: number): number => Math.round(100 * odds);

const heldBet = ({ mine }: ContestWithMine): HeldBet | null =>
  mine && { pick: mine.pick, stake: mine.stake, payout: mine.payout_if_right ?? 0 };

const checkedContest = ({ market, state, deadline_at, options }: ContestWithMine) => ({
  market,
  state,
  deadlineAt: deadline_at === null ? null : new Date(deadline_at),
  picks: options.map(({ pick }) => pick),
});
