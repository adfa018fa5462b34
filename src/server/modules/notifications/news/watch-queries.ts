import { sql } from 'kysely';
import type { MatchSeen } from '#domain/match-news.ts';
import { statusesOf } from '#domain/match-status.ts';
import type { Score } from '#domain/score.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What is kept of a look. */
export type Kept = MatchSeen & { minute: number | null };

export interface WatchedMatch {
  id: number;
  sport: MatchSeen['sport'];
  status: MatchSeen['status'];
  minute: number | null;
  stoppage: number | null;
  home_score: number | null;
  away_score: number | null;
  penalty: Score | null;
  red_home: number;
  red_away: number;
  has_lineups: boolean;
  /** As it was when it was last looked at; null at the first look. */
  seen: Kept | null;
}

/** When matches were last looked at, so that nobody else looks until the transaction ends; undefined where somebody does. */
export const takeMark = (db: Db) => db.selectFrom('news_mark').select('looked_at').forUpdate().skipLocked().executeTakeFirst();

/** Begins to look, where nobody ever has. */
export async function beginMark(db: Db, at: Date): Promise<void> {
  await db
    .insertInto('news_mark')
    .values({ looked_at: at })
    .onConflict((oc) => oc.column('singleton').doNothing())
    .execute();
}

export async function setMark(db: Db, at: Date): Promise<void> {
  await db.updateTable('news_mark').set({ looked_at: at }).execute();
}

/** Matches in play, those that are to begin between two moments, and those that were watched until now. */
export async function findWatched(db: Db, from: Date, to: Date): Promise<WatchedMatch[]> {
  const reds = (side: 'home' | 'away') => sql`
    (select count(*)::integer from match_events e where e.match_id = m.id and e.side = ${sql.lit(side)} and e.type in ('red', 'second_yellow'))`;
  const { rows } = await sql<WatchedMatch>`
    select m.id, l.sport, m.status, m.minute, m.stoppage, m.home_score, m.away_score, m.penalty, w.seen,
      ${reds('home')} as red_home, ${reds('away')} as red_away,
      (select count(*) from lineups u where u.match_id = m.id and jsonb_array_length(u.players) > 0) = 2 as has_lineups
    from (
      select id from matches where status in (${sql.join(statusesOf('live').map((status) => sql.lit(status)))})
      union select id from matches where kickoff_at between ${from} and ${to}
      union select match_id from news_watch
    ) as near
    join matches m on m.id = near.id join leagues l on l.id = m.league_id left join news_watch w on w.match_id = m.id
    order by m.id`.execute(db);
  return rows;
}

export async function keepLook(db: Db, matchId: number, seen: Kept, at: Date): Promise<void> {
  const values = { seen: JSON.stringify(seen), changed_at: at };
  await db
    .insertInto('news_watch')
    .values({ match_id: matchId, ...values })
    .onConflict((oc) => oc.column('match_id').doUpdateSet(values))
    .execute();
}

export async function endWatch(db: Db, matchId: number): Promise<void> {
  await db.deleteFrom('news_watch').where('match_id', '=', matchId).execute();
}

export interface ScoringEvent {
  type: string;
  side: 'home' | 'away';
  minute: number;
  stoppage: number | null;
  player: string | null;
}

/** Goals and cards of a match, in order. */
export async function findScoring(db: Db, matchId: number): Promise<ScoringEvent[]> {
  const { rows } = await sql<ScoringEvent>`
    select type, side, minute, stoppage, player from match_events
    where match_id = ${matchId} and period <> 'P' and type in ('goal', 'penalty', 'own_goal', 'red', 'second_yellow')
    order by position`.execute(db);
  return rows;
}

export interface NewMatchNews {
  kind: string;
  facts: object;
  swing: number;
}

export async function insertMatchNews(db: Db, matchId: number, news: readonly NewMatchNews[], at: Date): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ kind, facts, swing }) => ({
    ...{ kind, match_id: matchId, facts: JSON.stringify(facts), swing, happened_at: at, paged_at: at },
  }));
  await db.insertInto('news').values(rows).execute();
}
