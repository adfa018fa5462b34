import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import type { ExportFormat, ExportKind, v1ExportFile } from '#contract/v1/exports.ts';
import { DAY_MS, utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { OpenFile } from '#server/platform/http/mount-open-file.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { type TierLimit, tierLimit } from '#server/platform/http/request-limit.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';
import { EXPORT_COLUMNS } from './export-columns.ts';
import { exportOrder, exportRows } from './export-rows.ts';

const FILES_PER_10_MINUTES = 600;
/** Matches whose lines are read and written at once: up to some hundred events each. */
const MATCHES_AT_ONCE = 200;

const MEDIA_TYPES = { ndjson: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

export const exportLimit = (deps: Deps): TierLimit => tierLimit(deps, 'export', FILES_PER_10_MINUTES, 10 * 60);

/** Returns the lines of a kind and a UTC day as a file. Throws `not_found` for days after today, and `rate_limited`. */
export async function exportFile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  limit: TierLimit,
  { date, file }: ParsedInputOf<typeof v1ExportFile>,
  { ip }: Pick<RequestContext, 'ip'>,
): Promise<OpenFile> {
  await limit.count(ip);
  if (date > utcDay(now())) throw new AppError('not_found');
  const [kind, format] = file.split('.') as [ExportKind, ExportFormat];
  const day = dayOf(date);
  return {
    etag: await findTag(db, kind, format, day),
    contentType: MEDIA_TYPES[format],
    fileName: `${date}-${file}`,
    pieces: encoded(piecesOf(db, kind, format, day)),
  };
}

/** A UTC day, without its end. */
export interface Day {
  from: Date;
  to: Date;
}

export function dayOf(date: string): Day {
  const from = new Date(`${date}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
}

const isOn = ({ from, to }: Day) => sql`m.kickoff_at >= ${from} and m.kickoff_at < ${to}`;

/**
 * Returns what identifies the content of a file: the number of its lines and the sum of their hashes, which the database adds up without
 * sending a line. So the tag changes when, and only when, a line does, also through a late correction.
 */
async function findTag(db: Db, kind: ExportKind, format: ExportFormat, day: Day): Promise<string> {
  const { rows } = await sql<{ print: string }>`
    select concat_ws(' ', count(*), sum(hashtextextended(r::text, 0)::numeric)) as print from (${exportRows(kind, isOn(day))}) r`.execute(
    db,
  );
  const about = [kind, format, Object.keys(EXPORT_COLUMNS[kind]), rows[0]!.print];
  return createHash('sha256').update(JSON.stringify(about)).digest('base64url').slice(0, 27);
}

async function* piecesOf(db: Db, kind: ExportKind, format: ExportFormat, day: Day): AsyncGenerator<string> {
  const columns = Object.keys(EXPORT_COLUMNS[kind]);
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(columns);
  const lineOf = format === 'csv' ? (row: Row) => csvLine(columns.map((name) => cellOf(row[name]))) : jsonLine;
  for await (const ids of matchesInTurn(db, day)) {
    const { rows } = await sql<Row>`${exportRows(kind, sql`m.id = any(${ids}::integer[])`)} order by ${exportOrder(kind)}`.execute(db);
    if (rows.length > 0) yield rows.map(lineOf).join('');
  }
}

type Row = Record<string, unknown>;

const jsonLine = (row: Row): string => `${JSON.stringify(row)}\n`;

/** What has a structure is JSON in a cell too. */
const cellOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;

/** Yields the ids of the day's matches, ascending. */
async function* matchesInTurn(db: Db, day: Day): AsyncGenerator<number[]> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('matches')
      .select('id')
      .where('kickoff_at', '>=', day.from)
      .where('kickoff_at', '<', day.to)
      .where('id', '>', after)
      .orderBy('id')
      .limit(MATCHES_AT_ONCE)
      .execute();
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < MATCHES_AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}
