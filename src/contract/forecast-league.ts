import { z } from 'zod';
import { GROUP_NAME_LENGTH_MAX, isWhole, TABLE_WINDOWS } from '#domain/forecast/forecast-league.ts';
import { matchBrief } from './bets.ts';
import { listOf, nothing, numericId, paging, pick, sport, timestamp, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { outcomes, reliabilityBin } from './forecasts.ts';
import { leagueRef } from './matches.ts';

const percent = z.number().int().min(0).max(100);
/** Whole per cent with a sum of 100; 0 for the draw in sports without one. */
const percents = z.object({ home: percent, draw: percent, away: percent });

/** A logarithmic score: 0 for a certain and correct forecast, at worst -4.61 (src/domain/forecast/forecast-league.ts). */
const score = z.number().max(0);

/**
 * `open`: can still be changed. `locked`: the match has begun, or is not played as planned. `scored`: it has a result; a correction of the
 * result within 72 hours rescores it. `void`: it came to nothing and never counts.
 */
export const FORECAST_STATES = ['open', 'locked', 'scored', 'void'] as const;
export type ForecastState = (typeof FORECAST_STATES)[number];

/** A match with its forecasts: the caller's, and the others' current ones, or those frozen at kick-off. */
const forecast = z.object({
  match: matchBrief,
  league: leagueRef,
  state: z.enum(FORECAST_STATES),
  /** Null if the caller has made no forecast. */
  mine: percents.extend({ made_at: timestamp }).nullable(),
  /** Not secret: the match page shows the same. */
  others: z.object({ model: outcomes.nullable(), market: outcomes.nullable(), crowd: outcomes.nullable() }),
  /** Null until it is scored. */
  scored: z.object({ outcome: pick, mine: score, model: score.nullable(), market: score.nullable(), crowd: score.nullable() }).nullable(),
});
export type LeagueForecast = z.infer<typeof forecast>;

const ofMatch = { match_id: numericId };

export const listForecastMatches = endpoint({
  method: 'GET',
  path: '/api/forecast-league/matches',
  access: 'user',
  summary: "Matches of the next seven days, by kick-off, with the caller's forecasts",
  input: z.object({ sport: sport.optional(), ...paging }),
  reply: listOf(forecast),
});

export const listForecasts = endpoint({
  method: 'GET',
  path: '/api/forecast-league/forecasts',
  access: 'user',
  summary: "The caller's forecasts: open ones by kick-off, or finished ones, newest first",
  input: z.object({ status: z.enum(['open', 'scored']).default('open'), ...paging }),
  reply: listOf(forecast),
});

export const getForecast = endpoint({
  method: 'GET',
  path: '/api/forecast-league/forecasts/:match_id',
  access: 'user',
  summary: "A match and the caller's forecast of it",
  input: z.object(ofMatch),
  reply: forecast,
});

export const putForecast = endpoint({
  method: 'PUT',
  path: '/api/forecast-league/forecasts/:match_id',
  access: 'user',
  isTipping: true,
  summary: 'Forecasts a match, or changes the forecast, until it begins (`forecast_closed` then)',
  input: z.strictObject({ ...ofMatch, ...percents.shape }).refine(isWhole, { path: ['home'], error: 'must add up to 100' }),
  reply: forecast,
});

export const withdrawForecast = endpoint({
  method: 'DELETE',
  path: '/api/forecast-league/forecasts/:match_id',
  access: 'user',
  summary: 'Withdraws a forecast, until the match begins; no error if there is none',
  input: z.object(ofMatch),
  reply: forecast,
});

const window = z.enum(TABLE_WINDOWS).default('season');
const matches = z.number().int();

export const getForecastStanding = endpoint({
  method: 'GET',
  path: '/api/forecast-league/standing',
  access: 'user',
  summary: "The caller's forecasting record: mean score, comparison with others on the same matches, calibration, rank",
  input: z.object({ window }),
  reply: z.object({
    forecasts: matches,
    /** Null before any was scored. */
    mean: score.nullable(),
    /** The caller and another on the matches that both forecast; those without a common match are left out. */
    beside: z.array(z.object({ name: z.enum(['model', 'market', 'crowd']), matches, mine: score, other: score })),
    /** The caller's probabilities, grouped by tens, and how often such outcomes came true. */
    calibration: z.array(reliabilityBin),
    /** Rank in the overall table; null with too few forecasts. */
    rank: z.number().int().nullable(),
    ranked: z.number().int(),
  }),
});
export type ForecastStanding = z.infer<typeof getForecastStanding.reply>;

const standing = {
  handle: z.string(),
  forecasts: matches,
  /** Difference to the model on the matches that both forecast; null if there are none. */
  over_model: z.number().nullable(),
};

export const getForecastTable = endpoint({
  method: 'GET',
  path: '/api/forecast-league/table',
  access: 'public',
  summary: 'The ranking by mean score, of users with at least ten scored forecasts',
  input: z.object({ window, ...paging }),
  reply: listOf(z.object({ rank: z.number().int(), mean: score, ...standing })),
});
export type ForecastTableRow = z.infer<typeof getForecastTable.reply>['items'][number];

/** A league among friends: anyone with the code can join. */
const group = z.object({
  id: uuid,
  name: z.string(),
  /** Used in the address /forecast-league?join=CODE. It changes when a member is removed. */
  code: z.string(),
  members: z.number().int(),
  is_owner: z.boolean(),
});
export type ForecastGroup = z.infer<typeof group>;

const groupName = z.string().trim().min(1).max(GROUP_NAME_LENGTH_MAX);
const ofGroup = { group_id: uuid };

export const listForecastGroups = endpoint({
  method: 'GET',
  path: '/api/forecast-league/groups',
  access: 'user',
  summary: "The caller's leagues among friends, the oldest membership first",
  input: z.object({}),
  reply: z.object({ items: z.array(group) }),
});

export const createForecastGroup = endpoint({
  method: 'POST',
  path: '/api/forecast-league/groups',
  access: 'user',
  isTipping: true,
  status: 201,
  summary: 'Creates a league among friends; `too_many_groups` if the caller is in twenty',
  input: z.strictObject({ name: groupName }),
  reply: group,
});

export const joinForecastGroup = endpoint({
  method: 'POST',
  path: '/api/forecast-league/groups/join',
  access: 'user',
  isTipping: true,
  summary: 'Joins a league by its code; no error if the caller is a member',
  input: z.strictObject({ code: z.string().max(40) }),
  reply: group,
});

export const getForecastGroup = endpoint({
  method: 'GET',
  path: '/api/forecast-league/groups/:group_id',
  access: 'user',
  summary: "A league's table, for its members; those without a scored forecast come last",
  input: z.object({ ...ofGroup, window }),
  reply: group.extend({
    table: z.array(
      z.object({ rank: z.number().int().nullable(), mean: score.nullable(), ...standing, is_owner: z.boolean(), is_me: z.boolean() }),
    ),
  }),
});
export type ForecastGroupTable = z.infer<typeof getForecastGroup.reply>;

export const renameForecastGroup = endpoint({
  method: 'PATCH',
  path: '/api/forecast-league/groups/:group_id',
  access: 'user',
  summary: 'Renames a league (its owner)',
  input: z.strictObject({ ...ofGroup, name: groupName }),
  reply: group,
});

export const endForecastGroup = endpoint({
  method: 'DELETE',
  path: '/api/forecast-league/groups/:group_id',
  access: 'user',
  summary: 'Ends a league (its owner); the forecasts of its members stay',
  input: z.object(ofGroup),
  reply: nothing,
});

export const removeForecastMember = endpoint({
  method: 'DELETE',
  path: '/api/forecast-league/groups/:group_id/members/:handle',
  access: 'user',
  summary:
    "Removes a member (owner only) and renews the code; with the caller's handle, leaves. The oldest member succeeds an owner who leaves",
  input: z.object({ ...ofGroup, handle: z.string().max(40) }),
  reply: nothing,
});
