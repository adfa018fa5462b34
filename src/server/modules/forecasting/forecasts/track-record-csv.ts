import type { Outcomes } from '#domain/forecast/outcomes.ts';
import type { Deps } from '#server/deps.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/platform/csv.ts';
import { findRecorded, type RecordedForecast, type RecordFilter } from './track-record-queries.ts';

const AT_ONCE = 2_000;
const three = (name: string, of: (row: RecordedForecast) => Outcomes | null): [string, (row: RecordedForecast) => unknown][] =>
  (['home', 'draw', 'away'] as const).map((outcome) => [`${name}_${outcome}`, (row) => of(row)?.[outcome]]);

/** The columns in their order; market and crowd are empty where they said nothing. */
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

/** Every scored forecast as a line of CSV, made a page at a time as fast as it is read. */
export function trackRecordCsv({ db }: Deps, filter: RecordFilter): ReadableStream<Uint8Array> {
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
