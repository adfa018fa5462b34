import type { getOverview, LedgerRow, Overview, pointsHistory } from '#contract/account.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { type CheckIn, checkIn, checkInReward, currentStreak, utcDay } from '#domain/check-in.ts';
import type { PointSource } from '#domain/ledger.ts';
import { LEVEL_EXPERIENCE, levelOf, nextLevel } from '#domain/levels.ts';
import { usdtOf } from '#domain/usdt.ts';
import type { Deps } from '#server/deps.ts';
import { requireUser } from '#server/features/auth/service.ts';
import { exclusionOf } from '#server/features/care/service.ts';
import { linkedAccountsOf } from '#server/features/linked-accounts/service.ts';
import { findMatchBriefs, localDay } from '#server/features/matches/service.ts';
import { findLastCheckIn } from '#server/features/points/service.ts';
import { profileOf } from '#server/features/profile/service.ts';
import type { SignedIn } from '#server/http/access-token.ts';
import { AppError } from '#server/http/app-error.ts';
import * as account from './queries.ts';

/** Profile, points and stats in one answer. */
export async function overview(deps: Deps, { id }: SignedIn): Promise<ReplyOf<typeof getOverview>> {
  const [user, standing, bySource, lastCheckIn, linked, exclusion] = await Promise.all([
    requireUser(deps, id),
    account.findStanding(deps.db, id),
    account.sumBySource(deps.db, id),
    findLastCheckIn(deps.db, id),
    linkedAccountsOf(deps.db, id),
    exclusionOf(deps.db, id, deps.now()),
  ]);
  if (!standing) throw new Error(`user ${id} has no accounts`);
  const today = checkInCard(lastCheckIn, deps.now());
  return {
    profile: profileOf(user),
    stats: { ...statsOf(standing), ...lifetime(bySource), check_in_streak: today.streak },
    check_in: today,
    referral_code: user.invite_code,
    telegram_bound: linked.isTelegramBound,
    linked_accounts: linked.accounts,
    two_factor: user.totp_enabled_at !== null,
    exclusion,
    deletion_due_at: user.deletion_due_at?.toISOString() ?? null,
  };
}

/** No list is counted or paged further than this (decisions.md section 1). */
const TOTAL_MAX = 10_000;

/** A page of every change of the balance, newest first. */
export async function history(
  deps: Deps,
  { id }: SignedIn,
  { type, source, from, to, page, page_size }: ParsedInputOf<typeof pointsHistory>,
): Promise<ReplyOf<typeof pointsHistory>> {
  const offset = (page - 1) * page_size;
  if (offset >= TOTAL_MAX) throw new AppError('invalid_query', { field: 'page' });
  if (from && to && from > to) throw new AppError('invalid_date', { field: 'from' });
  const { time_zone } = await requireUser(deps, id);
  const dayOf = (date: string | undefined) => (date === undefined ? null : localDay(date, time_zone, deps.now()));
  const filter = { userId: id, type, source, from: dayOf(from)?.from ?? null, to: dayOf(to)?.to ?? null };
  const [rows, counted] = await Promise.all([
    account.findHistory(deps.db, filter, page_size, offset),
    account.countHistory(deps.db, filter, TOTAL_MAX + 1),
  ]);
  const matchIds = rows.flatMap(({ match_id }) => match_id ?? []);
  const matches = await findMatchBriefs(deps.db, matchIds);
  return {
    items: rows.map((row) => ledgerRow(row, matches)),
    page,
    page_size,
    total: Math.min(counted, TOTAL_MAX),
    ...(counted > TOTAL_MAX && { total_exact: false }),
  };
}

function statsOf(standing: NonNullable<Awaited<ReturnType<typeof account.findStanding>>>) {
  const { balance, held, rank, experience, played, hits, updated_at } = standing;
  const next = nextLevel(experience);
  const level = levelOf(experience);
  return {
    points_balance: balance,
    held,
    usdt: usdtOf(balance),
    rank,
    level,
    experience,
    level_from: LEVEL_EXPERIENCE[level],
    level_to: next && LEVEL_EXPERIENCE[next],
    predictions_played: played,
    hits,
    win_rate: played === 0 ? null : hits / played,
    updated_at: updated_at.toISOString(),
  };
}

/** What a user spends points on, and what of it comes back. All else is earned, or takes back what should not have been. */
const SPENDING: ReadonlySet<PointSource> = new Set(['bet_stake', 'bet_refund', 'contest_refund', 'redeem', 'redeem_refund']);

/** Earned and spent, refunds taken off: their difference is the balance. */
function lifetime(bySource: readonly { source: PointSource; sum: number }[]) {
  const total = (isSpending: boolean) =>
    bySource.filter(({ source }) => SPENDING.has(source) === isSpending).reduce((sum, row) => sum + row.sum, 0);
  return { lifetime_earned: total(false), spent: 0 - total(true) };
}

function checkInCard(last: CheckIn | null, now: Date): Overview['check_in'] {
  const today = utcDay(now);
  const next = checkIn(last, today);
  const midnight = new Date(`${today}T00:00:00Z`);
  midnight.setUTCDate(midnight.getUTCDate() + 1);
  return {
    checked_in_today: 'code' in next,
    streak: currentStreak(last, today),
    points_today: 'code' in next ? checkInReward(last?.streak ?? 1) : next.points,
    resets_at: midnight.toISOString(),
  };
}

type HistoryRow = Awaited<ReturnType<typeof account.findHistory>>[number];

/** A view's columns may all be null as far as PostgreSQL tells; a transfer's are not. */
const ledgerRow = (row: HistoryRow, matches: Awaited<ReturnType<typeof findMatchBriefs>>): LedgerRow => ({
  id: String(row.transfer_id),
  at: row.created_at!.toISOString(),
  source: row.source as PointSource,
  delta: row.delta!,
  balance: row.balance!,
  // Points to be redeemed are the only ones that wait for somebody's word.
  status: 'posted',
  note: row.note,
  match: (row.match_id !== null && matches.get(row.match_id)) || null,
});
