import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import type { OddsRow } from './market-view.ts';
import type { EventRow, LineupRow } from './match-view.ts';

/** What is known of matches beside their own rows: prices, events, line-ups. */

export async function findOdds(db: Db, matchIds: readonly number[]): Promise<Map<number, OddsRow[]>> {
  const rows = await db.selectFrom('odds').selectAll().where('market', '=', '1x2').where('match_id', '=', anyOf(matchIds)).execute();
  return byMatch(rows);
}

/** Every bookmaker's prices, by name. */
export const findBookmakers = (db: Db, matchId: number) =>
  db.selectFrom('odds').selectAll().where('match_id', '=', matchId).orderBy('bookmaker').execute();

export async function findEvents(db: Db, matchIds: readonly number[]): Promise<Map<number, EventRow[]>> {
  const rows = await db
    .selectFrom('match_events')
    .select(['match_id', 'feed_event_id', 'type', 'side', 'period', 'minute', 'stoppage', 'player', 'other', 'detail'])
    .where('match_id', '=', anyOf(matchIds))
    .orderBy('match_id')
    .orderBy('position')
    .execute();
  return byMatch(rows);
}

export async function findLineups(db: Db, matchIds: readonly number[]): Promise<Map<number, LineupRow[]>> {
  const rows = await db.selectFrom('lineups').selectAll().where('match_id', '=', anyOf(matchIds)).execute();
  return byMatch(rows);
}

/** Whether any match of the league ever had line-ups. */
export async function hasLineups(db: Db, leagueId: number): Promise<boolean> {
  const found = await db
    .selectFrom('matches')
    .innerJoin('lineups', 'lineups.match_id', 'matches.id')
    .select('matches.id')
    .where('matches.league_id', '=', leagueId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function byMatch<T extends { match_id: number }>(rows: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.match_id);
    if (group) group.push(row);
    else groups.set(row.match_id, [row]);
  }
  return groups;
}

/** One parameter whatever their number: one statement for the database to plan. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::integer[])`;
