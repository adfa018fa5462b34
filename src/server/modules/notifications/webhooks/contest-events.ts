import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { findMatchData } from './match-data.ts';
import { findListeners, storeEvents } from './store-events.ts';

/**
 * Stores that a contest has ended, or ended again by correction `round`, for the webhooks that cover its match, in the transaction that
 * ended it: an ending that is rolled back is never told.
 */
export async function addContestEvent(
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  db: Db,
  { id, match_id }: { id: string; match_id: number },
  round: number | null,
): Promise<void> {
  const listeners = await findListeners(db, match_id, ['contest.settled']);
  if (listeners.length === 0) return;
  const matches = await findMatchData(db, [match_id]);
  const { state, market, winner, void_reason, home_score, away_score } = await db
    .selectFrom('contests')
    .select(['state', 'market', 'winner', 'void_reason', 'home_score', 'away_score'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const score = home_score === null || away_score === null ? null : { home: home_score, away: away_score };
  const contest = { id, market, state, winner, void_reason, score };
  await storeEvents(deps, db, [
    {
      ...{ type: 'contest.settled', matchId: match_id, userId: null },
      data: { match: matches.get(match_id), contest, correction: round },
      webhookIds: listeners.map(({ id }) => id),
    },
  ]);
}
