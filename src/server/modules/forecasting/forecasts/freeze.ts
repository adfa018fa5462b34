import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/transact.ts';
import { finalCrowd } from './crowd.ts';
import { marketOpinion } from './opinions.ts';
import { forget, freeze, lockBegun } from './queries.ts';
import { forecastTopic } from './topics.ts';

const AT_ONCE = 100;
/** The true kick-off is derived from the minute of the first live status, and so is accurate to a minute. */
const START_TOLERANCE_MS = 60_000;

/**
 * Freezes the forecast of each match that has begun by its first live status, whatever the plan, with the opinions of bookmakers and crowd
 * at that time. Deletes a forecast made after the true kick-off, before it was reported, or about other teams. Idempotent, also in
 * parallel.
 */
export async function freezeForecasts(deps: Deps): Promise<void> {
  while ((await freezeSome(deps)) === AT_ONCE);
}

async function freezeSome(deps: Deps): Promise<number> {
  const now = deps.now();
  const begun = await transact(deps, async (db) => {
    const matches = await lockBegun(db, AT_ONCE);
    for (const { match_id: id, made_at: madeAt, started_at: startedAt, is_of_teams: isOfTeams } of matches) {
      const isLate = startedAt !== null && madeAt.getTime() > startedAt.getTime() + START_TOLERANCE_MS;
      if (isLate || !isOfTeams) await forget(db, id);
      else await freeze(db, id, { market: await marketOpinion(db, id, true), crowd: await finalCrowd(db, id, now) }, now);
    }
    return matches;
  });
  for (const { match_id: id } of begun) deps.replies.touch(forecastTopic(id));
  return begun.length;
}
