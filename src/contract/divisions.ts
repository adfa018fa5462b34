import { z } from 'zod';
import { matchBrief } from './bets.ts';
import { nothing, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';

/** Seasons of forecasts and tips among strangers, without stakes (docs/divisions.md). Points here are no points of the ledger. */

const count = z.number().int();
/** A month in UTC: '2026-11'. */
const season = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

export const DIVISION_MOVES = ['up', 'down', 'stay', 'out'] as const;
export type DivisionMove = (typeof DIVISION_MOVES)[number];
export const MEDALS = ['first', 'second', 'third'] as const;
export type Medal = (typeof MEDALS)[number];

const row = z.object({
  /** Shared by those who are level. */
  place: count,
  handle: z.string(),
  points: count,
  /** Matches that count and have a result. */
  matches: count,
  is_me: z.boolean(),
  /** Where this place leads. Of a season that is closed: where it led. */
  move: z.enum(DIVISION_MOVES),
  /** Of a season that is closed. */
  medal: z.enum(MEDALS).nullable(),
  /** Of a season that is closed: the points by today's results, if a correction changed them. They move nobody. */
  corrected: count.nullable(),
});
export type DivisionRow = z.infer<typeof row>;

const division = z.object({
  /** From 1, the highest. */
  tier: count,
  /** Within its tier, from 1. */
  number: count,
  /** How many divisions each tier has, the highest first. */
  tiers: z.array(count),
  /** How many go up and down. How many go down in the end depends on who leaves and who comes. */
  up: count,
  down: count,
  rows: z.array(row),
});

const past = z.object({
  season,
  tier: count,
  number: count,
  place: count,
  players: count,
  points: count,
  move: z.enum(DIVISION_MOVES),
  medal: z.enum(MEDALS).nullable(),
});
export type PastSeason = z.infer<typeof past>;

export const getDivision = endpoint({
  method: 'GET',
  path: '/api/division',
  access: 'user',
  summary: "The caller's division as it stands, or that of a past season; which matches count; and the seasons before",
  input: z.object({ season: season.optional() }),
  reply: z.object({
    /** `out`: takes no part. `waiting`: gets a place with the next season, or once enough others wait. */
    state: z.enum(['out', 'waiting', 'seated']),
    season: z.object({
      key: season,
      from: timestamp,
      to: timestamp,
      /** When its table becomes final. */
      closes_at: timestamp,
      is_closed: z.boolean(),
    }),
    /** Null without a place in this season. */
    division: division.nullable(),
    /** The caller's matches that count in this season, latest first. */
    matches: z.array(
      z.object({
        match: matchBrief,
        is_tip: z.boolean(),
        /** Null until there is a result that the reader may know. */
        points: count.nullable(),
      }),
    ),
    /** Closed seasons, latest first. */
    past: z.array(past),
  }),
});
export type DivisionPage = z.infer<typeof getDivision.reply>;

export const joinDivisions = endpoint({
  method: 'PUT',
  path: '/api/division',
  access: 'user',
  isTipping: true,
  summary: 'Takes part in the divisions from now on; no error if the caller does. `contact_unconfirmed` without a confirmed contact',
  input: z.strictObject({}),
  reply: nothing,
});

export const leaveDivisions = endpoint({
  method: 'DELETE',
  path: '/api/division',
  access: 'user',
  summary: 'Leaves the divisions, and this season; no error if the caller takes no part. Seasons that are closed stay',
  input: z.object({}),
  reply: nothing,
});
