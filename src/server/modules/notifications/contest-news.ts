import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { addBetNews } from './news/news-queries.ts';
import { addContestEvent } from './webhooks/contest-events.ts';

/** Records the end of a contest, or a correction of it, for its bettors and for webhooks, in the transaction that ended it. */
export async function addContestNews(
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  db: Db,
  contest: { id: string; match_id: number },
  round: number | null,
  at: Date,
): Promise<void> {
  await addBetNews(db, contest, round, at);
  await addContestEvent(deps, db, contest, round);
}
