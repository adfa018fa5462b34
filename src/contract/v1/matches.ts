import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { ABSENCE_KINDS, MATCH_EVENT_TYPES, STATISTIC_KINDS } from '#domain/matches/match-details.ts';
import { fields, listOf, match, matchGroup, moment, outcomes, pageOf, paging, pathId, price, side, sport } from './parts.ts';

/** Matches of the open API, and what is known of each. */

const count = z.number().int();
const idList = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/, 'must be ids, separated by commas: 100 at most')
  .transform((text) => text.split(',').map(Number));

export const v1Matches = endpoint({
  method: 'GET',
  path: '/api/v1/matches',
  operation: 'listMatches',
  access: 'open',
  summary: 'List matches',
  description:
    'Matches by kick-off: of a UTC day (today without any of these), of a span of at most 31 days, or by their ids. Matches without a date are listed by `ids` only.',
  input: z.object({
    date: z.iso
      .date()
      .optional()
      .meta({ description: 'A UTC day.', examples: ['2026-11-20'] }),
    from: moment.optional(),
    to: moment.optional().meta({ description: 'Exclusive; at most 31 days after `from`.' }),
    ids: idList.optional().meta({ description: 'At most 100 ids, separated by commas.' }),
    sport: sport.optional(),
    league_id: pathId.optional(),
    team_id: pathId.optional(),
    state: matchGroup.optional(),
    ...paging,
  }),
  reply: pageOf(match),
});

export const v1Match = endpoint({
  method: 'GET',
  path: '/api/v1/matches/:id',
  operation: 'getMatch',
  access: 'open',
  summary: 'Get a match',
  input: z.object({ id: pathId, ...fields }),
  reply: match.extend({
    venue: z.string().nullable(),
    referee: z.string().nullable(),
    confirmed_at: moment.meta({ description: 'When the source last confirmed the match, with or without a change.' }),
  }),
});

export const v1Events = endpoint({
  method: 'GET',
  path: '/api/v1/matches/:id/events',
  operation: 'listMatchEvents',
  access: 'open',
  summary: "List a match's events",
  description: 'Goals, cards, substitutions and what else the source tells, in order.',
  input: z.object({ id: pathId, ...fields }),
  reply: listOf(
    z.object({
      id: z.string(),
      type: z.enum(MATCH_EVENT_TYPES),
      side,
      period: z.enum(['H1', 'H2', 'ET', 'P']),
      minute: count,
      stoppage: count.nullable(),
      player: z.string().nullable(),
      other_player: z.string().nullable().meta({ description: 'Who gave the assist; in a substitution who comes on.' }),
      detail: z.string().nullable(),
    }),
  ),
});

const lineup = z.object({
  source: z.enum(['official', 'probable', 'none']),
  formation: z.string().nullable(),
  coach: z.string().nullable(),
  players: z.array(
    z.object({
      name: z.string(),
      number: count.nullable(),
      position: z.enum(['GK', 'DEF', 'MID', 'FWD', 'OTH']),
      starter: z.boolean(),
      grid: z.string().nullable().meta({ description: 'Row and column on the pitch, "1:1" for the goalkeeper.' }),
    }),
  ),
});
const absences = z.array(z.object({ name: z.string(), kind: z.enum(ABSENCE_KINDS), reason: z.string().nullable() }));

export const v1Lineups = endpoint({
  method: 'GET',
  path: '/api/v1/matches/:id/lineups',
  operation: 'getLineups',
  access: 'open',
  summary: "Get a match's line-ups",
  description: 'The official line-ups, or the probable ones before they are known.',
  input: z.object({ id: pathId, ...fields }),
  reply: z.object({ home: lineup, away: lineup, absences: z.object({ home: absences, away: absences }) }),
});

export const v1Statistics = endpoint({
  method: 'GET',
  path: '/api/v1/matches/:id/statistics',
  operation: 'listMatchStatistics',
  access: 'open',
  summary: "List a match's statistics",
  description: 'What was counted for both sides; empty where the source counts nothing.',
  input: z.object({ id: pathId, ...fields }),
  reply: listOf(z.object({ kind: z.enum(STATISTIC_KINDS), home: z.number().min(0).nullable(), away: z.number().min(0).nullable() })),
});

const prices = z.object({ home: price, draw: price.nullable(), away: price });

export const v1Odds = endpoint({
  method: 'GET',
  path: '/api/v1/matches/:id/odds',
  operation: 'getOdds',
  access: 'open',
  summary: "Get a match's odds",
  description:
    'Bookmakers’ prices for the result, and their consensus without the margin. For information only: this site takes no bets of money.',
  input: z.object({ id: pathId, ...fields }),
  reply: z.object({
    consensus: prices.extend({ probabilities: outcomes, suspended: z.boolean(), confirmed_at: moment }).nullable(),
    bookmakers: z.array(
      prices.extend({ name: z.string(), opening: prices, suspended: z.boolean(), changed_at: moment, confirmed_at: moment }),
    ),
  }),
});
