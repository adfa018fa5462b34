import type { MatchBrief } from '#contract/bets.ts';
import type { Pick } from '#domain/matches/sport.ts';
import type { PlayLimit, PlayRestrictions } from '#domain/play-limits/play-limits.ts';
import { type Contest, checkStakeRules, type StakeLimits } from '#domain/settlement/contest.ts';
import { offerOf, type Quote } from '#domain/settlement/fixed-odds.ts';
import { fixedPayout } from '#domain/settlement/settlement.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { asJudged, type ContestRow } from '#server/modules/betting/contests/contest-view.ts';
import { AppError, rateLimited } from '#server/platform/http/app-error.ts';
import type { BetRow } from './bet-view.ts';

/** A user, as a stake of theirs is judged by. */
export interface Bettor {
  id: string;
  status: string;
  care: Omit<PlayRestrictions, 'limits'>;
  limits: PlayLimit[];
  balance: number;
  /** Stakes of the last minute, in all contests, and when the first of them was placed. */
  recentStakes: number;
  recentFirstAt: Date | null;
}

/** A contest, as stakes in it are judged by. */
export interface Counter {
  contest: ContestRow;
  match: MatchBrief;
  /** Whether its lock is ours: it was open when we asked for it. */
  isLocked: boolean;
  /** Fixed odds; null in a pool. */
  quote: Quote | null;
}

/** What a stake is judged by: our own rows, which change with each stake that is counted. */
export interface Standing {
  bettor: Bettor;
  counter: Counter;
  /** The user's bet in the contest. */
  held: BetRow | null;
}

export interface Stake {
  pick: Pick;
  stake: number;
  /** Fixed odds: the price that was seen, in hundredths. */
  seenHundredths: number | undefined;
}

/** What a stake was taken at, and what it pays if the pick wins; null and 0 in a pool. */
export interface Terms {
  oddsHundredths: number | null;
  payout: number;
}

export interface StakeRules {
  limits: StakeLimits;
  betsPerMinute: number;
}

/** The terms of a stake that may be placed at `now`. Throws why it may not: `account_disabled`, `rate_limited`, or what the domain says. */
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

/** One that opened after we had passed it by takes no stakes from us. */
const offered = ({ contest, isLocked }: Counter): Contest => ({ ...asJudged(contest), ...(!isLocked && { state: 'locked' }) });

/**
 * Counts an accepted stake, so that the next one is judged by what is left: the user's points, limits and bets of a minute, the pool, and what
 * the house may have to pay. Returns the bet: the one held, grown, or a new one by the id given.
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

/** A bet before its end, without stakes unless they are given. */
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
