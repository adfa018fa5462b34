import { z } from 'zod';
import { CONFIDENCE_TAGS } from '#domain/forecast/confidence.ts';
import { names, numericId, queryText, side, sport, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';

/** 0 to 1; the three add up to 1. The draw is 0 in sports without one. */
const probability = z.number().min(0).max(1);
export const outcomes = z.object({ home: probability, draw: probability, away: probability });
export type OutcomeProbabilities = z.infer<typeof outcomes>;

/** Why we have no forecast for a match. */
export const NO_FORECAST_REASONS = ['not_ready', 'unknown_teams', 'date_unknown', 'too_far', 'began_before_forecast'] as const;
export type NoForecastReason = (typeof NO_FORECAST_REASONS)[number];

const scoreProbability = z.object({ home: z.number().int(), away: z.number().int(), probability });

/** Derived from the matrix of scores; football only. Consistent with the outcomes beside it. */
const scores = z.object({
  /** 7 rows (home goals) of 7 (away goals); the last row and column are "6+". Adds up to 1. */
  matrix: z.array(z.array(probability)),
  /** The three most likely scores, the most likely first. */
  top: z.array(scoreProbability),
  over_under: z.array(z.object({ line: z.number(), over: probability, under: probability })),
  /** The line nearest to even, which is the one shown. */
  main_line: z.number(),
  both_score: probability,
});
export type ScoreView = z.infer<typeof scores>;

/** An event's effect on the outcomes, in probability: -0.14 is 14 percentage points less. */
const turn = z.object({
  cause: z.enum(['goal', 'goal_cancelled', 'red_card']),
  side,
  home: z.number(),
  draw: z.number(),
  away: z.number(),
});

export const timelinePoint = outcomes.extend({ minute: z.number().int(), stoppage: z.number().int().nullable(), turn: turn.nullable() });
export type TimelinePoint = z.infer<typeof timelinePoint>;

export const getScoreProbability = endpoint({
  method: 'GET',
  path: '/api/matches/:id/score-probability',
  access: 'public',
  summary: 'Probabilities of each outcome and score: of our model, of the market, and of those who staked',
  input: z.object({ id: numericId }),
  reply: z.object({
    /** Three separate opinions; each null if missing. After kick-off they are those of kick-off. */
    lines: z.object({ model: outcomes.nullable(), market: outcomes.nullable(), crowd: outcomes.nullable() }),
    /** Why the model has no forecast; null if it has one. */
    reason: z.enum(NO_FORECAST_REASONS).nullable(),
    model: z
      .object({
        version: z.string(),
        made_at: timestamp,
        /** When it was frozen: it stays as it was before kick-off. */
        frozen_at: timestamp.nullable(),
        confidence: z.enum(CONFIDENCE_TAGS),
        /** Number of past matches of the team with fewer of them. */
        past_matches_fewest: z.number().int(),
        scores: scores.nullable(),
        /**
         * Expected goals of each side, before they are fitted to the outcomes: from both, a browser derives the whole matrix (football
         * only).
         */
        rates: z.object({ home: z.number(), away: z.number() }).nullable(),
      })
      .nullable(),
    /** How often the most likely score, and one of the top three, came true in this sport's matches so far; null before there are any. */
    hit_rate: z.object({ matches: z.number().int(), top: probability, top_three: probability }).nullable(),
    /** The match in play, as last reported: the current score and the possible further course. Null before and after. */
    now: outcomes.extend({ scores: scores.nullable() }).nullable(),
    /** From kick-off until now or the end; empty before it, and in sports other than football. */
    timeline: z.array(timelinePoint),
  }),
});
export type ScoreProbability = z.infer<typeof getScoreProbability.reply>;

/** Drivers of a side's goals, as logarithms that add up to ln(expected): 0.10 is about 10% more goals. */
const drivers = z.object({
  level: z.number(),
  /** Home advantage; below 0 for the away side. */
  home: z.number(),
  /** The lasting part of its attack, and of the opponent's defence: below 0 if that concedes less than others. */
  attack: z.number(),
  opponent_defence: z.number(),
  /** Recent form, of both of these. */
  form: z.number(),
  /** Compared with a week of rest for both. */
  rest: z.number(),
  /** Contribution of the other ratings and the learned weights. */
  other: z.number(),
});
export type Drivers = z.infer<typeof drivers>;

/** A team's season now and with each result of this match; null for a result that hardly occurred in the simulated seasons. */
const tableEffects = () =>
  z.object({ now: tableEffect, home: tableEffect.nullable(), draw: tableEffect.nullable(), away: tableEffect.nullable() });

/** How a team's season ends, over 10,000 seasons simulated by the model. */
const tableEffect = z.object({
  /** Number of simulated seasons with this result: a probability p has the standard error sqrt(p (1 - p) / seasons). */
  seasons: z.number().int(),
  /** Mean final place. */
  position: z.number(),
  champion: probability,
  /** Probability of ending in each of the league's zones (champions_league, relegation, ...). */
  zones: z.record(z.string(), probability),
});

export const getProjection = endpoint({
  method: 'GET',
  path: '/api/matches/:id/projection',
  access: 'user',
  summary: 'The reasons behind the forecast: expected goals and their drivers, scores by half, effect of the result on the table',
  input: z.object({ id: numericId }),
  reply: z.object({
    reason: z.enum(NO_FORECAST_REASONS).nullable(),
    projection: z
      .object({
        expected: z.object({ home: z.number(), away: z.number() }),
        drivers: z.object({ home: drivers, away: drivers }).nullable(),
        /** The three most likely scores at half time, and of the second half alone. */
        halves: z.object({ first: z.array(scoreProbability), second: z.array(scoreProbability) }).nullable(),
        /** Each team's season now and after each result; null without a table or before the simulation is done. */
        table: z
          .object({
            simulated_at: timestamp,
            home: tableEffects(),
            away: tableEffects(),
          })
          .nullable(),
      })
      .nullable(),
  }),
});
export type Projection = z.infer<typeof getProjection.reply>;

/** How good forecasts were: each number a mean over the same matches. */
const figures = z.object({
  matches: z.number().int(),
  rps: z.number(),
  log_loss: z.number(),
  brier: z.number(),
});
export type ForecastFigures = z.infer<typeof figures>;

export const reliabilityBin = z.object({ forecast: probability, frequency: probability, count: z.number().int() });

export const LEAD_TIMES = ['day', 'hours', 'kickoff'] as const;

export const getTrackRecord = endpoint({
  method: 'GET',
  path: '/api/forecasts/track-record',
  access: 'public',
  // For two outcomes the ranked probability score is half of Brier's score.
  summary: 'The results of all frozen forecasts, beside market and crowd',
  input: z.object({ sport: sport.default('football'), league_id: numericId.optional(), season: queryText(20).optional() }),
  reply: z.object({
    /** All scored forecasts of ours. */
    model: figures.nullable(),
    /** The model compared with another on common matches: the difference and its standard error (below 0: the model was better). */
    beside: z.array(
      z.object({
        name: z.enum(['market', 'crowd']),
        model: figures,
        other: figures,
        rps_difference: z.number(),
        rps_standard_error: z.number(),
      }),
    ),
    /** How often the most likely score, and one of the top three, came true. */
    hit_rate: z.object({ matches: z.number().int(), top: probability, top_three: probability }).nullable(),
    /** For each outcome: forecasts against observed frequency, in at most ten bins of equal count. */
    reliability: z.object({ home: z.array(reliabilityBin), draw: z.array(reliabilityBin), away: z.array(reliabilityBin) }),
    by_league: z.array(figures.extend({ league_id: numericId, league: z.string(), season: z.string() })),
    /** By the time between the frozen forecast and kick-off. */
    by_lead_time: z.array(figures.extend({ lead: z.enum(LEAD_TIMES) })),
    /** Newest first, at most fifty. */
    recent: z.array(
      z.object({
        match_id: numericId,
        kickoff_at: timestamp,
        home: z.object({ name: z.string(), names }),
        away: z.object({ name: z.string(), names }),
        score: z.tuple([z.number().int(), z.number().int()]),
        model: outcomes,
        market: outcomes.nullable(),
        outcome: z.enum(['home', 'draw', 'away']),
      }),
    ),
  }),
});
export type TrackRecord = z.infer<typeof getTrackRecord.reply>;
