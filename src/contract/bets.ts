import { z } from 'zod';
import { PRICE_MAX } from '#domain/matches/odds.ts';
import { SETTLEMENT_RULES } from '#domain/matches/score.ts';
import { BET_FILTERS, BET_STATES, MARKETS } from '#domain/settlement/contest.ts';
import { AT_RISK_REASONS } from '#domain/settlement/play-at-risk.ts';
import { listOf, odds, paging, pick, points, sport, timestamp, uuid } from './common.ts';
import { contest } from './contests.ts';
import { endpoint } from './endpoint.ts';
import { matchState, teamRef } from './matches.ts';

/** The match data that a bet or a ledger row shows. */
export const matchBrief = matchState
  .pick({ id: true, kickoff_at: true, status: true, minute: true, stoppage: true, period: true, seen_at: true, score: true })
  .extend({
    sport,
    /** Whether it can end level: three picks or two. */
    draw_possible: z.boolean(),
    home: teamRef,
    away: teamRef,
  });
export type MatchBrief = z.infer<typeof matchBrief>;

/**
 * The part of an ended bet that was at risk and so counts as play: for levels, invites, the win rate, and towards redeeming given points.
 */
export const countedPlay = z.object({
  points,
  /** The stake less the part that was returned. */
  of: points,
  /** Why not all of it counts; `full` if it does. */
  reason: z.enum(AT_RISK_REASONS),
});
export type CountedPlay = z.infer<typeof countedPlay>;

export const bet = z.object({
  id: uuid,
  contest_id: uuid,
  market: z.enum(MARKETS),
  pick,
  stake: points,
  state: z.enum(BET_STATES),
  payout: points,
  refund: points,
  /** Whether the pick was right; null for refunds and until settled. */
  hit: z.boolean().nullable(),
  /** The part that was at risk; null until the bet has ended. */
  at_risk: countedPlay.nullable(),
  /** What it would pay with the current pool (or at fixed odds); null once it has ended. */
  returns_now: points.nullable(),
  /** The pool's indicative odds; at fixed odds the combined odds of all stakes, rounded down. */
  odds: odds.nullable(),
  placed_at: timestamp,
  settled_at: timestamp.nullable(),
  match: matchBrief,
});
export type Bet = z.infer<typeof bet>;

/** A bet in its owner's list, with what is needed to follow it while its match is played. */
export const listedBet = bet.extend({
  /** The score that its contest is settled on. */
  settles_on: z.enum(SETTLEMENT_RULES),
  /**
   * The payout for each possible outcome, with the current pool (or at fixed odds). In a pool, an outcome without stakes returns the
   * stake. Empty once the bet has ended.
   */
  returns_if: z.array(z.object({ pick, returns: points })),
});
export type ListedBet = z.infer<typeof listedBet>;

/** One stake of a bet. */
export const leg = z.object({
  id: uuid,
  stake: points,
  /** Fixed when it was placed; null in a pool. */
  odds: odds.nullable(),
  placed_at: timestamp,
});

export const placeBet = endpoint({
  method: 'POST',
  path: '/api/bets',
  access: 'user',
  idempotent: 'required',
  isPlay: true,
  status: 201,
  summary: 'Stakes points on an outcome; a second stake on the same pick adds to the bet',
  input: z.strictObject({
    market: z.enum(MARKETS),
    match_id: z.number().int().min(1).max(2_147_483_647),
    // A draw in a sport without draws and a missing pick share a code: option_required.
    pick: pick.nullish(),
    stake: z.number().int().max(Number.MAX_SAFE_INTEGER),
    /** The odds that the user saw: required for 1x2, refused for wdl. */
    odds: odds.max(PRICE_MAX / 100).optional(),
  }),
  /** `leg` is this stake alone; its id is the receipt's number. */
  reply: z.object({ bet, leg, balance: points, contest }),
});

export const listBets = endpoint({
  method: 'GET',
  path: '/api/account/bets',
  access: 'user',
  summary: "The caller's bets, newest first",
  input: z.object({ status: z.enum(BET_FILTERS).optional(), ...paging }),
  reply: listOf(listedBet),
});
