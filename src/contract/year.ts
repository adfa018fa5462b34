import { z } from 'zod';
import { matchBrief } from './bets.ts';
import { timestamp } from './common.ts';
import { MEDALS } from './divisions.ts';
import { endpoint } from './endpoint.ts';
import { teamRef } from './matches.ts';

/** A year of tips and forecasts without stakes, of the caller alone: no stake and no point of the ledger is in it. */

const count = z.number().int();
/** Mean logarithmic scores on the matches that both forecast; null without one. */
const beside = z.object({ matches: count, mine: z.number(), other: z.number() }).nullable();

const review = z.object({
  /** Distinct matches that were tipped before they began, in whatever group; with a result, and how near the tip came. */
  tips: z.object({ entered: count, scored: count, exact: count, right: count }),
  /** The most right winners in a row. */
  streak: count,
  /** The twelve months. */
  months: z.array(z.object({ scored: count, right: count })).length(12),
  /** The round with most points of a group that the caller is in. */
  best_round: z.object({ group: z.string(), points: count, at: timestamp }).nullable(),
  /** The best place in such a group, as it stands. */
  best_place: z.object({ group: z.string(), place: count, members: count }).nullable(),
  /** The right tip to which the model gave the least chance (0 to 1). */
  best_call: z.object({ match: matchBrief, home: count, away: count, chance: z.number() }).nullable(),
  /** The team, of those tipped at least five times, whose matches were right least often. */
  toughest: z.object({ team: teamRef, scored: count, right: count }).nullable(),
  forecasts: z.object({ scored: count, model: beside, crowd: beside }),
  /** Seasons of the divisions that were played to the end. */
  seasons: z.array(z.object({ season: z.string(), tier: count, number: count, place: count, medal: z.enum(MEDALS).nullable() })),
});
export type Review = z.infer<typeof review>;

export const getYear = endpoint({
  method: 'GET',
  path: '/api/account/year/:year',
  access: 'user',
  summary: "The caller's year of tips and forecasts: a past one, or the running one from 1 December; `not_found` for others to come",
  input: z.object({ year: z.coerce.number<number>().int().min(2000).max(2999) }),
  reply: z.object({
    year: count,
    is_running: z.boolean(),
    /** When it can be seen; null: now. */
    opens_at: timestamp.nullable(),
    /** Null until then, and for a year without tips and forecasts. */
    review: review.nullable(),
  }),
});
export type YearPage = z.infer<typeof getYear.reply>;
