import { sql } from 'kysely';
import { SHIELD_DELAYS } from '#domain/notifications/shield.ts';
import type { Deps } from '#server/deps.ts';

/** Longer than anybody can be behind, also while this job is late. */
const KEPT_SECONDS = Math.max(...SHIELD_DELAYS) + 60;

/** Forgets what was remembered for those who are behind and is shown to nobody any more; returns how many rows. */
export async function forgetPast({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from shield.past where changed_at < clock_timestamp() - make_interval(secs => ${KEPT_SECONDS})`.execute(db);
  return Number(numAffectedRows);
}
