import type { getLimits, setLimit as setLimitEndpoint } from '#contract/care.ts';
import type { ParsedInputOf, ReplyOf } from '#contract/endpoint.ts';
import { changeLimit, NO_LIMIT, periodEnd, type SetLimit } from '#domain/care.ts';
import type { Deps } from '#server/deps.ts';
import { lockBalance } from '#server/modules/ledger/public.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { SignedIn } from '#server/platform/http/access-token.ts';
import { transact } from '#server/platform/transact.ts';
import { exclusionOf } from './exclusions.ts';
import * as care from './limit-queries.ts';

/** The caller's limits, what of each is used, and the time away that they are in. */
export async function limitsOf(deps: Deps, db: Db, userId: string): Promise<ReplyOf<typeof getLimits>> {
  const now = deps.now();
  const limits = await care.findLimits(db, userId, now);
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
  };
}

/** Changes one limit: tighter at once, looser after a day. The balance's lock lets a stake that is under way be judged by the one before. */
export const setLimit = (
  deps: Deps,
  { id }: SignedIn,
  { kind, period, amount }: ParsedInputOf<typeof setLimitEndpoint>,
): Promise<ReplyOf<typeof setLimitEndpoint>> =>
  transact(deps, async (db, announce) => {
    await lockBalance(db, id);
    const now = deps.now();
    const kept = await care.findLimit(db, id, kind, period);
    const changed = changeLimit(kept ? setLimitOf(kept) : NO_LIMIT, amount, now);
    await care.saveLimit(db, id, { kind, period }, changed, now);
    announce(`me:${id}`, { t: 'account' });
    return limitsOf(deps, db, id);
  });

const setLimitOf = ({ amount, next_amount, next_from }: Omit<care.LimitRow, 'kind' | 'period' | 'used'>): SetLimit => ({
  amount,
  next: next_from && { amount: next_amount, from: next_from },
});
