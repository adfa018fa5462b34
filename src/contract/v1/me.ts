import { z } from 'zod';
import { numericId, odds, pick, points, queryText, sport, timestamp, uuid } from '#contract/common.ts';
import { endpoint } from '#contract/endpoint.ts';
import { GROUP_ROLES, GROUP_VISIBILITIES } from '#contract/tipping-groups.ts';
import { putTips, TIP_OUTCOMES, TIPPED_MATCH_STATES } from '#contract/tipping-tips.ts';
import { API_SCOPES } from '#domain/identity/api-key.ts';
import { LEVELS } from '#domain/ledger/levels.ts';
import { MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { BET_FILTERS, BET_STATES, MARKETS } from '#domain/settlement/contest.ts';
import { ROUND_KEY_LENGTH_MAX } from '#domain/tipping/rounds.ts';
import { fields, paging } from './parts.ts';

const path = '/api/v1/me';

const nextCursor = z.string().nullable().meta({ description: 'Ask for the next page with it; null on the last page.' });

const team = z.object({ id: numericId, name: z.string().meta({ description: 'In English.' }) });

/** The match that a bet or a tip is about. Details are at /api/v1/matches/{id}. */
const match = z.object({
  id: numericId,
  sport,
  kickoff_at: timestamp.nullable().meta({ description: 'Null while the match has no date.' }),
  status: z.enum(MATCH_STATUSES),
  home: team,
  away: team,
  score: z
    .object({ home: z.number().int(), away: z.number().int() })
    .nullable()
    .meta({ description: 'The current score; null before kick-off. Never with the shoot-out.' }),
});

export const ownProfile = endpoint({
  method: 'GET',
  path,
  operation: 'getOwnProfile',
  access: 'me:read',
  summary: 'The owner of the key',
  description: 'Never has contacts: no address, phone or wallet.',
  input: z.object(fields),
  reply: z.object({
    handle: z.string().meta({ description: 'Unique and public; its owner may change it.' }),
    display_name: z.string().nullable().meta({ description: 'Null if the owner has chosen none.' }),
    avatar_url: z.string().nullable(),
    time_zone: z.string().meta({ description: 'An IANA name: `Asia/Ho_Chi_Minh`.' }),
    member_since: timestamp,
    scopes: z.array(z.enum(API_SCOPES)).meta({ description: 'What this key may do.' }),
  }),
});

export const ownBalance = endpoint({
  method: 'GET',
  path: `${path}/balance`,
  operation: 'getOwnBalance',
  access: 'me:read',
  summary: "The owner's points and level",
  input: z.object(fields),
  reply: z.object({
    points: points.meta({ description: 'Points that can be staked now.' }),
    level: z.enum(LEVELS),
    experience: z.number().int(),
    next_level_at: z.number().int().nullable().meta({ description: 'Experience at which the next level begins; null at the top.' }),
  }),
});

const ownBet = z.object({
  id: uuid,
  contest_id: uuid,
  market: z.enum(MARKETS).meta({ description: '`wdl`: a pool. `1x2`: fixed odds.' }),
  pick,
  stake: points,
  state: z.enum(BET_STATES),
  payout: points.meta({ description: '0 until it has ended, and if it was lost.' }),
  refund: points,
  hit: z.boolean().nullable().meta({ description: 'Whether the pick was right; null for refunds and until settled.' }),
  returns_now: points
    .nullable()
    .meta({ description: 'What it would pay with the current pool, or at its fixed odds; null once it has ended.' }),
  odds: odds.nullable().meta({ description: 'Decimal. Of a pool they are indicative.' }),
  placed_at: timestamp,
  settled_at: timestamp.nullable(),
  match,
});

export const ownBets = endpoint({
  method: 'GET',
  path: `${path}/bets`,
  operation: 'listOwnBets',
  access: 'me:read',
  summary: "The owner's bets, newest first",
  input: z.object({ status: z.enum(BET_FILTERS).optional(), ...paging }),
  reply: z.object({ data: z.array(ownBet), next_cursor: nextCursor }),
});

const place = z
  .number()
  .int()
  .nullable()
  .meta({ description: "The owner's place, matches in play included; null before anything counts." });

const ownGroup = z.object({
  id: uuid,
  name: z.string(),
  visibility: z.enum(GROUP_VISIBILITIES),
  members: z.number().int(),
  role: z.enum(GROUP_ROLES),
  place,
  points,
  missing_tips: z.number().int().meta({ description: 'Matches that close within the next seven days and that the owner has not tipped.' }),
  next_deadline: timestamp.nullable().meta({ description: 'When the first of them closes.' }),
});

export const ownGroups = endpoint({
  method: 'GET',
  path: `${path}/groups`,
  operation: 'listOwnGroups',
  access: 'me:read',
  summary: "The owner's tipping groups",
  description: 'All of them, at most fifty: there is one page.',
  input: z.object(fields),
  reply: z.object({ data: z.array(ownGroup), next_cursor: nextCursor }),
});

const tableRow = z.object({
  kind: z.enum(['member', 'place', 'model', 'crowd']).meta({
    description: "`place`: an imported member without an account. `model`, `crowd`: the site's forecast, and the average of all tips.",
  }),
  handle: z.string().nullable().meta({ description: 'Null for all but members.' }),
  name: z.string().nullable().meta({ description: 'Of a `place`; null for all others.' }),
  is_me: z.boolean(),
  place: z.number().int(),
  points,
  live_points: points.meta({ description: 'The part of `points` that is of matches in play.' }),
  bonus_points: points.meta({ description: 'The part of `points` that is of bonus questions.' }),
  tips: z.number().int(),
  exact: z.number().int(),
  rounds_won: z.number().int(),
});

export const ownGroupTable = endpoint({
  method: 'GET',
  path: `${path}/groups/:id`,
  operation: 'getOwnGroup',
  access: 'me:read',
  summary: "One of the owner's tipping groups with its table",
  description: 'The table moves while matches are played: rows may move between two pages.',
  input: z.object({ id: uuid, ...paging }),
  reply: z.object({
    id: uuid,
    name: z.string(),
    visibility: z.enum(GROUP_VISIBILITIES),
    is_live: z.boolean().meta({ description: 'Whether a match in play moves the table now.' }),
    me: tableRow.nullable().meta({ description: "The owner's row, wherever it is." }),
    data: z.array(tableRow),
    next_cursor: nextCursor,
  }),
});

const tip = z.object({ home: z.number().int(), away: z.number().int() });

const groupMatch = z.object({
  match,
  state: z.enum(TIPPED_MATCH_STATES).meta({
    description:
      '`open`: tips can be changed. `closed`: they cannot, and are visible. `live`, `final`: so far, and in the end. `void`: never counts.',
  }),
  closes_at: timestamp.nullable().meta({ description: 'When tips close; null while the match has no date.' }),
  series: z
    .object({ parts: z.number().int(), race: z.boolean() })
    .nullable()
    .meta({ description: 'How many sets or maps there are at most (`race`: how many must be won); null in football and basketball.' }),
  tip: tip
    .extend({ is_joker: z.boolean(), entered_at: timestamp })
    .nullable()
    .meta({ description: "The owner's tip; null if there is none. Tips of others are never here." }),
  points: points.nullable().meta({ description: "What the owner's tip is worth; null until there is a score." }),
});

export const ownGroupMatches = endpoint({
  method: 'GET',
  path: `${path}/groups/:id/matches`,
  operation: 'listOwnGroupMatches',
  access: 'me:read',
  summary: "The matches of a round that can be tipped, by kick-off, with the owner's tips and the deadlines",
  input: z.object({
    id: uuid,
    round: queryText(ROUND_KEY_LENGTH_MAX).optional().meta({ description: 'The key of a round; without it the current one.' }),
    state: z.enum(['open', 'all']).default('open').meta({ description: '`all`: also matches that have closed.' }),
    ...fields,
  }),
  reply: z.object({
    round: z.string().nullable().meta({ description: 'The key of the round; null if the group has no matches.' }),
    jokers: z
      .object({ set: z.number().int(), of: z.number().int() })
      .meta({ description: 'Jokers that are set in the round, and how many there are.' }),
    server_time: timestamp.meta({ description: 'The clock that decides whether a tip is late.' }),
    data: z.array(groupMatch),
    next_cursor: nextCursor,
  }),
});

export const putOwnTips = endpoint({
  method: 'PUT',
  path: `${path}/groups/:id/tips`,
  operation: 'putOwnTips',
  access: 'me:tip',
  isTipping: true,
  summary: "Enters tips in one of the owner's groups, changes them, or takes them back",
  description:
    "Each tip stands or falls alone; the moment at which the request arrives decides what is late. Refused with `tipping_paused` during the owner's time away.",
  input: z.strictObject({
    id: uuid,
    tips: putTips.input.shape.tips.meta({
      description: 'One to a hundred. `tip`: two counts, or null to take it back. `is_joker` is false unless it is sent.',
    }),
  }),
  reply: z.object({
    data: z.array(
      z.object({
        match_id: numericId,
        outcome: z.enum(TIP_OUTCOMES).meta({
          description:
            '`saved`. `late`: the match had closed, and the tip before it stays. `not_in_group`: it does not count there. `impossible`: no such result in this sport. `too_many_jokers`.',
        }),
      }),
    ),
    judged_at: timestamp.meta({ description: 'When the server received the tips.' }),
  }),
});
