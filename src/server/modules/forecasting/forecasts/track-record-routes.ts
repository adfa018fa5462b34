import type { Hono } from 'hono';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { getTrackRecord } from '#contract/forecasts.ts';
import type { Deps } from '#server/deps.ts';
import { mountCached } from '#server/platform/http/cached.ts';
import { parseInput, queryInput } from '#server/platform/http/mount.ts';
import { trackRecord } from './track-record.ts';
import { trackRecordCsv } from './track-record-csv.ts';

/** The track record, and the same forecasts one by one as a file. */
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
