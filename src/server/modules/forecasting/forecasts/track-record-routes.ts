import type { Hono } from 'hono';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { getTrackRecord, type TrackRecord } from '#contract/forecasts.ts';
import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { Deps } from '#server/deps.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv.ts';
import { mountCached } from '#server/platform/http/cached.ts';
import { parseInput, queryInput } from '#server/platform/http/mount.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import * as records from './track-record-queries.ts';
import { findRecorded, type RecordedForecast, type RecordFilter } from './track-record-queries.ts';
import { TRACK_RECORD_TOPIC } from './track-record-scoring.ts';

/** Mounts the track record, and the same forecasts one by one as a file. */
export function trackRecordRoutes(app: Hono, deps: Deps): void {
  mountCached(app, deps, getTrackRecord, (input) => trackRecord(deps, input));
  app.get(`${getTrackRecord.path}.csv`, (c) => {
    const input = parseInput(getTrackRecord, queryInput(c)) as ParsedInputOf<typeof getTrackRecord>;
    return c.body(trackRecordCsv(deps, input), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="track-record-${input.sport}.csv"`,
      'Cache-Control': 'no-store',
    });
  });
}

const AT_ONCE = 2_000;
const three = (name: string, of: (row: RecordedForecast) => Outcomes | null): [string, (row: RecordedForecast) => unknown][] =>
  (['home', 'draw', 'away'] as const).map((outcome) => [`${name}_${outcome}`, (row) => of(row)?.[outcome]]);

/** Columns in order; market and crowd are empty if they had no opinion. */
const COLUMNS: readonly [string, (row: RecordedForecast) => unknown][] = [
  ['match_id', (row) => row.match_id],
  ['kickoff_at', (row) => row.kickoff_at],
  ['league', (row) => row.league],
  ['season', (row) => row.season],
  ['home', (row) => row.home_name],
  ['away', (row) => row.away_name],
  ['home_score', (row) => row.home_score],
  ['away_score', (row) => row.away_score],
  ['outcome', (row) => row.outcome],
  ['model', (row) => row.model],
  ['made_at', (row) => row.made_at],
  ['frozen_at', (row) => row.frozen_at],
  ...three('model', ({ home, draw, away }) => ({ home, draw, away })),
  ...three('market', ({ market }) => market),
  ...three('crowd', ({ crowd }) => crowd),
  ['rps', (row) => row.rps],
  ['log_loss', (row) => row.log_loss],
  ['brier', (row) => row.brier],
];

/** Streams every scored forecast as a line of CSV, a page at a time, as fast as the client reads. */
function trackRecordCsv({ db }: Deps, filter: RecordFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start: (out) => out.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name)))),
    pull: async (out) => {
      const rows = await findRecorded(db, filter, after, AT_ONCE);
      if (rows.length > 0) out.enqueue(encoder.encode(rows.map((row) => csvLine(COLUMNS.map(([, of]) => of(row)))).join('')));
      if (rows.length < AT_ONCE) out.close();
      else after = rows.at(-1)!.match_id;
    },
  });
}

/** Returns how all scored forecasts of a sport performed, misses included, beside market and crowd. */
const trackRecord = ({ db }: Deps, filter: records.RecordFilter): ReplyPlan<TrackRecord> => ({
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
