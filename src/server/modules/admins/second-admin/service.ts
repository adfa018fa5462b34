import type { AdminRole } from '#domain/identity/admin-role.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import * as seconds from './queries.ts';
/** Why somebody may not give the second word: they gave the first, or count as one person with who did. */
export type NoSecond = 'same_reviewer' | 'one_hand';

type Needed = Pick<Deps, 'config' | 'now'>;

/**
 * Why an admin may not be the second one to each of these admins who asked for something; null where they may (docs/decisions/050). One person
 * are who asked, whoever's account was made, reset, promoted or enabled by the same hand within 30 days, and who signed in with the same browser.
 * In the demo one person plays all admins, on one device: there browsers are not compared.
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

/** Whether an admin may be the second one to who asked. */
export const mayBeSecond = async (deps: Needed, db: Db, askerId: string, adminId: string): Promise<boolean> =>
  (await checkSeconds(deps, db, adminId, [askerId])).get(askerId) === null;

/** Whether each of these words still counts: their admins are not disabled, have one of these roles, and were neither disabled, demoted nor reset since. */
export const countingWords = (db: Db, words: readonly seconds.WordGiven[], roles: readonly AdminRole[]): Promise<boolean[]> =>
  seconds.findCounting(db, words, roles);

/**
 * Whether a super is the only one who could decide about admins: nobody else could be the second one, not counting whom it is about, and that is
 * not so because they have disabled or demoted somebody within 30 days.
 */
export async function isOnlySuper(deps: Needed, db: Db, adminId: string, subjectId: string): Promise<boolean> {
  const others = await seconds.findOtherSupers(db, [adminId, subjectId]);
  if (await seconds.hasShutOut(db, adminId, new Date(deps.now().getTime() - seconds.HANDS_MS))) return false;
  for (const other of others) if (await mayBeSecond(deps, db, adminId, other)) return false;
  return true;
}
