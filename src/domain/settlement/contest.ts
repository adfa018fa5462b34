import type { Pick } from '#domain/matches/sport.ts';
import { checkLimits, checkPlayAllowed, type PlayRestrictions, type Refusal } from '#domain/play-limits/play-limits.ts';

/** `wdl` is a pool that its winners share; `1x2` is fixed odds against the house (docs/rules.md#markets). */
export const MARKETS = ['wdl', '1x2'] as const;
export type Market = (typeof MARKETS)[number];

/** docs/rules.md#contest-states. Settled and void are final. */
export const CONTEST_STATES = ['preparing', 'open', 'locked', 'settled', 'paused', 'void'] as const;
export type ContestState = (typeof CONTEST_STATES)[number];

/** `unknown`: no usable result 6 hours after the planned end (docs/rules.md#contest-states). */
export const BET_STATES = ['ongoing', 'settled', 'refunded', 'unknown'] as const;
export type BetState = (typeof BET_STATES)[number];
/** What lists of bets are filtered by: a state, or how a settled bet ended. */
export const BET_FILTERS = ['ongoing', 'settled', 'won', 'lost', 'refunded', 'unknown'] as const;
export type BetFilter = (typeof BET_FILTERS)[number];

/** Why a contest was void. All but the last two follow from the match: a pool may lack players, or an operator may decide. */
export const VOID_REASONS = [
  'cancelled',
  'walkover',
  'awarded',
  'postponed',
  'abandoned',
  'no_start',
  'new_date',
  'sides_changed',
  'format_changed',
  'barred',
  'too_few_participants',
  'by_hand',
] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** One market of one match, as needed to check a stake. */
export interface Contest {
  market: Market;
  state: ContestState;
  /** Kick-off by the server's clock; null while the date is unknown. */
  deadlineAt: Date | null;
  picks: readonly Pick[];
}

/** All in points (docs/rules.md#stakes). */
export interface StakeLimits {
  /** Per stake. */
  stakeMin: number;
  stakeMax: number;
  /** All stakes of one user in one contest. */
  contestStakeMax: number;
  /** Fixed odds: maximum payout of one bet, all its legs together. */
  betPayoutMax: number;
  /** Fixed odds: maximum payout of all bets on one match, for each of its outcomes. */
  matchLiabilityMax: number;
}

export const STAKE_LIMITS: StakeLimits = {
  stakeMin: 10,
  stakeMax: 5_000,
  contestStakeMax: 10_000,
  betPayoutMax: 50_000,
  matchLiabilityMax: 500_000,
};

/** The user's current bet in this contest. */
export interface HeldBet {
  pick: Pick;
  /** Points staked, all legs together. */
  stake: number;
  /** Fixed odds: payout of the legs if the pick wins; 0 in a pool. */
  payout: number;
}

/** A fixed-odds price on offer, with the limits that apply to it. */
export interface FixedOffer {
  oddsHundredths: number;
  /** Limit on one user's stakes in the contest, set for a weak price; null for a firm price. */
  stakeMax: number | null;
  /** Payout owed on this pick if it wins, in points; bets on other picks are paid nothing then. */
  matchLiability: number;
}

export interface StakeRequest {
  pick: Pick;
  stake: number;
  /** Fixed odds: the price shown to the user, in hundredths. */
  seenHundredths?: number | undefined;
}

/** Everything that a stake is checked against. */
export interface StakeFacts {
  care: PlayRestrictions;
  contest: Contest;
  /** The user's bet in this contest. */
  held: HeldBet | null;
  /** The price on offer; null in a pool, and while nothing is for sale. */
  offer: FixedOffer | null;
  balance: number;
  limits: StakeLimits;
  now: Date;
}

export type StakeRefusal = Refusal<
  | 'self_excluded'
  | 'account_leaving'
  | 'limit_reached'
  | 'contest_not_open'
  | 'option_required'
  | 'bet_pick_conflict'
  | 'market_suspended'
  | 'odds_changed'
  | 'stake_below_min'
  | 'stake_above_max'
  | 'insufficient_points'
>;

/**
 * Checks a stake (whole points) against the user's own limits and docs/rules.md#stakes; returns null if it may be placed. Refusals that
 * concern the user come before those that concern their points.
 */
export function checkStakeRules({ pick, stake, seenHundredths }: StakeRequest, facts: StakeFacts): StakeRefusal | null {
  const { care, contest, held, offer, balance, limits, now } = facts;
  const barred = checkPlayAllowed(care, now);
  if (barred) return barred;
  if (!isOpen(contest, now)) return { code: 'contest_not_open' };
  if (!contest.picks.includes(pick)) return { code: 'option_required' };
  if (held !== null && held.pick !== pick) return { code: 'bet_pick_conflict' };
  // If the smallest stake does not fit, no other amount does.
  const beyond = checkLimits(care.limits, Math.max(stake, limits.stakeMin), now);
  if (beyond) return beyond;
  const max = contest.market === '1x2' && offer === null ? 0 : stakeRoom(held, offer, limits);
  if (max < limits.stakeMin) return { code: 'market_suspended' };
  // A user who saw a lower price gets the better one.
  if (offer !== null && seenHundredths !== undefined && offer.oddsHundredths < seenHundredths)
    return { code: 'odds_changed', params: { odds: offer.oddsHundredths / 100 } };
  if (stake < limits.stakeMin) return { code: 'stake_below_min', params: { min: limits.stakeMin } };
  if (stake > max) return { code: 'stake_above_max', params: { max } };
  if (stake > balance) return { code: 'insufficient_points', params: { balance } };
  return null;
}

/** Returns whether stakes are accepted at `now`. At the deadline itself they are not. */
export const isOpen = (contest: Contest, now: Date): boolean =>
  contest.state === 'open' && contest.deadlineAt !== null && now.getTime() < contest.deadlineAt.getTime();

/**
 * Returns the largest stake that the contest's limits allow, ignoring the balance and the user's own limits. Below `limits.stakeMin` no bet
 * is possible.
 */
export function stakeRoom(held: HeldBet | null, offer: FixedOffer | null, limits: StakeLimits): number {
  const staked = held?.stake ?? 0;
  const room = [limits.stakeMax, limits.contestStakeMax - staked];
  if (offer !== null) {
    room.push(stakePaying(limits.betPayoutMax - (held?.payout ?? 0), offer.oddsHundredths));
    room.push(stakePaying(limits.matchLiabilityMax - offer.matchLiability, offer.oddsHundredths));
    if (offer.stakeMax !== null) room.push(offer.stakeMax - staked);
  }
  return Math.max(0, Math.min(...room));
}

/** Returns the largest stake whose payout, rounded down to a whole point, is at most `payoutMax`. */
const stakePaying = (payoutMax: number, oddsHundredths: number): number => Math.floor((100 * payoutMax + 99) / oddsHundredths);
