import type { LedgerRow, pointsHistory, pointsHistoryFile } from '#contract/account.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { countedPlayOf } from '#server/modules/betting/public.ts';
import { requireUser } from '#server/modules/identity/public.ts';
import { findMatchBriefs, localDay } from '#server/modules/match-data/public.ts';
import { BYTE_ORDER_MARK, csvLine, encoded } from '#server/platform/csv.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { type RequestLimit, requestLimit } from '#server/platform/http/request-limit.ts';
import { countHistory, findHistory, findHistoryAfter, findTimeZone, type HistoryFilter, type HistoryRow } from './history-queries.ts';

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
