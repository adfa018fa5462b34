import { adoptLeagues, adoptTeams } from '#server/modules/match-data/import/catalogue-queries.ts';
import type { FeedUpdate } from '#server/modules/match-data/import/feed.ts';
import { lockImport } from '#server/modules/match-data/import/queries.ts';
import { type Db, transact } from '#server/platform/db/pool.ts';

/** Collections of files that know leagues and teams by names alone, written the same way in each. */
const COLLECTIONS = ['openfootball', 'football-data'];

/**
 * Makes a league or a club that another collection told of the same one for this feed: a league by its name and country, a club
 * by its name where it plays in a league of that country. Whatever is in no national league (a cup of many countries) is left.
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
