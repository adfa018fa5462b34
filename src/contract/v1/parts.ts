import { z } from 'zod';
import { MATCH_GROUPS, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { PERIOD_KINDS, SIDES, SPORTS } from '#domain/matches/sport.ts';

/**
 * What the answers of the open API (`/api/v1`) are made of. Its names are a promise to programs of others: a field keeps its name, its type
 * and its meaning until a version 2; fields are only added. So these schemas are written apart from those of the site's own endpoints, which
 * change with its pages (docs/api/overview.md).
 */

export const id = z.number().int().min(1).meta({ description: 'Stable for as long as the site exists.' });
export const pathId = z.coerce.number<number>().int().min(1).max(2_147_483_647);
export const moment = z.iso.datetime().meta({ description: 'UTC, ISO 8601.', examples: ['2026-11-20T15:00:00.000Z'] });
export const sport = z.enum(SPORTS).meta({ description: 'A sport of this site.' });
export const side = z.enum(SIDES);
export const probability = z.number().min(0).max(1);
export const price = z.number().min(1).meta({ description: 'Decimal odds.' });
const count = z.number().int();

export const outcomes = z
  .object({ home: probability, draw: probability, away: probability })
  .meta({ id: 'Outcomes', description: 'Probabilities that add up to 1. The draw is 0 where a match cannot end level.' });

/** A list that is read page by page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    next_cursor: z.string().nullable().meta({ description: 'Send it as `cursor` for the next page. Null on the last page.' }),
  });

/** A list that is short enough to come whole. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) });

const FIELD = /^[a-z_]+(\.[a-z_]+){0,3}$/;

/** Parameters of every GET. */
export const fields = {
  fields: z
    .string()
    .max(500)
    .refine((text) => text.split(',').every((field) => FIELD.test(field)), 'must be names of fields, separated by commas')
    .transform((text) => text.split(','))
    .optional()
    .meta({ description: 'Names of fields, separated by commas; the answer has only these. A dot leads into an object: `id,home.name`.' }),
};

/** Parameters of lists with pages. */
export const paging = {
  limit: z.coerce.number<number>().int().min(1).max(200).default(50).meta({ description: 'Items per page.' }),
  cursor: z.string().max(300).optional().meta({ description: 'The `next_cursor` of the previous page, with otherwise equal parameters.' }),
  ...fields,
};

export const names = z
  .object({ 'zh-CN': z.string().optional(), vi: z.string().optional() })
  .meta({ description: 'Names in other languages than English, where they differ.' });

export const team = z
  .object({ id, name: z.string(), short_name: z.string().nullable(), names })
  .meta({ id: 'Team', description: 'A team, or a player of an individual sport.' });

export const league = z
  .object({
    id,
    sport,
    name: z.string(),
    names,
    country_code: z
      .string()
      .nullable()
      .meta({ description: 'ISO 3166-1 alpha-2 or a part of it, in lower case; null for international competitions.' }),
    kind: z.enum(['league', 'cup']),
  })
  .meta({ id: 'League' });

const pair = z.object({ home: count, away: count });

export const score = z.object({
  home: count.nullable().meta({ description: 'Now, or at the end, with extra time and without a shoot-out; null before the start.' }),
  away: count.nullable(),
  half_time: pair.nullable(),
  regular_time: pair.nullable().meta({ description: 'Football: after 90 minutes and stoppage time.' }),
  extra_time: pair.nullable(),
  shoot_out: pair.nullable(),
  parts: z.array(pair.extend({ tie_break: pair.nullable() })).meta({ description: 'Quarters, sets or maps in order; empty in football.' }),
});

export const matchStatus = z.enum(MATCH_STATUSES).meta({
  description:
    'ns not started, tbd time to be decided, pst postponed; live, h1, ht half time, h2, et extra time, bt break before it, p shoot-out, int interrupted, susp suspended; ft, aet after extra time, pen after a shoot-out, abd abandoned, canc cancelled, awd awarded, wo walkover.',
});
export const matchGroup = z.enum(MATCH_GROUPS).meta({ description: 'The group of the status.' });

/** A part of a match in sports other than football. */
export const part = z.object({ kind: z.enum(PERIOD_KINDS), number: count });

export const match = z
  .object({
    id,
    sport,
    league: league.pick({ id: true, name: true, names: true, country_code: true }),
    season: z.string(),
    round: z.string(),
    kickoff_at: moment.nullable().meta({ description: 'Planned or true start; null while it is unknown.' }),
    status: matchStatus,
    state: matchGroup,
    minute: count.nullable().meta({ description: 'Football: the minute of play, at `seen_at`. Basketball: the minute of the period.' }),
    stoppage: count.nullable(),
    period: part.nullable().meta({ description: 'Other sports: the part being played.' }),
    seen_at: moment.nullable().meta({ description: 'When minute and score were true.' }),
    home: team,
    away: team,
    score,
    winner: z
      .enum(['home', 'draw', 'away'])
      .nullable()
      .meta({ description: 'The winner, or `draw`. Null before the end, and for a match without a result.' }),
    red_cards: pair,
    page: z.string().meta({ description: 'The path of its page on this site.', examples: ['/match/7'] }),
  })
  .meta({ id: 'Match' });
export type V1Match = z.infer<typeof match>;
export type V1Team = z.infer<typeof team>;
export type V1League = z.infer<typeof league>;
