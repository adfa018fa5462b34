import { sql } from 'kysely';
import { matchGroup } from '#domain/matches/match-status.ts';
import { NO_SCORE } from '#domain/matches/score.ts';
import { type Batch, refusalOf } from './batch.ts';
import type { FeedUpdate, MergeUpdate, StatusUpdate } from './feed.ts';
import { findMatches } from './match-queries.ts';
import { findIds, insertIds } from './queries.ts';

/**
 * Imports merges, in their order. Returns the cancellations of matches that were known twice: their stakes are returned, and the other match
 * goes on. Merges of things that the feed never sent are ignored, because a feed may report those of its whole world. The number of queries
 * does not depend on the number of merges: no other import runs meanwhile.
 */
export async function importMerges(batch: Batch, updates: readonly FeedUpdate[]): Promise<StatusUpdate[]> {
  const merges = updates.filter((update) => update.kind === 'merge');
  await mergeTeams(
    batch,
    merges.filter(({ of }) => of === 'team'),
  );
  return await mergeMatches(
    batch,
    merges.filter(({ of }) => of === 'match'),
  );
}

const idsIn = (merges: readonly MergeUpdate[]): string[] => [...new Set(merges.flatMap(({ id, into }) => [id, into]))];

async function mergeTeams({ db, feed, refusals }: Batch, merges: readonly MergeUpdate[]): Promise<void> {
  const ids = await findIds(db, feed, 'team', idsIn(merges));
  const added = new Map<string, number>();
  for (const update of merges) {
    const [own, other] = [ids.get(update.id), ids.get(update.into)];
    if (own === undefined || own === other) continue;
    if (other !== undefined) {
      // Their matches and ratings cannot be put together: what follows is reported of the other team, which replaces this one.
      refusals.push({ ...refusalOf(update, 'merged_teams_both_known'), isNote: true });
      continue;
    }
    // A team keeps its old id besides: answers that are on their way may still contain it.
    ids.set(update.into, own);
    added.set(update.into, own);
  }
  await insertIds(db, feed, 'team', [...added]);
}

async function mergeMatches({ db, feed }: Batch, merges: readonly MergeUpdate[]): Promise<StatusUpdate[]> {
  const told = await findIds(db, feed, 'match', idsIn(merges));
  const ids = new Map(told);
  const twice: { update: MergeUpdate; own: number }[] = [];
  for (const update of merges) {
    const [own, other] = [ids.get(update.id), ids.get(update.into)];
    if (own === undefined || own === other) continue;
    if (other === undefined) {
      ids.delete(update.id);
      ids.set(update.into, own);
    } else twice.push({ update, own });
  }
  await renameMatches({ db, feed }, told, ids);
  const rows = await findMatches(db, [...new Set(twice.map(({ own }) => own))]);
  return twice.flatMap(({ update: { id, seenAt }, own }): StatusUpdate[] => {
    const match = rows.get(own);
    if (match === undefined || matchGroup(match.status) === 'finished') return [];
    const clock = { minute: null, stoppage: null, period: null };
    return [{ kind: 'status', matchId: id, status: 'canc', ...clock, score: NO_SCORE, seenAt }];
  });
}

/** Stores ids that have changed: what is in `before` and not in `after` goes, and what is in `after` alone comes. */
async function renameMatches(
  { db, feed }: Pick<Batch, 'db' | 'feed'>,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Promise<void> {
  const gone = [...before].filter(([id, own]) => after.get(id) !== own).map(([id]) => id);
  if (gone.length === 0) return;
  await sql`delete from feed_ids where feed = ${feed} and kind = 'match' and feed_id = any(${gone}::text[])`.execute(db);
  await insertIds(
    db,
    feed,
    'match',
    [...after].filter(([id, own]) => before.get(id) !== own),
  );
}
