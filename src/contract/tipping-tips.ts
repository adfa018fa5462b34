import { z } from 'zod';
import { ROUND_KEY_LENGTH_MAX } from '#domain/tipping/rounds.ts';
import { TABLE_PERIOD } from '#domain/tipping/table-period.ts';
import { TIP_GOALS_MAX } from '#domain/tipping/tip.ts';
import { matchBrief } from './bets.ts';
import { listOf, numericId, paging, queryText, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { leagueRef } from './matches.ts';
import { scoredTip, tippingRules } from './tipping-rules.ts';

/** Matches that one request can tip: more than any round has. */
export const TIPS_MAX = 100;

/** Two counts: goals, sets or maps; in basketball the winner's margin band, from 1, and 0 (src/domain/tipping/tip.ts). */
const tip = z.object({ home: z.number().int(), away: z.number().int() });
const count = z.number().int().min(0).max(TIP_GOALS_MAX);
const sentTip = z.strictObject({ home: count, away: count });

/** `open`: tips can be changed. `closed`: they cannot, and are visible. `live`, `final`: so far, and in the end. `void`: never counts. */
export const TIPPED_MATCH_STATES = ['open', 'closed', 'live', 'final', 'void'] as const;

const tippedMatch = z.object({
  match: matchBrief,
  league: leagueRef,
  state: z.enum(TIPPED_MATCH_STATES),
  /** When tips close; null while the match has no date. */
  closes_at: timestamp.nullable(),
  /** How many parts a series has; null in football and basketball, and if unknown (then best of three). */
  series: z.object({ parts: z.number().int(), race: z.boolean() }).nullable(),
  /** Null if the caller tipped nothing. */
  mine: tip.extend({ is_joker: z.boolean(), entered_at: timestamp }).nullable(),
  /** The tip that counts in place of none; null until the match has closed, and if there is one. */
  by_default: tip.nullable(),
  /** Of the caller's tip, or of the one by default; null until there is a score. */
  scored: scoredTip.nullable(),
});
export type TippedMatch = z.infer<typeof tippedMatch>;

const ofGroup = { group_id: uuid };
const roundKey = queryText(ROUND_KEY_LENGTH_MAX);

export const getTippingRound = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/round',
  access: 'user',
  summary: "The matches of a round, by kick-off, with the caller's tips; the current round unless one is named",
  input: z.object({ ...ofGroup, round: roundKey.optional() }),
  reply: z.object({
    key: z.string().nullable(),
    /** Jokers of this round that are set. */
    jokers: z.object({ set: z.number().int(), of: z.number().int() }),
    /** Of the round so far, live matches included. */
    points: z.number().int(),
    items: z.array(tippedMatch),
    server_time: timestamp,
  }),
});
export type TippingRoundReply = z.infer<typeof getTippingRound.reply>;

/** What became of a tip that was sent. `saved`; `late`: the match had closed, and the tip before it stays. */
export const TIP_OUTCOMES = ['saved', 'late', 'not_in_group', 'impossible', 'too_many_jokers'] as const;
export type TipOutcome = (typeof TIP_OUTCOMES)[number];

export const putTips = endpoint({
  method: 'PUT',
  path: '/api/tipping/groups/:group_id/tips',
  access: 'user',
  isTipping: true,
  summary: 'Enters tips, or changes or takes them back, each until its match closes; says of each what became of it',
  input: z.strictObject({
    ...ofGroup,
    tips: z
      .array(
        z.strictObject({
          match_id: numericId,
          /** Null takes the tip back. */
          tip: sentTip.nullable(),
          is_joker: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(TIPS_MAX),
  }),
  reply: z.object({
    items: z.array(z.object({ match_id: z.number().int(), outcome: z.enum(TIP_OUTCOMES) })),
    /** When the server received them: what decides. */
    judged_at: timestamp,
  }),
});

/** Who a row of a table or of a list of tips is about. */
const who = {
  /** `place`: an imported one that no user has taken yet (docs/tipping-import.md). */
  kind: z.enum(['member', 'place', 'model', 'crowd']),
  /** Null for all but members. */
  handle: z.string().nullable(),
  /** Of a place, as it was imported. */
  name: z.string().optional(),
  is_me: z.boolean(),
};

const matchTip = z.object({
  ...who,
  tip,
  is_joker: z.boolean(),
  /** Null for a tip by default, the model's and the crowd's. */
  entered_at: timestamp.nullable(),
  points: z.number().int().nullable(),
  /** By which member the tip is commented on, and how many comments there are; null for guests and for tips that nobody entered. */
  comments: z.object({ member_id: z.number().int(), count: z.number().int() }).nullable(),
});
export type MatchTip = z.infer<typeof matchTip>;

export const getMatchTips = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/matches/:match_id/tips',
  access: 'user',
  summary:
    "Everybody's tips of a match with the time of entry, once it has closed (`tips_hidden` before), with what recomputes their points",
  input: z.object({ ...ofGroup, match_id: numericId, ...paging }),
  reply: listOf(matchTip).extend({
    closed_at: timestamp,
    /** Whether an owner entered these tips for others after the match (docs/tipping-import.md). */
    is_imported: z.boolean(),
    /** What each tip is scored by: `scoreTip` of src/domain/tipping/score-tips.ts. Null until there is a score. */
    terms: z
      .object({
        result: tip,
        is_final: z.boolean(),
        rules: tippingRules,
        weight: z.number().int(),
        tips: z.number().int(),
        right: z.number().int(),
      })
      .nullable(),
  }),
});
export type MatchTips = z.infer<typeof getMatchTips.reply>;

export const tippingTableRow = z.object({
  ...who,
  place: z.number().int(),
  /** The place without the matches in play. */
  place_before: z.number().int(),
  points: z.number().int(),
  live_points: z.number().int(),
  /** The part of `points` that is of bonus questions; none in the table of a round. */
  bonus_points: z.number().int(),
  tips: z.number().int(),
  exact: z.number().int(),
  difference: z.number().int(),
  tendency: z.number().int(),
  rounds_won: z.number().int(),
  /** Points of the last five rounds that have begun, the latest last. */
  form: z.array(z.number().int()),
});
export type TippingTableRow = z.infer<typeof tippingTableRow>;

/** All rounds, one round, or the rounds that began in a month ("2026-11") or half-year ("2026-H2"). */
const tableOf = {
  round: roundKey.optional(),
  period: z.string().regex(TABLE_PERIOD).optional(),
};

export const getTippingTable = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/table',
  access: 'user',
  summary: 'The table as it stands, matches in play included; of all rounds, a round, a month or a half-year',
  input: z.object({ ...ofGroup, ...tableOf, ...paging }),
  reply: listOf(tippingTableRow).extend({
    /** Whether a match in play moves it now. */
    is_live: z.boolean(),
    /** The caller's row, wherever it is; null for guests of a listed group. */
    me: tippingTableRow.nullable(),
  }),
});
export type TippingTable = z.infer<typeof getTippingTable.reply>;

export const getTippingHistory = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/history',
  access: 'user',
  summary: 'How places and points of up to five members moved from round to round; with one other member, head to head',
  input: z.object({ ...ofGroup, handles: queryText(400).optional() }),
  reply: z.object({
    rounds: z.array(
      z.object({ key: z.string(), league: leagueRef.nullable(), round: z.string().nullable(), starts_at: timestamp.nullable() }),
    ),
    /** The caller, the model, the leader, and who was asked for. */
    lines: z.array(z.object({ ...who, places: z.array(z.number().int()), points: z.array(z.number().int()) })),
  }),
});
export type TippingHistory = z.infer<typeof getTippingHistory.reply>;

export const downloadTippingTable = endpoint({
  method: 'GET',
  path: '/api/tipping/groups/:group_id/table.csv',
  access: 'user',
  produces: 'text/csv; charset=utf-8',
  fileName: 'tipping-table.csv',
  summary: 'The table of all rounds as CSV: a row for each member with the points of every round',
  input: z.object(ofGroup),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
});
