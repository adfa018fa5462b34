import type { z } from 'zod';
import { getTrackRecord } from '#contract/forecasts.ts';

/** A track record as the server would answer, made for tests through the contract's own schema: 312 forecasts, all beside the market. */
export function makeTrackRecord(rest: Partial<z.input<typeof getTrackRecord.reply>> = {}) {
  const model = { matches: 312, rps: 0.2012, log_loss: 0.9934, brier: 0.5921 };
  return getTrackRecord.reply.parse({
    model,
    beside: [{ name: 'market', model, other: { ...model, rps: 0.2001 }, rps_difference: 0.0011, rps_standard_error: 0.0009 }],
    hit_rate: { matches: 312, top: 0.125, top_three: 0.332 },
    reliability: { home: makeBins(), draw: [{ forecast: 0.26, frequency: 0.25, count: 312 }], away: makeBins() },
    by_league: [
      { ...model, matches: 300, league_id: 1, league: 'First Division', season: '2026/27' },
      { ...model, matches: 12, league_id: 2, league: 'Second Division', season: '2026/27' },
    ],
    by_lead_time: [{ ...model, lead: 'day' }],
    recent: [makePast()],
    ...rest,
  });
}

/** Ten groups of 30 forecasts of 5% to 95%, each true 4 points more often than said. */
const makeBins = () =>
  Array.from({ length: 10 }, (_, i) => ({ forecast: i / 10 + 0.05, frequency: Math.min(1, i / 10 + 0.09), count: 30 }));

export const makePast = (rest: Partial<z.input<(typeof getTrackRecord.reply.shape.recent)['element']>> = {}) =>
  getTrackRecord.reply.shape.recent.element.parse({
    match_id: 7,
    kickoff_at: '2026-11-20T15:00:00Z',
    home: 'Avalon Town',
    away: 'Northgate',
    score: [2, 1],
    model: { home: 0.5, draw: 0.26, away: 0.24 },
    market: { home: 0.48, draw: 0.27, away: 0.25 },
    outcome: 'home',
    ...rest,
  });
