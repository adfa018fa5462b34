import type { z } from 'zod';
import { getProjection, getScoreProbability, type OutcomeProbabilities, type ScoreView, timelinePoint } from '#contract/forecasts.ts';
import { bothScore, outcomesOf, overUnder, type ScoreMatrix, scoreMatrix, shownMatrix, topScores } from '#domain/forecast/score-matrix.ts';

/** What the server would answer about forecasts, made for tests from one matrix of scores, so that its parts agree. */
type Part<S extends z.ZodType> = Partial<z.input<S>>;

export const RATES = { home: 1.75, away: 1.05 };
export const MATRIX = scoreMatrix(RATES.home, RATES.away);

export function makeScores(matrix: ScoreMatrix = MATRIX): ScoreView {
  const lines = [0.5, 1.5, 2.5, 3.5, 4.5].map((line) => ({
    line,
    over: overUnder(matrix, line).over,
    under: overUnder(matrix, line).under,
  }));
  return { matrix: shownMatrix(matrix), top: topScores(matrix, 3), over_under: lines, main_line: 2.5, both_score: bothScore(matrix) };
}

type Model = NonNullable<z.input<typeof getScoreProbability.reply>['model']>;

export const makeModel = (rest: Partial<Model> = {}): Model => ({
  version: 'football-1',
  made_at: '2026-11-20T12:00:00.000Z',
  frozen_at: null,
  confidence: 'medium',
  past_matches_fewest: 40,
  scores: makeScores(),
  rates: RATES,
  ...rest,
});

/** A football match before kick-off, with all three opinions. */
export const makeForecast = (rest: Part<typeof getScoreProbability.reply> = {}) =>
  getScoreProbability.reply.parse({
    lines: {
      model: outcomesOf(MATRIX),
      market: { home: 0.44, draw: 0.27, away: 0.29 },
      crowd: { home: 0.7, draw: 0.1, away: 0.2 },
    },
    reason: null,
    model: makeModel(),
    hit_rate: { matches: 4_210, top: 0.13, top_three: 0.33 },
    now: null,
    timeline: [],
    ...rest,
  });

/** A match that nobody forecast, and why. */
export const makeNoForecast = (reason: NonNullable<z.input<typeof getScoreProbability.reply>['reason']>) =>
  makeForecast({ lines: { model: null, market: null, crowd: null }, model: null, reason, hit_rate: null });

export const makePoint = (minute: number, outcomes: OutcomeProbabilities, rest: Part<typeof timelinePoint> = {}) =>
  timelinePoint.parse({ ...outcomes, minute, stoppage: null, turn: null, ...rest });

/** With drivers that add up to the expected goals. */
export function makeProjection(rest: Partial<NonNullable<z.input<typeof getProjection.reply>['projection']>> = {}) {
  const drivers = (expected: number, home: number) => {
    const parts = { level: 0.3, home, attack: 0.12, opponent_defence: -0.04, rest: 0 };
    const sum = Object.values(parts).reduce((total, part) => total + part, 0);
    return { ...parts, form: 0.02, other: Math.log(expected) - sum };
  };
  const score = (home: number, away: number, probability: number) => ({ home, away, probability });
  return getProjection.reply.parse({
    reason: null,
    projection: {
      expected: RATES,
      drivers: { home: drivers(RATES.home, 0.15), away: drivers(RATES.away, -0.15) },
      halves: {
        first: [score(0, 0, 0.3), score(1, 0, 0.22), score(0, 1, 0.14)],
        second: [score(1, 0, 0.23), score(0, 0, 0.21), score(1, 1, 0.14)],
      },
      table: null,
      ...rest,
    },
  });
}
