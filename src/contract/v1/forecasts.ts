import { z } from 'zod';
import { queryText } from '#contract/common.ts';
import { endpoint } from '#contract/endpoint.ts';
import { LEAD_TIMES, NO_FORECAST_REASONS } from '#contract/forecasts.ts';
import { CONFIDENCE_TAGS } from '#domain/forecast/confidence.ts';
import { fields, id, moment, outcomes, pageOf, paging, pathId, probability, sport } from './parts.ts';

/** Forecasts of the open API: of a match, and all that were frozen and scored. */

const count = z.number().int();
const scoreChance = z.object({ home: count, away: count, probability });

export const v1Forecast = endpoint({
  method: 'GET',
  path: '/api/v1/matches/:id/forecast',
  operation: 'getForecast',
  access: 'open',
  summary: "Get a match's forecast",
  description:
    'What our model, the bookmakers and the users here hold of a match. At kick-off all three are frozen and stay as they were. `now` follows the match in play.',
  input: z.object({ id: pathId, ...fields }),
  reply: z.object({
    match_id: id,
    model: outcomes
      .extend({
        version: z.string(),
        made_at: moment,
        frozen_at: moment.nullable().meta({ description: 'Null before kick-off.' }),
        confidence: z.enum(CONFIDENCE_TAGS),
        expected: z.object({ home: z.number(), away: z.number() }).nullable().meta({ description: 'Football: expected goals.' }),
        top_scores: z.array(scoreChance).meta({ description: 'Football: the likeliest scores.' }),
      })
      .nullable(),
    no_model_reason: z.enum(NO_FORECAST_REASONS).nullable(),
    market: outcomes.nullable(),
    crowd: outcomes.nullable(),
    now: outcomes.nullable().meta({ description: 'In play, as last reported.' }),
    line: z
      .array(outcomes.extend({ minute: count, stoppage: count.nullable() }))
      .meta({ description: 'Football: the chances from kick-off until now.' }),
  }),
});

const scores = z.object({ rps: z.number(), log_loss: z.number(), brier: z.number() });

export const v1Forecasts = endpoint({
  method: 'GET',
  path: '/api/v1/forecasts',
  operation: 'listForecasts',
  access: 'open',
  summary: 'List scored forecasts',
  description:
    'Every forecast that was frozen at kick-off and whose match has a result, misses included: what the track record is made of. By match id.',
  input: z.object({
    sport: sport.default('football'),
    league_id: pathId.optional(),
    season: queryText(20).min(1).optional(),
    ...paging,
  }),
  reply: pageOf(
    z.object({
      match_id: id,
      kickoff_at: moment,
      league: z.string(),
      season: z.string(),
      home: z.string(),
      away: z.string(),
      score: z.object({ home: count, away: count }),
      outcome: z.enum(['home', 'draw', 'away']),
      made_at: moment,
      frozen_at: moment,
      model_version: z.string(),
      model: outcomes,
      market: outcomes.nullable(),
      crowd: outcomes.nullable(),
      scores: scores.meta({ description: 'How good the forecast was; lower is better.' }),
    }),
  ),
});

const figures = scores.extend({ matches: count });

export const v1TrackRecord = endpoint({
  method: 'GET',
  path: '/api/v1/track-record',
  operation: 'getTrackRecord',
  access: 'open',
  summary: 'Get the track record',
  description: 'The means over all scored forecasts, beside the bookmakers and the users here on the same matches.',
  input: z.object({
    sport: sport.default('football'),
    league_id: pathId.optional(),
    season: queryText(20).min(1).optional(),
    ...fields,
  }),
  reply: z.object({
    model: figures.nullable(),
    beside: z.array(
      z.object({
        name: z.enum(['market', 'crowd']),
        model: figures,
        other: figures,
        rps_difference: z.number().meta({ description: 'Below 0: the model was better.' }),
        rps_standard_error: z.number(),
      }),
    ),
    by_league: z.array(figures.extend({ league_id: id, league: z.string(), season: z.string() })),
    by_lead_time: z.array(figures.extend({ lead: z.enum(LEAD_TIMES) })),
  }),
});
