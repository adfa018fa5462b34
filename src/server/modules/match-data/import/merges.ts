import { sql } from 'kysely';
import { matchGroup } from '#domain/matches/match-status.ts';
import { NO_SCORE } from '#domain/matches/score.ts';
import { type Batch, refusalOf } from './batch.ts';
import type { FeedUpdate, MergeUpdate, StatusUpdate } from './feed.ts';
import { findMatches } from './match-queries.ts';
import { findIds, insertIds } from './queries.ts';

/**
 * Imports merges, in their order. Returns the cancellations of matches that were known twice: their stakes are returned, and the other match
 * goes on. Merges of things that the feed never sent are ignored, because a feed may report those of its whole world.
 */
export async function importMerges(batch: Batch, updates: readonly FeedUpdate[]): Promise<StatusUpdate[]> {
  const cancelled: StatusUpdate[] = [];
  for (const update of updates) {
    if (update.kind === 'merge') cancelled.push(...(await importMerge(batch, update)));
  }
  return cancelled;
}

async function importMerge(batch: Batch, update: MergeUpdate): Promise<StatusUpdate[]> {
  const { db, feed } = batch;
  const { of, id, into } = update;
  const ids = await findIds(db, feed, of, [id, into]);
  const [own, other] = [ids.get(id), ids.get(into)];
  if (own === undefined || own === other) return [];
  if (other === undefined) {
    // A team keeps its old id besides: answers that are on their way may still contain it.
    if (of === 'team') await insertIds(db, feed, of, [[into, own]]);
    else await renameMatch(batch, id, into);
    return [];
  }
  if (of === 'team') {
    // Their matches and ratings cannot be put together: what follows is reported of the other team, which replaces this one.
    batch.refusals.push({ ...refusalOf(update, 'merged_teams_both_known'), isNote: true });
    return [];
  }
  const match = (await findMatches(db, [own])).get(own);
  if (match === undefined || matchGroup(match.status) === 'finished') return [];
  return [
    { kind: 'status', matchId: id, status: 'canc', minute: null, stoppage: null, period: null, score: NO_SCORE, seenAt: update.seenAt },
  ];
}

async function renameMatch({ db, feed }: Batch, id: string, into: string): Promise<void> {
  await sql`update feed_ids set feed_id = ${into} where feed = ${feed} and kind = 'match' and feed_id = ${id}`.execute(db);
}
