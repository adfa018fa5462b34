import { sql } from 'kysely';
import { isInPlay, MATCH_STATUSES } from '#domain/matches/match-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { Deps } from '#server/deps.ts';
import { MANUAL_FEED } from '#server/modules/match-data/import/feed.ts';

/** A score is fresh if its feed has confirmed the match within this time. Providers with a sufficient allowance are asked every minute or more often. */
export const FRESH_MS = 2 * MINUTE_MS;
/** A match that has not started this long after its kick-off is late for another reason than a silent feed. */
const LATE_START_MS = 3 * HOUR_MS;

/**
 * Counts the matches that a feed should be reporting now, and those of them whose score is not fresh. These are matches in play, and
 * matches after their kick-off that nobody has reported as started. Matches that only operators enter have no feed and are left out.
 */
export async function scoreFreshness({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<{ running: number; stale: number }> {
  const at = now().getTime();
  const { rows } = await sql<{ running: number; stale: number }>`
    select count(*)::integer as running, count(*) filter (where m.confirmed_at < ${new Date(at - FRESH_MS)})::integer as stale
    from matches m
    where m.kickoff_at > ${new Date(at - DAY_MS)} and m.kickoff_at <= ${new Date(at)}
      and (m.status = any(${MATCH_STATUSES.filter(isInPlay)}::text[]) or (m.status = 'ns' and m.kickoff_at > ${new Date(at - LATE_START_MS)}))
      and exists (select from feed_ids f where f.kind = 'match' and f.id = m.id and f.feed <> ${MANUAL_FEED})`.execute(db);
  return rows[0]!;
}
