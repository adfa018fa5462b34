import { sql } from 'kysely';
import type { Absences, MatchDetail, RatedPlayers } from '#contract/matches.ts';
import { matchGroup } from '#domain/matches/match-status.ts';
import type { Shot } from '#domain/matches/shot.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Deps } from '#server/deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { OddsRow, Price } from './market-view.ts';
import type { EventRow, LineupRow, MatchStateRow, Prices } from './match-view.ts';

/** Match data beside the match's own row: prices, events, line-ups, statistics. */

export async function findOdds(db: Db, matchIds: readonly number[]): Promise<Map<number, OddsRow[]>> {
  const rows = await db.selectFrom('odds').selectAll().where('market', '=', '1x2').where('match_id', '=', anyOf(matchIds)).execute();
  return byMatch(rows);
}

/** Returns the prices of matches by their ids: the bookmakers', and the house's for those that have not begun. */
export async function findPrices(deps: Deps, matches: readonly Pick<MatchStateRow, 'id' | 'status'>[]): Promise<(id: number) => Prices> {
  const coming = matches.filter(({ status }) => matchGroup(status as Parameters<typeof matchGroup>[0]) === 'upcoming');
  const ids = (rows: typeof matches) => rows.map(({ id }) => id);
  const [odds, offers] = await Promise.all([findOdds(deps.db, ids(matches)), deps.wiring.offersOf(deps, ids(coming))]);
  return (id) => ({ odds: odds.get(id) ?? [], offer: offers.get(id) ?? null });
}

/** Returns every bookmaker's prices, ordered by name. */
export const findBookmakers = (db: Db, matchId: number) =>
  db.selectFrom('odds').selectAll().where('match_id', '=', matchId).orderBy('bookmaker').execute();

/** Returns each bookmaker's price movements until the match began, the oldest first. */
export async function findMovements(db: Db, matchId: number): Promise<Map<string, Price[]>> {
  const rows = await db
    .selectFrom('odds_movements')
    .select(['bookmaker', 'at', 'home', 'draw', 'away'])
    .where('match_id', '=', matchId)
    .where('market', '=', '1x2')
    .orderBy('bookmaker')
    .orderBy('at')
    .execute();
  return grouped(rows, ({ bookmaker }) => bookmaker);
}

/** Deletes price movements of matches before a moment; returns the number of deleted rows. */
export async function deleteMovementsOfMatchesBefore(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from odds_movements o using matches m where m.id = o.match_id and m.kickoff_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

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

/** Returns who misses a match, by side. */
export async function findAbsences(db: Db, matchId: number): Promise<MatchDetail['absences']> {
  const rows = await db.selectFrom('match_absences').select(['side', 'players']).where('match_id', '=', matchId).execute();
  const of = (side: Side) => (rows.find((row) => row.side === side)?.players ?? []) as unknown as Absences;
  return { home: of('home'), away: of('away') };
}

/** Returns the ratings of a match's players; null if there are none. */
export async function findRatings(db: Db, matchId: number): Promise<MatchDetail['ratings']> {
  const rows = await db.selectFrom('player_ratings').select(['side', 'source', 'players']).where('match_id', '=', matchId).execute();
  const [first] = rows;
  if (first === undefined) return null;
  const of = (side: Side) => (rows.find((row) => row.side === side)?.players ?? []) as unknown as RatedPlayers;
  return { source: first.source, home: of('home'), away: of('away') };
}

/** Returns what was counted during a match, in the order in which it was seen. */
export const findSnapshots = (db: Db, matchId: number) =>
  db
    .selectFrom('match_statistic_snapshots')
    .select(['minute', 'stoppage', 'home', 'away', 'feed'])
    .where('match_id', '=', matchId)
    .orderBy('seen_at')
    .execute();

/** Returns the shots of a match, and the feed that told them; null if none did. */
export async function findShots(db: Db, matchId: number): Promise<{ feed: string; shots: Shot[] } | null> {
  const row = await db.selectFrom('match_shots').select(['feed', 'shots']).where('match_id', '=', matchId).executeTakeFirst();
  return row === undefined ? null : { feed: row.feed, shots: row.shots as unknown as Shot[] };
}

/** Deletes snapshots of statistics of matches before a moment; returns the number of deleted rows. */
export async function deleteSnapshotsOfMatchesBefore(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from match_statistic_snapshots s using matches m where m.id = s.match_id and m.kickoff_at < ${before}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface StatisticsRow {
  match_id: number;
  side: string;
  numbers: unknown;
}

export async function findStatistics(db: Db, matchIds: readonly number[]): Promise<Map<number, StatisticsRow[]>> {
  const rows = await db.selectFrom('match_statistics').selectAll().where('match_id', '=', anyOf(matchIds)).execute();
  return byMatch(rows);
}

const byMatch = <T extends { match_id: number }>(rows: readonly T[]) => grouped(rows, ({ match_id }) => match_id);

function grouped<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Passes ids as one parameter, whatever their number, so that the database plans one statement. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::integer[])`;
