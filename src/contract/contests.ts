import { z } from 'zod';
import { CONTEST_STATES, MARKETS } from '#domain/settlement/contest.ts';
import { QUOTE_BASES, QUOTE_STATES, SUSPENSIONS } from '#domain/settlement/fixed-odds.ts';
import { numericId, odds, pick, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';

/** One market of one match. */
export const contest = z.object({
  id: uuid,
  match_id: numericId,
  market: z.enum(MARKETS),
  state: z.enum(CONTEST_STATES),
  /** Closing time, null while the date is unknown. */
  deadline_at: timestamp.nullable(),
  state_since: timestamp,
  /** What can be picked: the draw only in sports that have one. */
  options: z.array(
    z.object({
      pick,
      staked: points,
      /** Pool: indicative until the contest locks, null if nobody picked it. Null at fixed odds, which have a quote instead. */
      odds: odds.nullable(),
    }),
  ),
  total_stake: points,
  participants: z.number().int(),
  winner: pick.nullable(),
  /** The score it was settled on. */
  result: z.tuple([z.number().int(), z.number().int()]).nullable(),
  void_reason: z.string().nullable(),
});
export type Contest = z.infer<typeof contest>;

/** The fixed odds for sale when answered; a page asks again every `odds_refresh_seconds`, and when the market moves. */
export const quote = z.object({
  state: z.enum(QUOTE_STATES),
  /** Null while it is for sale. */
  suspension: z.enum(SUSPENSIONS).nullable(),
  /** Null where there is no price. */
  basis: z.enum(QUOTE_BASES).nullable(),
  /** One for each pick; empty while nothing is for sale. */
  prices: z.array(
    z.object({
      pick,
      odds,
      /** The largest stake that the match's payout limit leaves room for, without the user's own bets. */
      room: points,
    }),
  ),
  /** Limit on one user's total stakes in the contest, with a weak price. */
  stake_max: points.nullable(),
  confirmed_at: timestamp.nullable(),
});
export type QuoteView = z.infer<typeof quote>;

export const myStake = z.object({
  bet_id: uuid,
  pick,
  stake: points,
  state: z.enum(['ongoing', 'settled', 'refunded', 'unknown']),
  /** Fixed odds: what it pays if the pick wins; null in a pool. */
  payout_if_right: points.nullable(),
  /** The actual payout; 0 until it has ended. */
  payout: points,
  refund: points,
});

export const listContests = endpoint({
  method: 'GET',
  path: '/api/matches/:id/contests',
  access: 'optional',
  summary: "A match's contests, one per market; with the caller's stake when signed in",
  input: z.object({ id: numericId }),
  /** `quote` is null in a pool, and if a contest takes no stakes. */
  reply: z.object({ items: z.array(contest.extend({ mine: myStake.nullable(), quote: quote.nullable() })) }),
});
