import { type RawBuilder, sql } from 'kysely';
import type { LedgerRow, pointsHistory, pointsHistoryFile } from '#contract/account.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { PointSource } from '#domain/ledger/ledger.ts';
import type { WithdrawalStatus } from '#domain/withdrawals/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { countedPlayOf } from '#server/modules/betting/public.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs, localDay } from '#server/modules/match-data/public.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/csv.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';

/** No list is counted or paged further than this (docs/rules.md#lists). */
const TOTAL_MAX = 10_000;

/** A page of every change of the caller's balance, newest first. Refuses whoever is disabled, as all that is a user's own does. */
export async function history(
  deps: Deps,
  { id }: Pick<SignedIn, 'id'>,
  asked: ParsedInputOf<typeof pointsHistory>,
): Promise<ReplyOf<typeof pointsHistory>> {
  await requireUser(deps, id);
  return historyOf(deps, id, asked);
}

/** A page of every change of a user's balance, whoever asks, and also of who is disabled or gone; throws `not_found` where there never was such a user. */
export async function historyOf(
  deps: Deps,
  userId: string,
  { page, page_size, ...asked }: ParsedInputOf<typeof pointsHistory>,
): Promise<ReplyOf<typeof pointsHistory>> {
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  const timeZone = await findTimeZone(deps.db, userId);
  if (timeZone === undefined) throw new AppError('not_found');
  const { filter } = readFilter(deps, { id: userId, time_zone: timeZone }, asked);
  const [rows, counted] = await Promise.all([
    findHistory(deps.db, filter, page_size, offset),
    countHistory(deps.db, filter, TOTAL_MAX + 1),
  ]);
  const matches = await matchesOf(deps, rows);
  return {
    items: rows.map((row) => ledgerRow(row, matches)),
    page,
    page_size,
    total: Math.min(counted, TOTAL_MAX),
    ...(counted > TOTAL_MAX && { total_exact: false }),
  };
}

const FILES_PER_MINUTE = 5;
/** Rows read at once: few enough that nobody else waits for them. */
const AT_ONCE = 1_000;

export const historyFileLimit = (deps: Deps): RequestLimit => requestLimit(deps, 'points_history_file', FILES_PER_MINUTE, 60);

/** Every change of the balance that the filters leave, as the pieces of a CSV, newest first. Throws `rate_limited`. */
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

/** Rows are read a page at a time behind the last one: what is added meanwhile comes before all of them, and is left out. */
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

/** As spreadsheets read a time: 2026-11-22 14:05:09. */
function localTimeIn(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}

/** The filter that was asked for, its dates being days of the user's zone. Throws `invalid_date`. */
function readFilter(
  deps: Deps,
  { id: userId, time_zone: timeZone }: { id: string; time_zone: string },
  { type, source, status, from, to }: ParsedInputOf<typeof pointsHistoryFile>,
): { filter: HistoryFilter; timeZone: string } {
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
  /** Points asked to be paid out go by their request; all others are posted. */
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
  /** The bet that a stake was of, once it has ended: its stake, and what of it counts as play. */
  stake: number | null;
  refund: number | null;
  at_risk: number | null;
  at_risk_reason: string | null;
}

/** The time zone that a user's days are of; undefined where there is no such user. */
const findTimeZone = async (db: Db, userId: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('time_zone').where('id', '=', userId).executeTakeFirst())?.time_zone;

/** A page of what changed a user's balance, newest first. */
const findHistory = (db: Db, filter: HistoryFilter, limit: number, offset: number): Promise<HistoryRow[]> =>
  findRows(db, sql`${newest(filter, limit + offset, null)} order by created_at desc, id desc limit ${limit} offset ${offset}`);

/** The changes that come after one of them, newest first; the first ones without it. */
const findHistoryAfter = (db: Db, filter: HistoryFilter, afterId: number | null, limit: number): Promise<HistoryRow[]> =>
  findRows(db, sql`${newest(filter, limit, afterId)} order by created_at desc, id desc limit ${limit}`);

/** How many rows there are, counted to `max` and no further. */
async function countHistory(db: Db, filter: HistoryFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${newest(filter, max, null)} limit ${max}) counted`.execute(db);
  return rows[0]!.count;
}

/** What was chosen from the index alone is read in full. */
async function findRows(db: Db, chosen: RawBuilder<unknown>): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select t.id, t.created_at, t.source, case when h.given then -t.amount else t.amount end as delta,
           case when h.given then t.from_balance else t.to_balance end as balance, t.note, c.match_id,
           coalesce(w.status, 'posted') as status, b.stake, b.refund, b.at_risk, b.at_risk_reason
    from (${chosen}) h join transfers t on t.id = h.id left join contests c on c.id = t.contest_id
    left join bets b on b.id = t.bet_id and t.source = 'bet_stake'
    left join withdrawals w on w.user_id = t.from_owner and t.source = 'redeem' and ${isHoldOf}
    order by t.created_at desc, t.id desc`.execute(db);
  return rows;
}

/**
 * Both sides of a history, each limited by itself: an index gives either in order and without its rows, so that a page far
 * behind costs its own length only. Kinds stand in the text, as the indexes are of users' balances alone.
 */
const newest = (filter: HistoryFilter, limit: number, afterId: number | null): RawBuilder<unknown> => {
  const sides = SIDES.filter(({ type }) => filter.type === undefined || filter.type === type);
  const parts = sides.map(({ prefix, type }) => {
    const column = (name: string) => sql.ref(`${prefix}_${name}`);
    const after = sql`(created_at, id) < (select t.created_at, t.id from transfers t where t.id = ${afterId})`;
    return sql`(
      select id, created_at, ${sql.lit(type === 'debit')} as given from transfers t
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

/** That a transfer `t` holds the points of a request `w`: its key is `redeemTransfer`'s. */
const isHoldOf = sql`t.key = 'withdrawal:' || w.id || ':hold'`;

function hasStatus({ status, userId }: HistoryFilter): RawBuilder<unknown> {
  if (status === undefined) return sql``;
  if (status === 'posted') return sql`and source <> 'redeem'`;
  return sql`and source = 'redeem' and exists (select from withdrawals w where w.user_id = ${userId} and w.status = ${status} and ${isHoldOf})`;
}

const SIDES = [
  { prefix: 'from', type: 'debit' },
  { prefix: 'to', type: 'credit' },
] as const;
