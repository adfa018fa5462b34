import { sql } from 'kysely';
import type { SideStatistics } from '#domain/matches/match-details.ts';
import type { Shot } from '#domain/matches/shot.ts';
import type { Side } from '#domain/matches/sport.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { FeedLineup, FeedMatchEvent } from './feed.ts';
import { type Columns, tableOf } from './table-of.ts';

/** Match data beside the match's own row: events, lineups, statistics, odds. */

export interface EventRow {
  match_id: number;
  feed_event_id: string;
  position: number;
  type: string;
  side: string;
  period: string;
  minute: number;
  stoppage: number | null;
  player: string | null;
  other: string | null;
  detail: string | null;
}

const EVENT_COLUMNS: Columns<EventRow> = {
  match_id: 'integer',
  feed_event_id: 'text',
  position: 'smallint',
  type: 'text',
  side: 'text',
  period: 'text',
  minute: 'smallint',
  stoppage: 'smallint',
  player: 'text',
  other: 'text',
  detail: 'text',
};

/** Replaces the events of these matches. Returns the matches whose events changed, and those whose red cards changed. */
export async function replaceEvents(
  db: Db,
  matchIds: number[],
  events: EventRow[],
): Promise<{ changed: Set<number>; sentOff: Set<number> }> {
  if (matchIds.length === 0) return { changed: new Set(), sentOff: new Set() };
  const { rows } = await sql<{ match_id: number; is_red: boolean }>`
    with wanted as materialized (
      select * from ${tableOf(events, EVENT_COLUMNS)}
    ), gone as (
      delete from match_events e where e.match_id = any(${matchIds}::integer[])
        and not exists (select from wanted w where w.match_id = e.match_id and w.feed_event_id = e.feed_event_id)
      returning e.match_id, e.type
    ), written as (
      insert into match_events as e (match_id, feed_event_id, position, type, side, period, minute, stoppage, player, other, detail)
      select match_id, feed_event_id, position, type, side, period, minute, stoppage, player, other, detail from wanted
      on conflict (match_id, feed_event_id) do update
        set (position, type, side, period, minute, stoppage, player, other, detail) = (excluded.position, excluded.type, excluded.side,
          excluded.period, excluded.minute, excluded.stoppage, excluded.player, excluded.other, excluded.detail)
        where e is distinct from excluded
      returning e.match_id, e.type
    )
    select match_id, bool_or(type in ('red', 'second_yellow')) as is_red from (select * from gone union all select * from written) e
    group by match_id`.execute(db);
  const idsOf = (some: typeof rows) => new Set(some.map((row) => row.match_id));
  return { changed: idsOf(rows), sentOff: idsOf(rows.filter((row) => row.is_red)) };
}

export const eventRows = (matchId: number, events: FeedMatchEvent[]): EventRow[] =>
  events.map(({ id, ...event }, position) => ({ match_id: matchId, feed_event_id: id, position, ...event }));

/** Writes the lineups of both sides. Returns the matches whose lineups changed. */
export async function writeLineups(db: Db, lineups: { match_id: number; side: string; lineup: FeedLineup }[]): Promise<Set<number>> {
  if (lineups.length === 0) return new Set();
  const rows = lineups.map(({ match_id, side, lineup: { formation, coach, players } }) => ({ match_id, side, formation, coach, players }));
  const { rows: written } = await sql<{ match_id: number }>`
    insert into lineups as l (match_id, side, formation, coach, players)
    select * from ${tableOf(rows, { match_id: 'integer', side: 'text', formation: 'text', coach: 'text', players: 'jsonb' })}
    on conflict (match_id, side) do update set (formation, coach, players) = (excluded.formation, excluded.coach, excluded.players)
      where l is distinct from excluded
    returning match_id`.execute(db);
  return new Set(written.map((row) => row.match_id));
}

/** Writes both sides' statistics. Returns the matches whose statistics changed. */
export async function writeStatistics(db: Db, rows: { match_id: number; side: string; numbers: SideStatistics }[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { rows: written } = await sql<{ match_id: number }>`
    insert into match_statistics as s (match_id, side, numbers)
    select * from ${tableOf(rows, { match_id: 'integer', side: 'text', numbers: 'jsonb' })}
    on conflict (match_id, side) do update set numbers = excluded.numbers where s.numbers is distinct from excluded.numbers
    returning match_id`.execute(db);
  return new Set(written.map((row) => row.match_id));
}

/** Both sides' numbers at a moment of a match in play, by our clock: a report of numbers has no time of its own. */
export interface SnapshotRow {
  match_id: number;
  seen_at: Date;
  minute: number | null;
  stoppage: number | null;
  home: SideStatistics;
  away: SideStatistics;
  feed: string;
}

const SNAPSHOT_COLUMNS: Columns<SnapshotRow> = {
  match_id: 'integer',
  seen_at: 'timestamptz',
  minute: 'smallint',
  stoppage: 'smallint',
  home: 'jsonb',
  away: 'jsonb',
  feed: 'text',
};

/** Most snapshots of one match: a change every 15 seconds for two and a half hours. Further ones are not kept. */
export const SNAPSHOTS_MAX = 600;

export async function insertSnapshots(db: Db, rows: SnapshotRow[]): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.raw(Object.keys(SNAPSHOT_COLUMNS).join(', '));
  await sql`
    insert into match_statistic_snapshots (${names})
    select ${names} from (
      select *, row_number() over (partition by match_id order by seen_at) as nth from ${tableOf(rows, SNAPSHOT_COLUMNS)}
    ) told
    where nth + (select count(*) from match_statistic_snapshots kept where kept.match_id = told.match_id) <= ${SNAPSHOTS_MAX}
    on conflict (match_id, seen_at) do update set (minute, stoppage, home, away, feed) = (excluded.minute, excluded.stoppage,
      excluded.home, excluded.away, excluded.feed)`.execute(db);
}

/** Writes all shots of these matches. Returns the matches whose shots changed. */
export async function writeShots(db: Db, rows: { match_id: number; feed: string; shots: readonly Shot[] }[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { rows: written } = await sql<{ match_id: number }>`
    insert into match_shots as s (match_id, feed, shots)
    select * from ${tableOf(rows, { match_id: 'integer', feed: 'text', shots: 'jsonb' })}
    on conflict (match_id) do update set (feed, shots) = (excluded.feed, excluded.shots) where s.shots is distinct from excluded.shots
    returning match_id`.execute(db);
  return new Set(written.map((row) => row.match_id));
}

export interface OddsRow {
  match_id: number;
  bookmaker: string;
  market: '1x2';
  home: number;
  draw: number | null;
  away: number;
  opening_home: number;
  opening_draw: number | null;
  opening_away: number;
  closing_home: number | null;
  closing_draw: number | null;
  closing_away: number | null;
  suspended: boolean;
  changed_at: Date;
  confirmed_at: Date;
  cadence_seconds: number | null;
  /** See `outdateOdds`. */
  outdated_until: Date | null;
}

const ODDS_COLUMNS: Columns<OddsRow> = {
  match_id: 'integer',
  bookmaker: 'text',
  market: 'text',
  home: 'integer',
  draw: 'integer',
  away: 'integer',
  opening_home: 'integer',
  opening_draw: 'integer',
  opening_away: 'integer',
  closing_home: 'integer',
  closing_draw: 'integer',
  closing_away: 'integer',
  suspended: 'boolean',
  changed_at: 'timestamptz',
  confirmed_at: 'timestamptz',
  cadence_seconds: 'integer',
  outdated_until: 'timestamptz',
};

export interface MovementRow {
  match_id: number;
  bookmaker: string;
  market: '1x2';
  at: Date;
  home: number;
  draw: number | null;
  away: number;
}

const MOVEMENT_COLUMNS: Columns<MovementRow> = {
  match_id: 'integer',
  bookmaker: 'text',
  market: 'text',
  at: 'timestamptz',
  home: 'integer',
  draw: 'integer',
  away: 'integer',
};

export async function findOdds(db: Db, matchIds: number[]): Promise<OddsRow[]> {
  if (matchIds.length === 0) return [];
  const { rows } = await sql<OddsRow>`select * from odds where match_id = any(${matchIds}::integer[])`.execute(db);
  return rows;
}

export async function writeOdds(db: Db, rows: OddsRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into odds as o (match_id, bookmaker, market, home, draw, away, opening_home, opening_draw, opening_away,
      closing_home, closing_draw, closing_away, suspended, changed_at, confirmed_at, cadence_seconds, outdated_until)
    select * from ${tableOf(rows, ODDS_COLUMNS)}
    on conflict (match_id, bookmaker, market) do update set (home, draw, away, closing_home, closing_draw, closing_away, suspended, changed_at, confirmed_at,
      cadence_seconds, outdated_until) = (
      excluded.home, excluded.draw, excluded.away, excluded.closing_home, excluded.closing_draw, excluded.closing_away,
      excluded.suspended, excluded.changed_at, excluded.confirmed_at, excluded.cadence_seconds, excluded.outdated_until),
      moved_home = coalesce(nullif(sign(excluded.home - o.home), 0), o.moved_home),
      moved_draw = coalesce(nullif(sign(excluded.draw - o.draw), 0), o.moved_draw),
      moved_away = coalesce(nullif(sign(excluded.away - o.away), 0), o.moved_away)`.execute(db);
}

/** Time a bookmaker needs to suspend or change its price, in minutes of the match. */
const REACTION_MINUTES = 3;

/**
 * Marks every price that has not changed since an incident that moves prices. The price counts again once it changes, or once its feed
 * confirms it after the bookmaker had time to react. `minuteMs` is a minute of the match in real milliseconds.
 */
export async function outdateOdds(db: Db, incidents: ReadonlyMap<number, Date>, minuteMs: number): Promise<Set<number>> {
  if (incidents.size === 0) return new Set();
  const events = [...incidents].map(([match_id, at]) => ({ match_id, at, until: new Date(at.getTime() + REACTION_MINUTES * minuteMs) }));
  const { rows } = await sql<{ match_id: number }>`
    update odds o set outdated_until = r.until
    from ${tableOf(events, { match_id: 'integer', at: 'timestamptz', until: 'timestamptz' })}
    where o.match_id = r.match_id and o.changed_at < r.at
    returning o.match_id`.execute(db);
  return new Set(rows.map((row) => row.match_id));
}

/** Returns the time of the incident that outdated a price. */
export const outdatedAt = (until: Date, minuteMs: number): Date => new Date(until.getTime() - REACTION_MINUTES * minuteMs);

export async function deleteOdds(db: Db, rows: Pick<OddsRow, 'match_id' | 'bookmaker' | 'market'>[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    delete from odds o using ${tableOf<Pick<OddsRow, 'match_id' | 'bookmaker' | 'market'>>(rows, { match_id: 'integer', bookmaker: 'text', market: 'text' })}
    where o.match_id = r.match_id and o.bookmaker = r.bookmaker and o.market = r.market`.execute(db);
}

export async function insertMovements(db: Db, rows: MovementRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into odds_movements (match_id, bookmaker, market, at, home, draw, away)
    select * from ${tableOf(rows, MOVEMENT_COLUMNS)}
    on conflict do nothing`.execute(db);
}

/** Writes the absent players of both sides. Returns the matches whose absent players changed. */
export async function writeAbsences(db: Db, rows: { match_id: number; side: Side; players: unknown[] }[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { rows: written } = await sql<{ match_id: number }>`
    insert into match_absences as a (match_id, side, players)
    select * from ${tableOf(rows, { match_id: 'integer', side: 'text', players: 'jsonb' })}
    on conflict (match_id, side) do update set players = excluded.players where a.players is distinct from excluded.players
    returning match_id`.execute(db);
  return new Set(written.map((row) => row.match_id));
}

interface RatingsRow {
  match_id: number;
  side: Side;
  source: string;
  players: unknown[];
  seen_at: Date;
}

/** Writes the ratings of both sides. Returns the matches whose ratings changed. */
export async function writeRatings(db: Db, rows: RatingsRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const columns = { match_id: 'integer', side: 'text', source: 'text', players: 'jsonb', seen_at: 'timestamptz' } as const;
  const { rows: written } = await sql<{ match_id: number }>`
    insert into player_ratings as p (match_id, side, source, players, seen_at)
    select * from ${tableOf(rows, columns)}
    on conflict (match_id, side) do update set (source, players) = (excluded.source, excluded.players)
      where (p.source, p.players) is distinct from (excluded.source, excluded.players)
    returning match_id`.execute(db);
  return new Set(written.map((row) => row.match_id));
}
