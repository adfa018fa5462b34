import type { TrackRecord } from '#contract/forecasts.ts';
import type { Deps } from '#server/deps.ts';
import type { ReplyPlan } from '#server/platform/http/cached-replies.ts';
import * as records from './track-record-queries.ts';
import { TRACK_RECORD_TOPIC } from './track-record-scoring.ts';

/** How every frozen forecast of a sport did that was scored, beside market and crowd, misses included. */
export const trackRecord = ({ db }: Deps, filter: records.RecordFilter): ReplyPlan<TrackRecord> => ({
  key: JSON.stringify([filter.sport, filter.league_id, filter.season]),
  topics: [TRACK_RECORD_TOPIC],
  make: async () => {
    const [model, market, crowd, hitRate, byLeague, byLead, recent] = await Promise.all([
      records.findFigures(db, filter),
      records.findBeside(db, filter, 'market'),
      records.findBeside(db, filter, 'crowd'),
      records.findHitRate(db, filter),
      records.findFiguresByLeague(db, filter),
      records.findFiguresByLead(db, filter),
      records.findRecent(db, filter),
    ]);
    const [home, draw, away] = await Promise.all([
      records.findReliability(db, filter, 'home'),
      records.findReliability(db, filter, 'draw'),
      records.findReliability(db, filter, 'away'),
    ]);
    return {
      model,
      beside: [market, crowd].filter((beside) => beside !== null),
      hit_rate: hitRate,
      reliability: { home, draw, away },
      by_league: byLeague,
      by_lead_time: byLead,
      recent: recent.map((row) => ({
        match_id: row.match_id,
        kickoff_at: row.kickoff_at.toISOString(),
        home: row.home_name,
        away: row.away_name,
        score: [row.home_score, row.away_score],
        model: { home: row.home, draw: row.draw, away: row.away },
        market: row.market,
        outcome: row.outcome,
      })),
    };
  },
});
