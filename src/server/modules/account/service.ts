import { sql } from 'kysely';
import type { getOverview, Overview } from '#contract/account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PointSource } from '#domain/ledger/ledger.ts';
import { LEVEL_EXPERIENCE, levelOf, nextLevel } from '#domain/ledger/levels.ts';
import { type CheckIn, checkIn, checkInReward, currentStreak } from '#domain/ledger/rewards.ts';
import { utcDay } from '#domain/time.ts';
import { usdtOf } from '#domain/withdrawals/payout-text.ts';
import type { Deps } from '#server/deps.ts';
import { linkedAccountsOf, profileOf, requireUser } from '#server/modules/identity/public.ts';
import { sumBySource } from '#server/modules/ledger/public.ts';
import { exclusionOf } from '#server/modules/play-limits/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { findLastCheckIn } from './check-in/check-in.ts';

/** Returns profile, points and stats in one answer. */
export async function overview(deps: Deps, { id }: SignedIn): Promise<ReplyOf<typeof getOverview>> {
  const [user, standing, bySource, lastCheckIn, linked, exclusion, medals] = await Promise.all([
    requireUser(deps, id),
    findStanding(deps.db, id),
    sumBySource(deps.db, [id]),
    findLastCheckIn(deps.db, id),
    linkedAccountsOf(deps.db, id),
    exclusionOf(deps.db, id, deps.now()),
    countMedals(deps.db, id),
  ]);
  if (!standing) throw new Error(`user ${id} has no ledger accounts`);
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
    medals,
  };
}

function statsOf(standing: NonNullable<Awaited<ReturnType<typeof findStanding>>>) {
  const { balance, held, rank, experience, played, hits, net_won, next_rank, next_net_won, updated_at } = standing;
  const next = nextLevel(experience);
  const level = levelOf(experience);
  return {
    points_balance: balance,
    held,
    usdt: usdtOf(balance),
    rank,
    next_rank: next_rank === null || next_net_won === null ? null : { rank: next_rank, points_missing: next_net_won - net_won },
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

/** Sources that count as spending, including refunds. All other sources count as earned, also where they take points back. */
const SPENDING: ReadonlySet<PointSource> = new Set(['bet_stake', 'bet_refund', 'contest_refund', 'redeem', 'redeem_refund']);

/** Sums earned and spent points net of refunds: their difference is the balance. */
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

/**
 * Returns a user's points and the sums of their settled bets; `rank` is null before the first settled bet. `next_net_won` is the net win of
 * the next better users, and `next_rank` is their rank. Both are null for users with the highest net win.
 */
const findStanding = (db: Db, userId: string) =>
  db
    .selectFrom('user_stats as mine')
    .innerJoin('accounts as balance', (join) => join.onRef('balance.owner', '=', 'mine.user_id').on('balance.kind', '=', 'balance'))
    .innerJoin('accounts as held', (join) => join.onRef('held.owner', '=', 'mine.user_id').on('held.kind', '=', 'held'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('user_stats as better')
          .select((fn) => fn.fn.min('better.net_won').as('net_won'))
          .where('better.played', '>', 0)
          .whereRef('better.net_won', '>', 'mine.net_won')
          .as('next'),
      (join) => join.on('mine.played', '>', 0),
    )
    .select(['balance.balance', 'held.balance as held', 'played', 'hits', 'experience', 'mine.net_won', 'updated_at'])
    .select(sql<number | null>`case when mine.played > 0 then rank_of(mine.net_won) end`.as('rank'))
    .select('next.net_won as next_net_won')
    .select(sql<number | null>`case when next.net_won is not null then rank_of(next.net_won) end`.as('next_rank'))
    .where('mine.user_id', '=', userId)
    .executeTakeFirst();

/** Counts a user's medals in the divisions. */
async function countMedals(db: Db, userId: string): Promise<Overview['medals']> {
  const { rows } = await sql<Overview['medals']>`
    select count(*) filter (where medal = 'first')::integer as first, count(*) filter (where medal = 'second')::integer as second,
      count(*) filter (where medal = 'third')::integer as third, count(*) filter (where move = 'up')::integer as promoted
    from division_seats where user_id = ${userId}`.execute(db);
  return rows[0]!;
}
