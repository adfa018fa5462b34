import { z } from 'zod';
import { MARKETS } from '#domain/settlement/contest.ts';
import { matchBrief } from './bets.ts';
import { listOf, nothing, numericId, odds, paging, pick, points, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef } from './matches.ts';

/** Bets that won and forecasts that users show at an address of their own, /shared/{id} (docs/sharing.md). */

const choices = {
  /** Shows the user's handle; without it nothing tells whose it is. */
  shows_name: z.boolean(),
  /** Shows the stake and what it was paid. Either would tell the other, as the odds are shown. */
  shows_points: z.boolean(),
};

/** A share as its owner sees it: of a bet, or of the forecast of a match. */
export const share = z.object({
  id: uuid,
  bet_id: uuid.nullable(),
  forecast_match_id: numericId.nullable(),
  ...choices,
  created_at: timestamp,
});
export type Share = z.infer<typeof share>;

const isOne = ({ bet_id, forecast_match_id }: { bet_id?: unknown; forecast_match_id?: unknown }): boolean =>
  (bet_id === undefined) !== (forecast_match_id === undefined);

export const createShare = endpoint({
  method: 'POST',
  path: '/api/account/shares',
  access: 'user',
  summary: "Shows a bet of the caller's that won, or a forecast, at an address of its own; again, it changes what is shown; 30 a minute",
  input: z
    .strictObject({ bet_id: uuid.optional(), forecast_match_id: z.number().int().min(1).max(2_147_483_647).optional(), ...choices })
    .refine(isOne, { path: ['bet_id'], error: 'either a bet or a forecast' }),
  reply: share,
});

export const listShares = endpoint({
  method: 'GET',
  path: '/api/account/shares',
  access: 'user',
  summary: 'What the caller shows at addresses, newest first; or the one of a bet or of the forecast of a match',
  input: z.object({ bet_id: uuid.optional(), forecast_match_id: numericId.optional(), ...paging }),
  reply: listOf(share),
});

export const removeShare = endpoint({
  method: 'DELETE',
  path: '/api/account/shares/:id',
  access: 'user',
  summary: 'Stops showing a bet or a forecast; its address leads to nothing for ever; no error if it did already',
  input: z.object({ id: uuid }),
  reply: nothing,
});

export const shared = z.object({
  id: uuid,
  match: matchBrief,
  league: leagueRef,
  /** The handle of the user; null if they did not want to be named. */
  name: z.string().nullable(),
  /**
   * True while the reader's spoiler shield hides how the match stands. Only bets that won are shared, so then nothing of the bet is told.
   */
  is_hidden: z.boolean(),
  bet: z
    .object({
      contest_id: uuid,
      market: z.enum(MARKETS),
      pick,
      odds: odds.nullable(),
      /** `lost` and `refunded` after a correction of the result. */
      ending: z.enum(['won', 'lost', 'refunded']),
      /** Null unless the user shows them. */
      points: z.object({ stake: points, payout: points, refund: points }).nullable(),
    })
    .nullable(),
  forecast: z
    .object({
      /** Whole per cent with a sum of 100. */
      home: z.number().int(),
      draw: z.number().int(),
      away: z.number().int(),
      made_at: timestamp,
      /** Null until the match has a result. */
      scored: z.object({ outcome: pick, mine: z.number(), model: z.number().nullable() }).nullable(),
    })
    .nullable(),
});
export type Shared = z.infer<typeof shared>;

export const getShared = endpoint({
  method: 'GET',
  path: '/api/shares/:id',
  access: 'public',
  summary: 'What a user shows at an address; `not_found` once it was withdrawn or its user has left',
  input: z.object({ id: uuid }),
  reply: shared,
});
