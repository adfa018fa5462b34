import type { checkIn as checkInEndpoint } from '#contract/account.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { checkInTransfer } from '#domain/ledger/ledger.ts';
import { checkIn as judgeCheckIn } from '#domain/ledger/rewards.ts';
import { utcDay } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { addExperience, lockBalance, postTransfers } from '#server/modules/ledger/public.ts';
import { requirePlay } from '#server/modules/play-limits/public.ts';
import { once } from '#server/platform/db/idempotency.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { transact } from '#server/platform/transact.ts';

/** Collects today's points once: simultaneous requests wait for the lock on the balance. */
export const checkIn = (deps: Deps, user: SignedIn, { idempotency }: RequestContext): Promise<ReplyOf<typeof checkInEndpoint>> =>
  transact(deps, (db, announce) => {
    const now = deps.now();
    return once(db, idempotency, now, async () => {
      const balanceBefore = await lockBalance(db, user.id);
      await requirePlay(db, user.id, now);
      const today = utcDay(now);
      const given = judgeCheckIn(await findLastCheckIn(db, user.id), today);
      if ('code' in given) throw new AppError(given.code);
      await insertCheckIn(db, { userId: user.id, day: today, ...given, at: now });
      await postTransfers(db, [checkInTransfer(user.id, today, given.points)], now);
      await addExperience(db, user.id, 'check_in', now);
      const balance = balanceBefore + given.points;
      announce(`me:${user.id}`, { t: 'balance', balance });
      return { ...given, balance };
    });
  });

/** Returns the last check-in, which today's streak continues; null if the user never checked in. */
export async function findLastCheckIn(db: Db, userId: string) {
  const last = await db
    .selectFrom('check_ins')
    .select(['day', 'streak', 'points'])
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

async function insertCheckIn(db: Db, checkIn: { userId: string; day: string; streak: number; points: number; at: Date }): Promise<void> {
  const { userId, day, streak, points, at } = checkIn;
  await db.insertInto('check_ins').values({ user_id: userId, day, streak, points, created_at: at }).execute();
}
