import { sql } from 'kysely';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { getLimits, setLimit as setLimitEndpoint } from '#contract/play-limits.ts';
import { changeLimit, type LimitKind, type LimitPeriod, NO_LIMIT, periodEnd, type SetLimit } from '#domain/play-limits/play-limits.ts';
import type { Deps } from '#server/deps.ts';
import { refuseEndedSession } from '#server/modules/identity/public.ts';
import { lockBalance } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { findTippingPause, lockUser } from './exclusion-queries.ts';
import { exclusionOf } from './exclusions.ts';

/** Returns the caller's limits, how much of each is used, and the present exclusion. */
export async function limitsOf(deps: Deps, db: Db, userId: string): Promise<ReplyOf<typeof getLimits>> {
  const now = deps.now();
  const limits = await findLimits(db, userId, now);
  return {
    limits: limits.map(({ kind, period, amount, used, next_amount, next_from }) => ({
      kind,
      period,
      amount,
      used,
      resets_at: periodEnd(period, now).toISOString(),
      next: next_from && { amount: next_amount, from: next_from.toISOString() },
    })),
    exclusion: await exclusionOf(db, userId, now),
    tipping_paused_until: (await findTippingPause(db, userId, now))?.toISOString() ?? null,
  };
}

/**
 * Changes one limit: tightens at once, loosens after a day. The lock on the balance lets a stake in progress finish under the previous
 * limit.
 */
export const setLimit = (
  deps: Deps,
  caller: SignedIn,
  { kind, period, amount }: ParsedInputOf<typeof setLimitEndpoint>,
): Promise<ReplyOf<typeof setLimitEndpoint>> =>
  transact(deps, async (db, announce) => {
    const { id } = caller;
    await lockBalance(db, id);
    await lockUser(db, id);
    await refuseEndedSession(db, caller);
    const now = deps.now();
    const kept = await findLimit(db, id, kind, period);
    const changed = changeLimit(kept ? setLimitOf(kept) : NO_LIMIT, amount, now);
    await saveLimit(db, id, { kind, period }, changed, now);
    announce(`me:${id}`, { t: 'account' });
    return limitsOf(deps, db, id);
  });

const setLimitOf = ({ amount, next_amount, next_from }: Omit<LimitRow, 'kind' | 'period' | 'used'>): SetLimit => ({
  amount,
  next: next_from && { amount: next_amount, from: next_from },
});

interface LimitRow {
  kind: LimitKind;
  period: LimitPeriod;
  amount: number | null;
  next_amount: number | null;
  next_from: Date | null;
  used: number;
}

/** Returns all six limits as they stand at a moment, those on stakes and the shorter periods first. */
async function findLimits(db: Db, userId: string, at: Date): Promise<LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select * from play_limits_at(${userId}, ${at})
    order by kind desc, array_position(array['day', 'week', 'month'], period)`.execute(db);
  return rows;
}

const findLimit = (db: Db, userId: string, kind: LimitKind, period: LimitPeriod) =>
  db
    .selectFrom('play_limits')
    .select(['amount', 'next_amount', 'next_from'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .executeTakeFirst();

async function saveLimit(
  db: Db,
  userId: string,
  { kind, period }: { kind: LimitKind; period: LimitPeriod },
  { amount, next }: SetLimit,
  at: Date,
): Promise<void> {
  const values = { amount, next_amount: next?.amount ?? null, next_from: next?.from ?? null, changed_at: at };
  await db
    .insertInto('play_limits')
    .values({ user_id: userId, kind, period, ...values })
    .onConflict((oc) => oc.columns(['user_id', 'kind', 'period']).doUpdateSet(values))
    .execute();
}
