import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { EXPORT_KINDS, type ExportKind, type v1Exports } from '#contract/v1/exports.ts';
import { isInPlay, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, pageOf } from '#server/modules/open-api/v1/cursor.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ReplyPlan } from '#server/platform/http/response-cache.ts';
import { dayOf } from './export-file.ts';
import { exportRows } from './export-rows.ts';

const FIRST_DAY = '1850-01-01';

/** Lists the UTC days until today on which matches kicked off, the oldest first, and how many lines their files have. */
export function exportDays(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: ParsedInputOf<typeof v1Exports>,
): ReplyPlan<ReplyOf<typeof v1Exports>> {
  const { from = FIRST_DAY, to, limit, cursor } = input;
  const today = utcDay(now());
  const last = to === undefined || to > today ? today : to;
  const [after] = cursor === undefined ? [null] : decodeCursor(cursor, ['day'] as const);
  return {
    key: JSON.stringify([from, last, limit, after]),
    topics: [],
    make: async () => {
      const dates = await findDays(db, after !== null && after >= from ? dayOf(after).to : dayOf(from).from, dayOf(last).to, limit + 1);
      const { data, next_cursor } = pageOf(
        dates,
        limit,
        (date) => [date],
        (date) => date,
      );
      return { data: await findContents(db, data, today), next_cursor };
    },
  };
}

/** Returns days with matches, ascending. Finds each by its own lookup, as matches are many and days are few. */
async function findDays(db: Db, from: Date, to: Date, count: number): Promise<string[]> {
  const firstSince = (since: unknown) => sql`
    (select (m.kickoff_at at time zone 'UTC')::date from matches m where m.kickoff_at >= ${since} and m.kickoff_at < ${to}
      order by m.kickoff_at limit 1)`;
  const { rows } = await sql<{ day: string }>`
    with recursive days (day) as (
      select ${firstSince(from)}
      union all
      select ${firstSince(sql`(d.day + 1)::timestamp at time zone 'UTC'`)} from days d where d.day is not null)
    select day from days where day is not null limit ${count}`.execute(db);
  return rows.map(({ day }) => day);
}

/** Statuses of matches that will still be played, or are. One that was put off has its old date until it gets a new one. */
const UNFINISHED = MATCH_STATUSES.filter((status) => isInPlay(status) || ['ns', 'tbd', 'susp'].includes(status));

async function findContents(db: Db, dates: readonly string[], today: string): Promise<ReplyOf<typeof v1Exports>['data']> {
  const isOnDay = sql`m.kickoff_at >= d.day::timestamp at time zone 'UTC' and m.kickoff_at < (d.day + 1)::timestamp at time zone 'UTC'`;
  const counts = EXPORT_KINDS.map((kind) => sql`(select count(*) from (${exportRows(kind, isOnDay)}) r) as ${sql.ref(kind)}`);
  const { rows } = await sql<{ day: string; has_unfinished: boolean } & Record<ExportKind, number>>`
    select d.day, ${sql.join(counts)}, exists (select from matches m where ${isOnDay} and m.status = any(${UNFINISHED}::text[])) as has_unfinished
    from unnest(${dates}::date[]) as d (day) order by d.day`.execute(db);
  return rows.map(({ day, has_unfinished, ...lines }) => ({ date: day, over: day < today && !has_unfinished, lines }));
}
