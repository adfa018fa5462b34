import type { AdminRole } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as seconds from './queries.ts';
/** Why an admin may not give the second approval: they gave the first, or count as the same person as the first admin. */
export type NoSecond = 'same_reviewer' | 'one_hand';

type Needed = Pick<Deps, 'config' | 'now'>;

/**
 * Returns for each requester why an admin may not approve their request; null if they may (docs/decisions/050). The same person are: the
 * requester, admins created, reset, promoted or enabled by the same admin within 30 days, and admins who signed in with the same browser.
 * In the demo one person acts as all admins on one device, so browsers are not compared.
 */
export async function checkSeconds(
  { config, now }: Needed,
  db: Db,
  adminId: string,
  askerIds: readonly string[],
): Promise<Map<string, NoSecond | null>> {
  const others = [...new Set(askerIds)].filter((id) => id !== adminId);
  const [hands, devices] =
    others.length === 0
      ? [new Set<string>(), new Set<string>()]
      : await Promise.all([
          seconds.findOneHand(db, adminId, others, new Date(now().getTime() - seconds.HANDS_MS)),
          config.demo ? new Set<string>() : seconds.findOneDevice(db, adminId, others),
        ]);
  const judged = (id: string): NoSecond | null => {
    if (id === adminId) return 'same_reviewer';
    return hands.has(id) || devices.has(id) ? 'one_hand' : null;
  };
  return new Map(askerIds.map((id) => [id, judged(id)]));
}

/** Returns whether an admin may approve a request of this requester. */
export const mayBeSecond = async (deps: Needed, db: Db, askerId: string, adminId: string): Promise<boolean> =>
  (await checkSeconds(deps, db, adminId, [askerId])).get(askerId) === null;

/**
 * Returns for each decision whether it still counts: its admin is active, has one of these roles, and was not disabled, demoted or reset
 * since.
 */
export const countingWords = (db: Db, words: readonly seconds.WordGiven[], roles: readonly AdminRole[]): Promise<boolean[]> =>
  seconds.findCounting(db, words, roles);

/**
 * Returns whether a super is the only one who could decide about admins: nobody else could be the second admin, not counting the affected
 * one, and the super has not caused this by disabling or demoting somebody within 30 days.
 */
export async function isOnlySuper(deps: Needed, db: Db, adminId: string, subjectId: string): Promise<boolean> {
  const others = await seconds.findOtherSupers(db, [adminId, subjectId]);
  if (await seconds.hasShutOut(db, adminId, new Date(deps.now().getTime() - seconds.HANDS_MS))) return false;
  for (const other of others) if (await mayBeSecond(deps, db, adminId, other)) return false;
  return true;
}
