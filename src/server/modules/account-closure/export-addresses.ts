import type { Db } from '#server/platform/db/pool.ts';

/** Returns what the user shows at addresses of their own. */
export const findShares = (db: Db, userId: string) =>
  db
    .selectFrom('shares')
    .select(['id', 'bet_id', 'forecast_match_id', 'tipping_group_id', 'tipping_round', 'shows_name', 'shows_points', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

/** Returns the calendars for which the user made an address; the addresses themselves are not stored. */
export const findCalendars = (db: Db, userId: string) =>
  db
    .selectFrom('calendar_feeds')
    .select(['kind', 'team_id', 'league_id', 'group_id', 'locale', 'shows_results', 'alarm_minutes', 'created_at', 'fetched_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
