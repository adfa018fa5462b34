import { adoptLeagues, adoptTeams } from '#server/modules/match-data/import/catalogue-queries.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { lockImport } from '#server/modules/match-data/import/queries.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';

/** Collections of files that identify leagues and teams by names only, written the same way in each. */
const COLLECTIONS = ['openfootball', 'football-data'];

/**
 * Maps a league or club of this feed to the same one of another collection: a league by its name and country, a club by its name if
 * it plays in a league of that country. Clubs in no national league (as in an international cup) are left out.
 */
export async function joinCatalogue(db: Db, feed: string, updates: readonly FeedUpdate[]): Promise<void> {
  const others = COLLECTIONS.filter((name) => name !== feed);
  const named = (kind: 'league' | 'team') =>
    updates.flatMap((update) =>
      update.kind === kind && update.countryCode !== null
        ? [{ feed_id: update.id, name: update.name, country_code: update.countryCode }]
        : [],
    );
  await transact(db, async (db) => {
    await lockImport(db);
    await adoptLeagues(db, feed, others, named('league'));
    await adoptTeams(db, feed, others, named('team'));
  });
}
