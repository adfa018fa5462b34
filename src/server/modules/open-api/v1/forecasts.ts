import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { v1Forecast, v1Forecasts, v1TrackRecord } from '#contract/v1/forecasts.ts';
import type { Deps } from '#server/deps.ts';
import {
  findRecorded,
  type RecordedForecast,
  scoreProbability,
  TRACK_RECORD_TOPIC,
  trackRecord as wholeRecord,
} from '#server/modules/forecasting/public.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { decodeCursor, pageOf } from './cursor.ts';
import { mapped } from './mapped.ts';

/** Returns what model, market and crowd hold of a match. */
export const forecast = (deps: Deps, { id }: { id: number }): ReplyPlan<ReplyOf<typeof v1Forecast>> =>
  mapped(scoreProbability(deps, { id }), ({ lines, reason, model, now, timeline }) => ({
    match_id: id,
    model: lines.model &&
      model && {
        ...lines.model,
        version: model.version,
        made_at: model.made_at,
        frozen_at: model.frozen_at,
        confidence: model.confidence,
        expected: model.rates,
        top_scores: model.scores?.top ?? [],
      },
    no_model_reason: reason,
    market: lines.market,
    crowd: lines.crowd,
    now: now && { home: now.home, draw: now.draw, away: now.away },
    line: timeline.map(({ turn: _, ...point }) => point),
  }));

/** Lists frozen forecasts that were scored, by match id. */
export function forecasts(deps: Deps, input: ParsedInputOf<typeof v1Forecasts>): ReplyPlan<ReplyOf<typeof v1Forecasts>> {
  const { sport, league_id, season, limit, cursor } = input;
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, ['number'] as const);
  return {
    key: JSON.stringify([sport, league_id, season, limit, after]),
    topics: [TRACK_RECORD_TOPIC],
    make: async () => {
      const rows = await findRecorded(deps.db, { sport, league_id, season }, after, limit + 1);
      return pageOf(rows, limit, ({ match_id }) => [match_id], v1ScoredForecast);
    },
  };
}

export const v1ScoredForecast = (row: RecordedForecast): ReplyOf<typeof v1Forecasts>['data'][number] => ({
  match_id: row.match_id,
  kickoff_at: row.kickoff_at.toISOString(),
  league: row.league,
  season: row.season,
  home: row.home_name,
  away: row.away_name,
  score: { home: row.home_score, away: row.away_score },
  outcome: row.outcome,
  made_at: row.made_at.toISOString(),
  frozen_at: row.frozen_at.toISOString(),
  model_version: row.model,
  model: { home: row.home, draw: row.draw, away: row.away },
  market: row.market,
  crowd: row.crowd,
  scores: { rps: row.rps, log_loss: row.log_loss, brier: row.brier },
});

export const trackRecord = (deps: Deps, input: ParsedInputOf<typeof v1TrackRecord>): ReplyPlan<ReplyOf<typeof v1TrackRecord>> =>
  mapped(wholeRecord(deps, input), ({ model, beside, by_league, by_lead_time }) => ({ model, beside, by_league, by_lead_time }));
