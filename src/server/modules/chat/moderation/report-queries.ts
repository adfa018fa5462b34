import { sql } from 'kysely';
import type { ReportReason, ReportState } from '#contract/chat-moderation.ts';
import type { Locale } from '#domain/identity/locale.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { memberOf } from './lines.ts';

export interface ReportFilter {
  state: ReportState | 'all';
  locale: Locale | undefined;
  /** Start of the period searched for decisions; earlier messages are purged. */
  since: Date;
}

/** Matches a message that waits for a moderator: it has an open report, or it is hidden. */
const WAITING = sql`
  select m.id, m.locale, 'open' as state, min(w.at) as at
  from (
    select message_id as id, created_at as at from chat_reports where state = 'open'
    union all select id, removed_at from chat_messages where removed = 'hidden'
  ) w join chat_messages m on m.id = w.id
  where m.removed is distinct from 'moderated'
  group by m.id`;

/** Selects what moderators decided, from the audit log, except messages that wait again. */
const decided = ({ since }: ReportFilter) => sql`
  select m.id, m.locale, case when m.removed = 'moderated' then 'upheld' else 'dismissed' end as state, d.at
  from (
    select subject_id::bigint as id, max(created_at) as at from audit_log
    where action in ('chat.remove', 'chat.keep') and created_at > ${since}
    group by subject_id
  ) d join chat_messages m on m.id = d.id
  where m.removed is distinct from 'hidden' and not exists (
    select from chat_reports r where r.message_id = m.id and r.state = 'open' and m.removed is distinct from 'moderated'
  )`;

function listed(filter: ReportFilter) {
  const { state, locale } = filter;
  const found =
    state === 'open'
      ? WAITING
      : state === 'all'
        ? sql`${WAITING} union all ${decided(filter)}`
        : sql`select * from (${decided(filter)}) d where d.state = ${state}`;
  return locale === undefined ? found : sql`select * from (${found}) f where f.locale = ${locale}`;
}

/**
 * Returns the reported or held messages that match the filter: open ones first, longest waiting first; then decided ones, latest decision
 * first.
 */
export async function findReported(db: Db, filter: ReportFilter, limit: number, offset: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${listed(filter)}) l
    order by state = 'open' desc, case when state = 'open' then at end, at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the matching messages, up to `max`. */
export async function countReported(db: Db, filter: ReportFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from (${listed(filter)}) l limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/** Why a message is under review. */
export interface CaseRow {
  id: number;
  state: ReportState | null;
  reporters: number;
  reasons: { reason: ReportReason; count: number }[];
  first_at: Date;
  last_at: Date;
}

/** Returns, for each message, who reported it, why, and the outcome. The state is null if the message was neither reported nor reviewed. */
export async function findCases(db: Db, ids: readonly number[]): Promise<Map<number, CaseRow>> {
  const { rows } = await sql<CaseRow>`
    select m.id, coalesce(r.reporters, 0) as reporters,
      coalesce(r.reasons, '[]') || case when m.hidden_because = 'word' then '[{"reason":"held","count":1}]' else '[]' end::jsonb as reasons,
      case
        when m.removed = 'moderated' then 'upheld'
        when m.removed = 'hidden' or r.is_open then 'open'
        when m.kept_at is not null or r.reporters > 0 then 'dismissed'
      end as state,
      coalesce(r.first_at, m.created_at) as first_at, coalesce(r.last_at, m.created_at) as last_at
    from chat_messages m
    left join lateral (
      select sum(count)::int as reporters, bool_or(is_open) as is_open, min(first_at) as first_at, max(last_at) as last_at,
        jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason) as reasons
      from (
        select reason, count(*)::int as count, bool_or(state = 'open') as is_open, min(created_at) as first_at, max(created_at) as last_at
        from chat_reports where message_id = m.id group by reason
      ) by_reason
    ) r on true
    where m.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the reports of a message, oldest first, with who decided them; at most `limit`. */
export async function findReportsOf(db: Db, messageId: number, limit: number) {
  const rows = await db
    .selectFrom('chat_reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporter_id')
    .leftJoin('admins as a', 'a.id', 'r.decided_by')
    .select(['r.reason', 'r.is_trusted', 'r.state', 'r.created_at', 'r.decided_at', 'r.decided_by', 'a.email as decided_email'])
    .select(['u.id as user_id', 'u.display_name', 'u.public_handle', 'u.email', 'u.status'])
    .where('r.message_id', '=', messageId)
    .orderBy('r.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, reporter: memberOf(row)! }));
}

/** Returns how many messages wait for a moderator, and since when the oldest has waited. */
export async function findWaitingReports(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(at) as oldest from (${WAITING}) w`.execute(db);
  return rows[0]!;
}

/** Returns how many appeals wait, and since when the oldest has waited. */
export async function findWaitingAppeals(db: Db): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(created_at) as oldest from chat_appeals where state = 'open'`.execute(db);
  return rows[0]!;
}

/** Returns a user's message, locked so that it is decided only once; undefined if there is none. */
export const lockMessage = (db: Db, id: number) =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'user_id', 'removed', 'kept_at'])
    .where('id', '=', id)
    .where('kind', '=', 'user')
    .forUpdate()
    .executeTakeFirst();

/** Returns whether a message has open reports, and whether a moderator has decided any of its reports. */
export async function findReportStates(db: Db, id: number): Promise<{ isOpen: boolean; isDecided: boolean }> {
  const { rows } = await sql<{ isOpen: boolean; isDecided: boolean }>`
    select coalesce(bool_or(state = 'open'), false) as "isOpen", coalesce(bool_or(state <> 'open'), false) as "isDecided"
    from chat_reports where message_id = ${id}`.execute(db);
  return rows[0]!;
}

/** Closes the open reports of a message; returns how many there were. */
export async function closeReports(
  db: Db,
  { id, state, by, at }: { id: number; state: Exclude<ReportState, 'open'>; by: string; at: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('chat_reports')
    .set({ state, decided_by: by, decided_at: at })
    .where('message_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Dismisses the upheld reports of a message that is shown again; returns how many. */
export async function overturnReports(db: Db, { id, by, at }: { id: number; by: string; at: Date }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('chat_reports')
    .set({ state: 'dismissed', decided_by: by, decided_at: at })
    .where('message_id', '=', id)
    .where('state', '=', 'upheld')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Returns what hid a message before a moderator last removed it, from the audit log: the row keeps only the present state. */
export async function findRemovedBefore(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{ removed: string | null }>`
    select before->>'removed' as removed from audit_log
    where subject_kind = 'chat_message' and subject_id = ${id} and action = 'chat.remove' order by id desc limit 1`.execute(db);
  return rows[0]?.removed ?? null;
}
