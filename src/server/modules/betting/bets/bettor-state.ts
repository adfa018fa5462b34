import type { MatchBrief } from '#contract/bets.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { PlayLimit, PlayRestrictions } from '#domain/play-limits/play-limits.ts';
import { type Contest, checkStakeRules, type StakeLimits } from '#domain/settlement/contest.ts';
import { offerOf, type Quote } from '#domain/settlement/fixed-odds.ts';
import { fixedPayout } from '#domain/settlement/settlement.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { type ContestRow, toCheckedContest } from '#server/modules/betting/contests/contest-view.ts';
import { AppError, rateLimited } from '#server/platform/http/app-error.ts';
import type { BetRow } from './bet-view.ts';

/** What a stake is validated against of its user. */
export interface Bettor {
  id: string;
  status: string;
  care: Omit<PlayRestrictions, 'limits'>;
  limits: PlayLimit[];
  balance: number;
  /** Stakes of the last minute in all contests; `recentFirstAt` is the time of the first of them. */
  recentStakes: number;
  recentFirstAt: Date | null;
}

/** What a stake is validated against of its contest. */
export interface Counter {
  contest: ContestRow;
  match: MatchBrief;
  /** Whether our transaction holds the contest's lock: the contest was open when the lock was requested. */
  isLocked: boolean;
  /** Fixed odds; null in a pool. */
  quote: Quote | null;
}

/** What a stake is validated against. A mutable copy that changes with each counted stake. */
export interface Standing {
  bettor: Bettor;
  counter: Counter;
  /** The user's bet in the contest; null if there is none. */
  held: BetRow | null;
}

export interface Stake {
  pick: Pick;
  stake: number;
  /** Fixed odds: the price the user saw, in hundredths. */
  seenHundredths: number | undefined;
}

/** The odds at which a stake was taken and what it pays if the pick wins; null and 0 in a pool. */
export interface Terms {
  oddsHundredths: number | null;
  payout: number;
}

export interface StakeRules {
  limits: StakeLimits;
  betsPerMinute: number;
}

/** Returns the terms of a stake that may be placed at `now`. Throws `account_disabled`, `rate_limited`, or the domain's refusal. */
export function checkStake(stake: Stake, { bettor, counter, held }: Standing, { limits, betsPerMinute }: StakeRules, now: Date): Terms {
  if (bettor.status !== 'normal') throw new AppError('account_disabled');
  if (bettor.recentStakes >= betsPerMinute) throw rateLimited((bettor.recentFirstAt ?? now).getTime() + MINUTE_MS - now.getTime());
  const { contest, quote } = counter;
  const offer = quote && offerOf(quote, stake.pick, contest[`payout_${stake.pick}`]);
  const refusal = checkStakeRules(stake, {
    care: { ...bettor.care, limits: bettor.limits },
    contest: offered(counter),
    held: held && { pick: held.pick as Pick, stake: held.stake, payout: held.fixed_payout },
    offer,
    balance: bettor.balance,
    limits,
    now,
  });
  if (refusal) throw new AppError(refusal.code, refusal.params);
  if (offer === null) return { oddsHundredths: null, payout: 0 };
  const { oddsHundredths } = offer;
  return { oddsHundredths, payout: fixedPayout([{ stake: stake.stake, oddsHundredths }]) };
}

/** Treats a contest as locked if it opened only after our lock skipped it. */
const offered = ({ contest, isLocked }: Counter): Contest => ({ ...toCheckedContest(contest), ...(!isLocked && { state: 'locked' }) });

/**
 * Counts an accepted stake, so that the next one is validated against what is left: the user's points, limits and bets per minute, the
 * pool, and the liability of the house. Returns the bet: the existing one, increased, or a new one with the given id.
 */
export function countStake(
  { bettor, counter, held }: Standing,
  { pick, stake }: Stake,
  { payout }: Terms,
  newBetId: string,
  now: Date,
): BetRow {
  const { contest } = counter;
  bettor.balance -= stake;
  bettor.recentStakes += 1;
  bettor.recentFirstAt ??= now;
  for (const limit of bettor.limits) limit.used += stake;
  contest[`stake_${pick}`] += stake;
  contest[`payout_${pick}`] += payout;
  if (held === null) contest.participants += 1;
  const bet = held ?? ongoingBet({ id: newBetId, user_id: bettor.id, contest_id: contest.id, pick, placed_at: now });
  bet.stake += stake;
  bet.fixed_payout += payout;
  return bet;
}

/** Builds a bet that has not ended, without stakes unless they are given. */
export const ongoingBet = (known: Partial<BetRow> & Omit<BetRow, keyof typeof NOTHING_YET>): BetRow => ({ ...NOTHING_YET, ...known });

const NOTHING_YET = {
  at_risk: null,
  at_risk_reason: null,
  net_won: null,
  stake: 0,
  fixed_payout: 0,
  state: 'ongoing',
  payout: 0,
  refund: 0,
  hit: null,
  settled_at: null,
};
