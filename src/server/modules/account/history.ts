import { type RawBuilder, sql } from 'kysely';
import type { LedgerRow, pointsHistory, pointsHistoryFile } from '#contract/account.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { canonicalTimeZone } from '#domain/identity/region.ts';
import type { PointSource } from '#domain/ledger/ledger.ts';
import type { WithdrawalStatus } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { countedPlayOf } from '#server/modules/betting/public.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs, localDay } from '#server/modules/match-data/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { COUNT_MAX, offsetOf, totalOf } from '#server/platform/http/paging.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/text-formats.ts';

/**
 * Returns a page of all changes of the caller's balance, newest first. Throws for disabled users, like every endpoint of a user's own data.
 */
export async function history(
  deps: Deps,
  { id }: Pick<SignedIn, 'id'>,
  asked: ParsedInputOf<typeof pointsHistory>,
): Promise<ReplyOf<typeof pointsHistory>> {
  await requireUser(deps, id);
  return historyOf(deps, id, asked);
}

/**
 * Returns a page of a user's balance changes to any caller, also for disabled and deleted users; throws `not_found` if the user never
 * existed.
 */
export async function historyOf(
  deps: Deps,
  userId: string,
  { page, page_size, ...asked }: ParsedInputOf<typeof pointsHistory>,
): Promise<ReplyOf<typeof pointsHistory>> {
  const offset = offsetOf({ page, page_size });
  const timeZone = await findTimeZone(deps.db, userId);
  if (timeZone === undefined) throw new AppError('not_found');
  const { filter } = readFilter(deps, { id: userId, time_zone: timeZone }, asked);
  const [rows, counted] = await Promise.all([findHistory(deps.db, filter, page_size, offset), countHistory(deps.db, filter, COUNT_MAX)]);
  const matches = await matchesOf(deps, rows);
  return {
    items: rows.map((row) => ledgerRow(row, matches)),
    page,
    page_size,
    ...totalOf(counted),
  };
}

const FILES_PER_MINUTE = 5;
/** Rows per query: few enough not to delay other queries. */
const AT_ONCE = 1_000;

export const historyFileLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'points_history_file', FILES_PER_MINUTE, 60);

/** Returns all balance changes that match the filters as chunks of a CSV, newest first. Throws `rate_limited`. */
export async function historyFile(
  deps: Deps,
  limit: RequestLimit,
  { id }: SignedIn,
  asked: ParsedInputOf<typeof pointsHistoryFile>,
): Promise<AsyncIterable<Uint8Array>> {
  const read = readFilter(deps, await requireUser(deps, id), asked);
  await limit.count(id);
  return encoded(linesOf(deps, read));
}

/** Reads rows page by page after the last one: rows added meanwhile are newer than all of these, and are left out. */
async function* linesOf(deps: Deps, { filter, timeZone }: ReturnType<typeof readFilter>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK +
    csvLine(['id', `local time (${timeZone})`, 'time (UTC)', 'source', 'delta', 'balance', 'status', 'match_id', 'match', 'note']);
  const localTime = localTimeIn(timeZone);
  for (let afterId: number | null = null; ; ) {
    const rows: HistoryRow[] = await findHistoryAfter(deps.db, filter, afterId, AT_ONCE);
    const matches = await matchesOf(deps, rows);
    const lines = rows.map((row) => {
      const { id, source, delta, balance, status, note, match } = ledgerRow(row, matches);
      const teams = match && `${match.home.name} - ${match.away.name}`;
      return csvLine([id, localTime(row.created_at), row.created_at, source, delta, balance, status, match?.id, teams, note]);
    });
    if (lines.length > 0) yield lines.join('');
    if (rows.length < AT_ONCE) return;
    afterId = rows.at(-1)!.id;
  }
}

/** Returns a formatter for times as spreadsheets parse them: 2026-11-22 14:05:09. */
function localTimeIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}

/** Builds the requested filter; dates are days of the requested time zone, else of the user's. Throws `invalid_date`, `invalid_time_zone`. */
function readFilter(
  deps: Deps,
  { id: userId, time_zone }: { id: string; time_zone: string },
  { type, source, status, from, to, tz }: ParsedInputOf<typeof pointsHistoryFile>,
): { filter: HistoryFilter; timeZone: string } {
  const timeZone = tz === undefined ? time_zone : canonicalTimeZone(tz);
  if (timeZone === null) throw new AppError('invalid_time_zone');
  if (from && to && from > to) throw new AppError('invalid_date', { field: 'from' });
  const dayOf = (date: string | undefined) => (date === undefined ? null : localDay(date, timeZone, deps.now()));
  return { filter: { userId, type, source, status, from: dayOf(from)?.from ?? null, to: dayOf(to)?.to ?? null }, timeZone };
}

const matchesOf = (deps: Deps, rows: readonly HistoryRow[]) =>
  findMatchBriefs(
    deps.db,
    rows.flatMap(({ match_id }) => match_id ?? []),
  );

const ledgerRow = (row: HistoryRow, matches: Awaited<ReturnType<typeof findMatchBriefs>>): LedgerRow => ({
  id: String(row.id),
  at: row.created_at.toISOString(),
  source: row.source,
  delta: row.delta,
  balance: row.balance,
  status: row.status,
  note: row.note,
  match: (row.match_id !== null && matches.get(row.match_id)) || null,
  at_risk: row.stake === null ? null : countedPlayOf({ ...row, stake: row.stake, refund: row.refund! }),
});

interface HistoryFilter {
  userId: string;
  type: 'credit' | 'debit' | undefined;
  source: PointSource | undefined;
  /** Withdrawals have the status of their request; all other changes are posted. */
  status: 'posted' | WithdrawalStatus | undefined;
  /** From this moment on, and before that one. */
  from: Date | null;
  to: Date | null;
}

/** A change of a user's balance, with the match that it was about. */
interface HistoryRow {
  id: number;
  created_at: Date;
  source: PointSource;
  status: 'posted' | WithdrawalStatus;
  delta: number;
  balance: number;
  note: string | null;
  match_id: number | null;
  /** For the stake of a bet that has ended: its amount, and how much of it counts as play. */
  stake: number | null;
  refund: number | null;
  at_risk: number | null;
  at_risk_reason: string | null;
}

/** Returns the user's time zone, which defines their days; undefined if there is no such user. */
const findTimeZone = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst())?.time_zone;

/** Returns a page of the changes of a user's balance, newest first. */
const findHistory = (db: Db, filter: HistoryFilter, limit: number, offset: number): Promise<HistoryRow[]> =>
  findRows(db, filter, sql`${newest(filter, shown(filter), limit + offset, null)} ${NEWEST_FIRST} limit ${limit} offset ${offset}`);

/** Returns the changes after a given one, newest first; without it, the first ones. */
const findHistoryAfter = (db: Db, filter: HistoryFilter, afterId: number | null, limit: number): Promise<HistoryRow[]> =>
  findRows(db, filter, sql`${newest(filter, shown(filter), limit, afterId)} ${NEWEST_FIRST} limit ${limit}`);

const NEWEST_FIRST = sql`order by created_at desc, id desc`;

/** Counts rows, up to `max`. */
async function countHistory(db: Db, filter: HistoryFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${newest(filter, [], max, null)} limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/** Reads the rest of rows that were chosen in an index. A key that is null is not looked up; a condition beside it would be tried after. */
async function findRows(db: Db, filter: HistoryFilter, chosen: RawBuilder<unknown>): Promise<HistoryRow[]> {
  const isShown = shown(filter).length > 0;
  const t = isShown ? sql.ref('h') : sql.ref('r');
  const { rows } = await sql<HistoryRow>`
    select h.id, h.created_at, ${t}.source, case when h.given then -${t}.amount else ${t}.amount end as delta, r.note, c.match_id,
           ${isShown ? sql`h.balance` : sql`case when h.given then r.from_balance else r.to_balance end`} as balance,
           coalesce(w.status, 'posted') as status, b.stake, b.refund, b.at_risk, b.at_risk_reason
    from (${chosen}) h
    left join transfers r on r.id = ${isShown ? sql`case when h.source in (${sql.join(IN_TABLE.map(sql.lit))}) then h.id end` : sql`h.id`}
    left join contests c on c.id = ${t}.contest_id
    left join bets b on b.id = case when ${t}.source = 'bet_stake' then ${t}.bet_id end
    left join withdrawals w on w.user_id = ${filter.userId} and ${t}.source = 'redeem' and ${isHoldOf(sql.ref('r.key'))}
    order by h.created_at desc, h.id desc`.execute(db);
  return rows;
}

/**
 * Returns the columns that a page is shown from. Without a filter by source or status, the indexes of a user's changes hold them, so twenty
 * rows are on a page or two of an index, and the table is read for the few of IN_TABLE alone. With such a filter there are none: the rows are
 * chosen in a narrower index, and read from the table.
 */
const shown = ({ source, status }: HistoryFilter): readonly string[] =>
  source === undefined && status === undefined ? ['source', 'amount', 'contest_id', 'bet_id', 'balance'] : [];

/** Changes that may have a note (a check of the table), and those whose key names a withdrawal. */
const IN_TABLE: readonly PointSource[] = ['manual_adjust', 'admin_adjust', 'redeem_refund', 'redeem'];

/**
 * Selects these columns of both sides of a history, each side limited separately: an index returns either in order without reading rows, so
 * that a distant page costs only its own length. Account kinds are literals in the SQL, as the indexes cover only users' balances.
 */
const newest = (filter: HistoryFilter, columns: readonly string[], limit: number, afterId: number | null): RawBuilder<unknown> => {
  const sides = SIDES.filter(({ type }) => filter.type === undefined || filter.type === type);
  const parts = sides.map(({ prefix, type }) => {
    const column = (name: string) => sql.ref(`${prefix}_${name}`);
    const after = sql`(created_at, id) < (select t.created_at, t.id from transfers t where t.id = ${afterId})`;
    const read = columns.map((name) => sql`, ${name === 'balance' ? column(name) : sql.ref(name)} as ${sql.ref(name)}`);
    return sql`(
      select id, created_at, ${sql.lit(type === 'debit')} as given ${sql.join(read, sql``)} from transfers t
      where ${column('kind')} = 'balance' and ${column('owner')} = ${filter.userId}
        ${filter.source === undefined ? sql`` : sql`and source = ${filter.source}`}
        ${hasStatus(filter)}
        ${filter.from === null ? sql`` : sql`and created_at >= ${filter.from}`}
        ${filter.to === null ? sql`` : sql`and created_at < ${filter.to}`}
        ${afterId === null ? sql`` : sql`and ${after}`}
      order by created_at desc, id desc limit ${limit})`;
  });
  return sql`select * from (${sql.join(parts, sql` union all `)}) both_sides`;
};

/** Condition that the transfer with this key holds the points of a withdrawal `w`; the key is the one of `redeemTransfer`. */
const isHoldOf = (key: RawBuilder<unknown>): RawBuilder<unknown> => sql`${key} = 'withdrawal:' || w.id || ':hold'`;

function hasStatus({ status, userId }: HistoryFilter): RawBuilder<unknown> {
  if (status === undefined) return sql``;
  if (status === 'posted') return sql`and source <> 'redeem'`;
  return sql`and source = 'redeem' and exists (select from withdrawals w where w.user_id = ${userId} and w.status = ${status} and ${isHoldOf(sql.ref('t.key'))})`;
}

const SIDES = [
  { prefix: 'from', type: 'debit' },
  { prefix: 'to', type: 'credit' },
] as const;
