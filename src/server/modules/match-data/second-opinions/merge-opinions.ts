import type { MergeUpdate } from '#server/modules/match-data/import/feed.ts';
import type { CatalogueRow } from './queries.ts';
import type { Taken } from './take-opinions.ts';
import { type FeedView, isNews } from './view.ts';

/** A provider deletes a match or team because it is the same as another: what it said goes on under the other's id. */
type Merge = Pick<MergeUpdate, 'id' | 'into'>;

/**
 * Moves the opinion about a match to the id into which it was merged. Of two opinions the other one's word stays, which may now be matched.
 * `isOwn`: the feed is the source of one of the two, so that neither is told as an opinion any more.
 */
export function mergeMatch(view: FeedView, { id, into }: Merge, isOwn: boolean, taken: Taken): void {
  if (view.ownMatches.delete(id)) view.ownMatches.add(into);
  if (isOwn) {
    for (const one of [id, into]) drop(view, one, taken);
    return;
  }
  const known = view.opinions.get(id);
  if (known === undefined) return;
  drop(view, id, taken);
  const other = view.opinions.get(into) ?? { ...known, feed_id: into };
  if (!view.opinions.has(into)) taken.changed.add(into);
  view.opinions.set(into, other);
  if (other.match_id === null) taken.sought.add(into);
}

function drop({ opinions }: FeedView, id: string, { changed, sought, gone }: Taken): void {
  if (!opinions.delete(id)) return;
  changed.delete(id);
  sought.delete(id);
  gone.add(id);
}

/**
 * Lets a team go on under the id into which it was merged, in all opinions about its matches. It keeps its old id besides, because answers
 * on their way may contain it. Returns what is to be stored of the team under its new id; null if it is known or the feed's own.
 */
export function mergeTeam(view: FeedView, { id, into }: Merge, taken: Taken): CatalogueRow | null {
  const told = view.teams.get(id);
  if (told === undefined) return null;
  const isNew = !view.teams.has(into);
  if (isNew) view.teams.set(into, told);
  if (isNew && view.ownTeams.has(id)) view.ownTeams.add(into);
  for (const opinion of view.opinions.values()) {
    const home = opinion.feed_home_id === id ? into : opinion.feed_home_id;
    const away = opinion.feed_away_id === id ? into : opinion.feed_away_id;
    const isSame = home === opinion.feed_home_id && away === opinion.feed_away_id;
    if (isSame || home === away) continue;
    view.opinions.set(opinion.feed_id, { ...opinion, feed_home_id: home, feed_away_id: away });
    taken.changed.add(opinion.feed_id);
    if (opinion.match_id === null) taken.sought.add(opinion.feed_id);
  }
  const isToStore = isNew && !view.ownTeams.has(into) && isNews(view, `team ${into}`, told);
  return isToStore ? { kind: 'team', feed_id: into, told } : null;
}
