import { z } from 'zod';
import { MARKETS } from '#domain/settlement/contest.ts';
import { ROUND_KEY_LENGTH_MAX } from '#domain/tipping/rounds.ts';
import { matchBrief } from './bets.ts';
import { listOf, nothing, numericId, odds, paging, pick, points, queryText, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef } from './matches.ts';

/** Bets that won, forecasts and tables of tipping groups that users show at an address of their own, /shared/{id} (docs/sharing.md). */

const choices = {
  /** Shows the user's handle; without it nothing tells whose it is. */
  shows_name: z.boolean(),
  /** Shows the stake and what it was paid. Either would tell the other, as the odds are shown. */
  shows_points: z.boolean(),
};

/** A share as its owner sees it: of a bet, of the forecast of a match, or of a group's table after a round. */
export const share = z.object({
  id: uuid,
  bet_id: uuid.nullable(),
  forecast_match_id: numericId.nullable(),
  tipping_group_id: uuid.nullable(),
  tipping_round: z.string().nullable(),
  ...choices,
  created_at: timestamp,
});
export type Share = z.infer<typeof share>;

interface Subject {
  bet_id?: unknown;
  forecast_match_id?: unknown;
  tipping_group_id?: unknown;
  tipping_round?: unknown;
}
const isOne = ({ bet_id, forecast_match_id, tipping_group_id, tipping_round }: Subject): boolean =>
  [bet_id, forecast_match_id, tipping_group_id].filter((id) => id !== undefined).length === 1 &&
  (tipping_group_id === undefined) === (tipping_round === undefined);

/** A group's table after one of its rounds. */
const ofTable = { tipping_group_id: uuid.optional(), tipping_round: queryText(ROUND_KEY_LENGTH_MAX).optional() };

export const createShare = endpoint({
  method: 'POST',
  path: '/api/account/shares',
  access: 'user',
  summary:
    "Shows a bet of the caller's that won, a forecast, or the table of a group after a round that is over, at an address of its own; again, it changes what is shown; 30 a minute",
  input: z
    .strictObject({
      bet_id: uuid.optional(),
      forecast_match_id: z.number().int().min(1).max(2_147_483_647).optional(),
      ...ofTable,
      ...choices,
    })
    .refine(isOne, { path: ['bet_id'], error: 'either a bet, a forecast or a table of a group' }),
  reply: share,
});

export const listShares = endpoint({
  method: 'GET',
  path: '/api/account/shares',
  access: 'user',
  summary: 'What the caller shows at addresses, newest first; or the one of a bet, of the forecast of a match, or of a table',
  input: z.object({ bet_id: uuid.optional(), forecast_match_id: numericId.optional(), ...ofTable, ...paging }),
  reply: listOf(share),
});

export const removeShare = endpoint({
  method: 'DELETE',
  path: '/api/account/shares/:id',
  access: 'user',
  summary: 'Stops showing a bet, a forecast or a table; its address leads to nothing for ever; no error if it did already',
  input: z.object({ id: uuid }),
  reply: nothing,
});

export const shared = z.object({
  id: uuid,
  /** Null for a table. */
  match: matchBrief.nullable(),
  league: leagueRef.nullable(),
  /** The handle of the user; null if they did not want to be named. */
  name: z.string().nullable(),
  /**
   * True while the reader's spoiler shield hides how the match stands. Only bets that won are shared, so then nothing of the bet is told. Of
   * a table: while a match of its round is not over, or hidden.
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
  /** The first five rows of the table after a round, and those around the sharer. */
  table: z
    .object({
      group: z.string(),
      round: z.object({ key: z.string(), league: leagueRef.nullable(), round: z.string().nullable(), starts_at: timestamp.nullable() }),
      /** Null for a private group. */
      members: z.number().int().nullable(),
      rows: z.array(
        z.object({
          /** Which row of the table it is, from 1: a gap means that others are between. */
          position: z.number().int(),
          place: z.number().int(),
          kind: z.enum(['member', 'model', 'crowd']),
          /** Null for the model, the crowd, members of a private group, and sharers who did not want to be named. */
          name: z.string().nullable(),
          is_sharer: z.boolean(),
          points: z.number().int(),
          round_points: z.number().int(),
        }),
      ),
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
